import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { createPayClient } from '../../src/server/index.js';
import { runServer } from '../../src/program/run-server.js';
import { bundle } from '../bundle.js';
import { freePort } from '../free-port.js';
import { challenged, openService } from '../server/payer.js';
import { engines, startEngine, stopEngines } from '../server/stores/engines.js';
import { webhookSigningSecret, operatorKey, orderClaims, orderSecret, sign } from './program.js';
import { openReceiver } from './receiver.js';

/** `DATABASE=MariaDB` or another engine's name tries the processes over that one. */
const chosenName = process.env['DATABASE'] ?? 'PostgreSQL';
const engine = engines.find(({ name }) => name === chosenName);
if (!engine) throw new Error(`DATABASE must be one of ${engines.map(({ name }) => name).join(', ')}.`);

let script = '';
before(async () => {
  script = await bundle('test/program/program-process.ts');
});
after(() => stopEngines());

/** A database of the test's own on the server that all of them share. */
async function newDatabase(t: TestContext): Promise<string> {
  const { address } = await startEngine(engine!);
  const name = `program_${crypto.randomUUID().slice(0, 8)}`;
  switch (chosenName) {
    case 'PostgreSQL': {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return Object.assign(new URL(address), { pathname: `/${name}` }).href;
    }
    case 'MariaDB': {
      const connection = await createConnection(address);
      await connection.query(`CREATE DATABASE ${name}`);
      await connection.end();
      return Object.assign(new URL(address), { pathname: `/${name}` }).href;
    }
    case 'Redis': {
      // One test runs at a time, so an empty database is as good as a new one.
      const client = new Redis(address);
      await client.flushall();
      client.disconnect();
      return address;
    }
    case 'SQLite': {
      const folder = mkdtempSync(join(tmpdir(), 'pay-programs-'));
      t.after(() => rmSync(folder, { recursive: true, force: true }));
      return `sqlite:${join(folder, 'program.db')}`;
    }
    default:
      throw new Error(`pay-checkout-server has no storage on ${chosenName}.`);
  }
}

