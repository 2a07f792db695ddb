import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import Database from 'libsql';
import { secretKey } from '../../src/sandbox/index.js';
import { createPayClient } from '../../src/server/index.js';
import { bundle } from '../bundle.js';
import { openService } from './payer.js';

export const bundleShop = () => bundle('test/server/shop-process.ts');

export const order = {
  id: '7f3a',
  amount: 10_000,
  currency: 'SAR',
  callbackUrl: 'https://shop.example/back',
};

/** The service, a database with one order, and shops over it that may be killed and started again. */
export async function openShops(t: TestContext, script: string) {
  const service = await openService(t);
  const folder = mkdtempSync(join(tmpdir(), 'pay-checkout-shop-'));
  const [database, settledFile] = [join(folder, 'shop.db'), join(folder, 'settled')];
  const db = new Database(database);
  db.pragma('journal_mode = WAL');
  db.exec(`CREATE TABLE orders (id TEXT PRIMARY KEY, amount INTEGER NOT NULL, currency TEXT NOT NULL,
    callbackUrl TEXT NOT NULL)`);
  db.prepare('INSERT INTO orders VALUES (?, ?, ?, ?)').run(...Object.values(order));
  db.close();
  const children = new Set<ChildProcess>();
  t.after(async () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (killAt = 0, port = 0) => {
    const child = spawn(process.execPath, [script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATABASE: database,
        SERVICE: service.baseUrl,
        SETTLED: settledFile,
        PORT: String(port),
        KILL_AT: String(killAt),
      },
    });
    children.add(child);
    const exited = once(child, 'exit').then(() => void children.delete(child));
    const listening = once(child.stdout, 'data') as Promise<[Buffer]>;
    const failed = exited.then(() => Promise.reject(new Error('The shop ended before it listened.')));
    const [line] = await Promise.race([listening, failed]);
    return { port: Number(/\d+/.exec(line.toString())?.[0]), exited };
  };

  const client = createPayClient({ secretKey, baseUrl: service.baseUrl });
  return {
    service,
    client,
    start,
    /** What `onSettled` was told, each once. */
    settled: () =>
      [
        ...new Set(existsSync(settledFile) ? readFileSync(settledFile, 'utf8').trim().split('\n') : []),
      ].sort(),
    /** How the payments of this account stand. */
    standing: async () =>
      (await client.listPayments()).payments.map(({ id, status }) => `${id} ${status}`).sort(),
    control: (path: string, body: object) =>
      fetch(new URL(`/sandbox/${path}`, service.baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/**
 * A shop that is started again whenever it has been killed, and asked again until it answers for good. Without a port of its
 * own it has another one after each death.
 */
export async function lastingShop(
  { start }: Awaited<ReturnType<typeof openShops>>,
  { killAt = 0, port = 0 }: { readonly killAt?: number; readonly port?: number } = {},
) {
  let running = await start(killAt, port);
  let deaths = 0;
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const current = running;
    const response = await fetch(`http://127.0.0.1:${current.port}/${path}`, {
      method,
      headers: { connection: 'close', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (response?.status === 503) return call(method, path, body);
    if (response) return response;
    await current.exited;
    // Whoever notices first starts the next one.
    if (running === current) {
      deaths++;
      running = await start(0, port);
    }
    return call(method, path, body);
  };
  return {
    call,
    json: async (method: string, path: string, body?: object) =>
      (await (await call(method, path, body)).json()) as Record<string, never>,
    deaths: () => deaths,
  };
}

/** Tries every step at which a shop may be killed. */
export const killAtEachStep = (t: TestContext, steps: number, run: (t: TestContext, at: number) => unknown) =>
  Promise.all(
    Array.from({ length: steps }, (_, index) =>
      t.test(`step ${index + 1}`, async (t) => void (await run(t, index + 1))),
    ),
  );
