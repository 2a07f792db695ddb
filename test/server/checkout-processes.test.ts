import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import Database from 'libsql';
import { secretKey } from '../../src/sandbox/index.js';
import { createPayClient } from '../../src/server/index.js';
import { bundle } from '../bundle.js';
import { freePort } from '../free-port.js';
import { startScript } from '../start-script.js';
import { temporaryFolder } from '../temporary-folder.js';
import { challenged, openService } from './payer.js';

let script: string;
before(async () => {
  script = await bundle('test/server/shop-process.ts');
});

const order = {
  id: '7f3a',
  amount: 10_000,
  currency: 'SAR',
  callbackUrl: 'https://shop.example/back',
};

/** The service, a database with one order, and shops over it that may be killed and started again. */
async function openShops(t: TestContext) {
  const service = await openService(t);
  const folder = temporaryFolder(t);
  const [database, settledFile] = [join(folder, 'shop.db'), join(folder, 'settled')];
  const db = new Database(database);
  db.pragma('journal_mode = WAL');
  db.exec(`CREATE TABLE orders (id TEXT PRIMARY KEY, amount INTEGER NOT NULL, currency TEXT NOT NULL,
    callbackUrl TEXT NOT NULL)`);
  db.prepare('INSERT INTO orders VALUES (?, ?, ?, ?)').run(...Object.values(order));
  db.close();

  const start = async (killAt = 0, port = 0) => {
    const { next, exited } = startScript(t, [script], {
      ...{ DATABASE: database, SERVICE: service.baseUrl, SETTLED: settledFile },
      ...{ PORT: String(port), KILL_AT: String(killAt) },
    });
    const line = await next();
    assert.ok(line, 'The shop ended before it listened.');
    return { port: Number(/\d+/.exec(line)?.[0]), exited };
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
async function lastingShop(
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

type Shops = Awaited<ReturnType<typeof openShops>>;
type Shop = Awaited<ReturnType<typeof lastingShop>>;

/** A page of the order: an intent, and a card. Undefined when there is no intent to be had. */
async function pay({ service }: Shops, shop: Shop, body?: object) {
  const answer = await shop.call('POST', `${order.id}/intent`, body);
  if (answer.status === 409) return undefined;
  assert.equal(answer.status, 201);
  const { client_secret: secret, payment_id: given_id } = (await answer.json()) as Record<string, string>;
  return service.pay({ secret: secret!, card: challenged, more: { given_id } });
}

/** Two tabs; the payer gives the first payment up for another way, and then approves both at the bank. */
async function payTwice(shops: Shops, shop: Shop) {
  const first = (await pay(shops, shop))!;
  assert.equal(await pay(shops, shop), undefined);
  const second = (await pay(shops, shop, { instead_of: first.id }))!;
  for (const { source } of [first, second])
    await shops.service.answer(source.transaction_url, 'authenticated');
  for (const { id } of [first, second]) {
    const { status } = await shop.json('GET', `${order.id}/status?id=${id}`);
    assert.match(status!, /paid|voided/);
  }
  return { first: first.id, second: second.id };
}

async function keptOne(shops: Shops, shop: Shop, { first, second }: { first: string; second: string }) {
  const { open, steps } = await shop.json('POST', 'sweep');
  assert.deepEqual(open, []);
  assert.deepEqual(await shops.standing(), [`${first} paid`, `${second} voided`].sort());
  assert.deepEqual(shops.settled(), [`${first} paid`, `${second} duplicate`].sort());
  assert.equal((await shop.call('POST', `${order.id}/intent`)).status, 409);
  return Number(steps);
}

describe('a shop that is killed', () => {
  it(
    'at any step, between any two, keeps one payment of two and tells of both',
    { timeout: 600_000, concurrency: 3 },
    async (t) => {
      const whole = await openShops(t);
      const unharmed = await lastingShop(whole);
      const steps = await keptOne(whole, unharmed, await payTwice(whole, unharmed));
      assert.match(String(steps), /^[2-9]\d$/);
      t.diagnostic(`${steps} steps`);
      const keepOneWhenKilled = async (t: TestContext, killAt: number) => {
        const shops = await openShops(t);
        const shop = await lastingShop(shops, { killAt });
        await keptOne(shops, shop, await payTwice(shops, shop));
        assert.equal(shop.deaths(), 1);
      };
      const each = Array.from({ length: steps }, (_, index) => index + 1);
      await Promise.all(each.map((step) => t.test(`step ${step}`, (t) => keepOneWhenKilled(t, step))));
    },
  );
});

describe('a webhook', () => {
  const webhook = async (t: TestContext, killAt = 0) => {
    const shops = await openShops(t);
    const port = await freePort();
    const shop = await lastingShop(shops, { killAt, port });
    await shops.client.registerWebhook({
      url: `http://127.0.0.1:${port}/webhook`,
      shared_secret: 'whsec_of_a_process',
    });
    return { shops, shop };
  };

  it('settles the order of a payer who never comes back', async (t) => {
    const { shops, shop } = await webhook(t);
    const made = await pay(shops, shop);
    await shops.service.answer(made!.source.transaction_url, 'authenticated');
    await shops.control('clock', { advance: 0 });
    assert.deepEqual(shops.settled(), [`${made!.id} paid`]);
  });

  it('that killed the shop comes again, and counts once', async (t) => {
    const { shops, shop } = await webhook(t, 12);
    const made = await pay(shops, shop);
    await shops.service.answer(made!.source.transaction_url, 'authenticated');
    await shops.control('clock', { advance: 0 });
    assert.equal((await shop.call('GET', 'nothing')).status, 404);
    await shops.control('clock', { advance: 60 });
    assert.deepEqual(shops.settled(), [`${made!.id} paid`]);
    assert.equal((await shop.json('POST', 'sweep'))['open']?.['length'], 0);
  });
});