/** The service, a shop that receives the webhooks, and programs over one database. */
async function openPrograms(t: TestContext) {
  const service = await openService(t);
  const receiver = await openReceiver(t);
  const databaseUrl = await newDatabase(t);
  const publicUrl = `http://127.0.0.1:${await freePort()}`;
  const env = {
    PAY_SECRET_KEY: 'sk_test_sandbox',
    PAY_PUBLISHABLE_KEY: 'pk_test_sandbox',
    PAY_BASE_URL: service.baseUrl,
    PAY_WEBHOOK_SECRET: 'a secret of the webhook',
    ORDER_KEYS: `shop:${orderSecret}`,
    PUBLIC_URL: publicUrl,
    WEBHOOK_URL: `${receiver.url}/webhook`,
    WEBHOOK_SIGNING_SECRET: webhookSigningSecret,
    OPERATOR_KEY: operatorKey,
    DATABASE_URL: databaseUrl,
    PORT: '0',
  };
  /** A program in the process of this test. */
  const startHere = async () => {
    const { url, stop } = await runServer(env, { write: () => undefined });
    t.after(stop);
    return { url };
  };
  const start = async (more: Readonly<Record<string, string>> = {}) => {
    const child = spawn(process.execPath, [script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env, ...more },
    });
    const exited = once(child, 'exit').then(() => undefined);
    t.after(async () => {
      child.kill('SIGKILL');
      await exited;
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const next = async () => ((await lines.next()) as { readonly value?: string }).value;
    return { url: await next(), next, child, exited };
  };
  return {
    service,
    receiver,
    publicUrl,
    start,
    startHere,
    client: createPayClient({ secretKey: 'sk_test_sandbox', baseUrl: service.baseUrl }),
  };
}

type Programs = Awaited<ReturnType<typeof openPrograms>>;

/** What a payer's page and the service ask: of the first program that still answers. */
const asker =
  (urls: readonly (string | undefined)[]) =>
  async (method: string, path: string, body?: object): Promise<Response> => {
    for (const url of urls) {
      if (url === undefined) continue;
      const init = { method, headers: { connection: 'close', authorization: `Bearer ${operatorKey}` } };
      const response = await fetch(url + path, {
        ...init,
        ...(body && {
          headers: { ...init.headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      }).catch(() => undefined);
      if (response) return response;
    }
    throw new Error('Nobody answers.');
  };

/** A whole purchase: the page, the intent, the card, the bank, the way back, and the service's message. */
async function buy({ service }: Programs, ask: ReturnType<typeof asker>): Promise<string> {
  const token = sign(orderClaims({ exp: Math.floor(Date.now() / 1000) + 86_400 }));
  assert.equal((await ask('GET', `/checkout/${token}`)).status, 200);
  const intent = await ask('POST', `/checkout/${token}/intent`, {});
  assert.equal(intent.status, 201);
  const { client_secret: secret, payment_id: given_id } = (await intent.json()) as Record<
    'client_secret' | 'payment_id',
    string
  >;
  const { id, source } = await service.pay({ secret, card: challenged, more: { given_id } });
  await service.answer(source.transaction_url, 'authenticated');
  const status = await ask('GET', `/checkout/${token}/status?id=${id}`);
  assert.equal(((await status.json()) as { status: string }).status, 'paid');
  const message = {
    id: 'm',
    type: 'payment_paid',
    secret_token: 'a secret of the webhook',
    data: { id, status: 'paid' },
  };
  assert.equal((await ask('POST', '/webhook', message)).status, 204);
  return id;
}

if (engine.missing !== undefined) console.log(`Not tried: several processes, because ${engine.missing}.`);
else
  describe(`two processes of pay-checkout-server over ${chosenName}`, () => {
    /** One charge, and the shop told of it, and of nothing else. */
    async function expectOneCharge(programs: Programs, paymentId: string, url: string | undefined) {
      const messages = await programs.receiver.until(1);
      for (const { body, headers } of messages) {
        const message = new Webhook(webhookSigningSecret).verify(body, headers as Record<string, string>) as {
          type: string;
          data: { payment_id: string };
        };
        assert.deepEqual([message.type, message.data.payment_id], ['order.paid', paymentId]);
      }
      assert.equal(new Set(messages.map(({ headers }) => headers['webhook-id'])).size, 1);
      const { payments } = await programs.client.listPayments();
      assert.deepEqual(
        payments.map(({ id, status }) => [id, status]),
        [[paymentId, 'paid']],
      );
      const order = (await (await asker([url])('GET', '/orders/7')).json()) as { verdict: string };
      assert.equal(order.verdict, 'paid');
    }

    it(
      'charge once and tell of it, whichever step of a purchase one of them is killed at',
      { timeout: 600_000 },
      async (t) => {
        const whole = await openPrograms(t);
        const first = await whole.start();
        const id = await buy(whole, asker([first.url]));
        await expectOneCharge(whole, id, first.url);
        first.child.kill('SIGUSR2');
        const steps = Number((await first.next())?.split(' ')[1]);
        assert.ok(steps >= 12 && steps < 60, String(steps));
        t.diagnostic(`${steps} steps`);
        for (let at = 1; at <= steps; at += 1)
          await t.test(`step ${at}`, async (t) => {
            const programs = await openPrograms(t);
            const survivor = await programs.startHere();
            const victim = await programs.start({ KILL_AT: String(at) });
            const paymentId = await buy(programs, asker([victim.url, survivor.url]));
            victim.child.kill('SIGKILL');
            // What the victim had taken on comes back within minutes: a third program lives then. Signatures are good for five.
            const { now } = Date;
            t.mock.method(Date, 'now', () => now() + 240_000);
            const later = await programs.startHere();
            await expectOneCharge(programs, paymentId, later.url);
          });
      },
    );

    it('give one intent to twenty payers of one order, and make the tables once', async (t) => {
      const programs = await openPrograms(t);
      const both = await Promise.all([programs.start(), programs.start()]);
      const token = sign(orderClaims());
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          asker([both[index % 2]?.url])('POST', `/checkout/${token}/intent`),
        ),
      );
      const ids = await Promise.all(answers.map(async (each) => ((await each.json()) as { id: string }).id));
      assert.equal(new Set(ids).size, 1);
    });

    it('end on SIGTERM with the code of success', async (t) => {
      const programs = await openPrograms(t);
      const { child } = await programs.start();
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      assert.deepEqual(await exit, [0, null]);
    });
  });
