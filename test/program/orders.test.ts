import assert from 'node:assert/strict';
import Database from 'libsql';
import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { createOrderRecords } from '../../src/program/records/order-records.js';
import { createOrderReader } from '../../src/program/records/order-view.js';
import { createShopOrders } from '../../src/program/records/shop-orders.js';
import { emptyRecord, type IntentEntry } from '../../src/server/checkout/record.js';
import { memoryStore } from '../../src/server/stores/memory.js';
import { challenged } from '../server/payer.js';
import { isQuick } from '../suites.js';
import { inAnHour, openProgram, orderClaims, sign } from './program.js';

const typeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { type: string }).type,
];

/** The status alone, for half of what `fetch` costs. */
async function askStatus(agent: Agent, url: string, method: string, body?: object): Promise<number> {
  const sent = request(url, { agent, method }).end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return response.statusCode ?? 0;
}

describe('createShopOrders', () => {
  it('ends an order with the latest token of the same terms, and with the token that has changed them', async () => {
    const orders = createShopOrders(createOrderRecords(memoryStore(), Date.now), { methods: undefined });
    const at = (seconds: number) => new Date(seconds * 1000).toISOString();
    const save = async (claims: object) => (await orders.saveClaims(orderClaims(claims) as never))?.expiresAt;
    assert.equal(await save({ exp: 2000, iat: 1 }), at(2000));
    assert.equal(await save({ exp: 3000, iat: 2 }), at(3000));
    assert.equal(await save({ exp: 2000, iat: 1 }), at(3000));
    assert.equal((await orders.get('7'))?.expiresAt, at(3000));
    assert.equal(await save({ exp: 2500, iat: 3, amount: 500 }), at(2500));
    assert.equal((await orders.get('7'))?.expiresAt, at(2500));
    assert.equal(await save({ exp: 3000, iat: 2 }), undefined);
  });

  for (const [title, first, second, isTaken] of [
    ['refuses the earlier `exp` where neither has `iat`', { amount: 9000, exp: 3000 }, { exp: 2000 }, false],
    ['takes the later `exp` where one has `iat`', { iat: 100, exp: 2000 }, { amount: 9000, exp: 3000 }, true],
    [
      'refuses the earlier `exp` where it alone has `iat`',
      { amount: 9000, exp: 3000 },
      { iat: 100, exp: 2000 },
      false,
    ],
    ['takes an older `iat` with the same terms', { iat: 200 }, { iat: 100 }, true],
  ] as const)
    it(`${title}`, async () => {
      const orders = createShopOrders(createOrderRecords(memoryStore(), Date.now), { methods: undefined });
      await orders.saveClaims(orderClaims(first) as never);
      const order = await orders.saveClaims(orderClaims(second) as never);
      assert.equal(order !== undefined, isTaken);
    });
});

describe('createOrderReader', () => {
  /** An intent whose one payment is as it was seen last. */
  const intent = (id: string, verdict?: 'failed' | 'mismatch' | 'paid'): IntentEntry => ({
    ...{
      id: `intent-${id}`,
      paymentId: id,
      amount: 100,
      currency: 'SAR',
      callbackUrl: 'https://shop.example/',
    },
    ...{ expiresAt: '', localExpiresAt: 0, handedOutAt: 0, state: 'used' },
    ...(verdict && {
      payment: {
        ...{ id, status: verdict, verdict, firstSeenAt: 0, unnotified: [] },
        money: verdict === 'failed' ? 'none' : 'taken',
      },
    }),
  });
  const declined = intent('declined', 'failed');

  /** @param shown The intents as they are once the service was asked. */
  async function readOrder(intents: IntentEntry[], shown = intents) {
    const [store, records] = [memoryStore(), createOrderRecords(memoryStore(), Date.now)];
    const order = { id: '7', amount: 100, currency: 'SAR', callbackUrl: 'https://shop.example/' };
    await records.update('7', () => ({ format: 1, order, expiresAt: 1, news: [] }));
    const write = (written: IntentEntry[], version: number) =>
      store.save('7', JSON.stringify({ ...emptyRecord, intents: written }), version, null);
    await write(intents, 1);
    const settle = async (id: string) => {
      await write(shown, 2);
      return { orderId: '7', verdict: 'open', payment: { id, status: 'initiated' } } as const;
    };
    const storage = { checkoutStore: store } as never;
    const reader = createOrderReader({ storage, records, checkout: { settle } as never });
    const { verdict, payment_id: paymentId } = (await reader.settleAndReadOrder('7')) ?? {};
    return [verdict, paymentId];
  }

  it('names the payment that keeps the order closed, also if another one was declined later', async () => {
    assert.deepEqual(await readOrder([intent('held', 'mismatch'), declined]), ['mismatch', 'held']);
  });

  it('does not call an order declined while a later payment is under way', async () => {
    assert.deepEqual(await readOrder([declined, intent('hidden')]), ['open', null]);
  });

  it('answers the verdict as it is after the read', async () => {
    assert.deepEqual(await readOrder([declined], [intent('declined', 'paid')]), ['paid', 'declined']);
  });
});

describe('the orders of pay-checkout-server', () => {
  it('sells an order once, whatever token it came with', async (t) => {
    const { call, pay } = await openProgram(t);
    const { id } = await pay(sign(orderClaims()));
    const later = sign(orderClaims({ exp: inAnHour() + 60 }));
    const response = await call('POST', `/checkout/${later}/intent`);
    assert.equal(response.status, 409);
    const { type, payment } = (await response.json()) as { type: string; payment: { id: string } };
    assert.deepEqual([type, payment.id], ['order_paid', id]);
  });

  it('asks for the price of the newer token, and refuses the older one from then on', async (t) => {
    const { call } = await openProgram(t);
    const older = sign(orderClaims({ iat: 100, amount: 5000 }));
    const newer = sign(orderClaims({ iat: 200, amount: 9000 }));
    const ask = (token: string) => call('POST', `/checkout/${token}/intent`);
    assert.equal(((await (await ask(older)).json()) as { amount: number }).amount, 5000);
    assert.equal(((await (await ask(newer)).json()) as { amount: number }).amount, 9000);
    assert.deepEqual(await typeOf(await ask(older)), [409, 'order_changed']);
    const page = await call('GET', `/checkout/${older}`);
    assert.equal(page.status, 409);
    assert.match(await page.text(), /This order has changed/);
  });

  it('pays for the order with a payment that is not what was asked for once the operator adopts it', async (t) => {
    const { call, operate, readOrder, service, receiver } = await openProgram(t);
    const token = sign(orderClaims({ metadata: { cart: '12' } }));
    const { client_secret: secret, payment_id: given_id } = (await (
      await call('POST', `/checkout/${token}/intent`)
    ).json()) as Record<string, string>;
    const { id } = await service.pay({ secret: secret ?? '', more: { given_id } });
    assert.equal((await readOrder())['verdict'], 'mismatch');
    assert.deepEqual(await typeOf(await call('POST', `/checkout/${token}/intent`)), [409, 'payment_held']);

    const adopt = (body: unknown, orderId = '7') => operate('POST', `/orders/${orderId}/adopt`, body);
    assert.deepEqual(await typeOf(await adopt({})), [400, 'invalid_request']);
    assert.deepEqual(await typeOf(await adopt({ payment_id: id }, '8')), [404, 'order_not_found']);
    const unknown = await adopt({ payment_id: crypto.randomUUID() });
    assert.deepEqual(await typeOf(unknown), [404, 'payment_not_found']);
    for (const what of ['for the first time', 'again']) {
      const adopted = await adopt({ payment_id: id });
      assert.equal(adopted.status, 200, what);
      const { verdict, payment_id: paymentId } = (await adopted.json()) as Record<string, unknown>;
      assert.deepEqual([verdict, paymentId], ['paid', id]);
    }
    const types = (await receiver.until(2)).map(({ body }) => body.type as string);
    assert.deepEqual(types, ['order.mismatch', 'order.paid']);
  });

  it('keeps apart the orders of two tokens', async (t) => {
    const { pay, call } = await openProgram(t);
    const { id } = await pay(sign(orderClaims({ sub: 'a' })));
    const status = await call('GET', `/checkout/${sign(orderClaims({ sub: 'A' }))}/status?id=${id}`);
    assert.equal(status.status, 403);
  });

  it('starts nothing by an expired token, and still answers what became of a payment', async (t) => {
    const { pay, call, service } = await openProgram(t);
    const { id, source } = await pay(sign(orderClaims()), challenged);
    await service.answer(source.transaction_url, 'authenticated');
    const expired = sign(orderClaims({ exp: 1 }));
    assert.deepEqual(await typeOf(await call('POST', `/checkout/${expired}/intent`)), [410, 'token_expired']);
    const status = await call('GET', `/checkout/${expired}/status?id=${id}`);
    assert.equal(((await status.json()) as { status: string }).status, 'paid');
  });

  it('says what was bought, and not what a newer token of the paid order sells, to the shop’s server and in the webhook', async (t) => {
    let isUp = false;
    const { call, pay, operate, readOrder, receiver } = await openProgram(t, {
      shop: () => (isUp ? 204 : 500),
    });
    const { id } = await pay(sign(orderClaims({ iat: 100, metadata: { sku: 'small' } })));
    await operate('GET', '/orders/7');
    await receiver.until(1);
    const newer = sign(orderClaims({ iat: 200, metadata: { sku: 'large' } }));
    assert.equal((await call('POST', `/checkout/${newer}/intent`)).status, 409);
    assert.deepEqual((await readOrder())['metadata'], { sku: 'small' });
    isUp = true;
    const list = (await (await operate('GET', '/webhooks?order=7')).json()) as {
      webhooks: readonly { id: string }[];
    };
    assert.equal((await operate('POST', `/webhooks/${list.webhooks[0]?.id}/resend`)).status, 202);
    const messages = await receiver.until(2);
    assert.equal(new Set(messages.map(({ text }) => text)).size, 1);
    const { data } = messages[0]!.body;
    assert.deepEqual([data.payment_id, data.metadata], [id, { sku: 'small' }]);
  });

  it('keeps a verdict until the order’s record is put back, and makes its webhook then', async (t) => {
    const { deliver, pay, receiver, settings, lines } = await openProgram(t);
    const { id } = await pay(sign(orderClaims()));
    const database = new Database(settings.DATABASE_URL.slice('sqlite:'.length));
    t.after(() => database.close());
    const row = database.prepare("SELECT * FROM pay_checkout_program WHERE order_id = 'order:7'").get() as {
      record: string;
      version: number;
    };
    database.exec("DELETE FROM pay_checkout_program WHERE order_id = 'order:7'");
    assert.equal((await deliver(id)).status, 503);
    assert.match(lines.join(), /has no record of order 7: its webhook cannot be made/);
    assert.equal(receiver.received.length, 0);
    database
      .prepare('INSERT INTO pay_checkout_program (order_id, record, version) VALUES (?, ?, ?)')
      .run('order:7', row.record, row.version);
    assert.equal((await deliver(id)).status, 204);
    const [posted] = await receiver.until(1);
    assert.equal(posted?.body.type, 'order.paid');
  });

  it('says 503 where the service does not know a payment that it has shown before, or where a proxy answers for it', async (t) => {
    const { pay, operate, service, addFault } = await openProgram(t);
    await pay(sign(orderClaims()));
    assert.equal((await operate('GET', '/orders/7')).status, 200);
    await addFault({ route: 'status', fault: 'html-403' });
    assert.equal((await operate('GET', '/orders/7')).status, 503);
    await fetch(new URL('/sandbox/reset', service.baseUrl), { method: 'POST' });
    assert.equal((await operate('GET', '/orders/7')).status, 503);
  });

  it('says 503 for a refund where the checkout’s record cannot be read, and logs why', async (t) => {
    const { pay, operate, settings, lines } = await openProgram(t);
    await pay(sign(orderClaims()));
    assert.equal((await operate('GET', '/orders/7')).status, 200);
    const database = new Database(settings.DATABASE_URL.slice('sqlite:'.length));
    t.after(() => database.close());
    database.exec("UPDATE pay_checkout_orders SET record = '{' WHERE order_id = '7'");
    const refund = await operate('POST', '/orders/7/refund', {}, { 'idempotency-key': 'a' });
    assert.deepEqual(await typeOf(refund), [503, 'unavailable']);
    assert.equal(refund.headers.get('retry-after'), '5');
    assert.match(lines.join(), /"level":"error"[^\n]*The record of order 7 cannot be read\./);
  });

  it('names what is wrong by the parts of the request, as the shop’s server has sent them', async (t) => {
    const { call, pay, operate } = await openProgram(t);
    const refuse = async (path: string, body: object = {}, key = 'a') => {
      const response = await operate('POST', `/orders/7/${path}`, body, { 'idempotency-key': key });
      return ((await response.json()) as { message: string }).message;
    };
    const token = sign(orderClaims());
    await call('POST', `/checkout/${token}/intent`);
    assert.equal(await refuse('refund'), 'The order has no payment that pays for it. Nothing was sent.');
    const { id } = await pay(token);
    await operate('GET', '/orders/7');
    assert.equal(
      await refuse('capture'),
      'The order has a payment that is paid: no capture is possible. Nothing was sent.',
    );
    assert.equal(
      await refuse('refund', { amount: 10_001 }),
      '`amount` is more than the 10000 that are left. Nothing was sent.',
    );
    await refuse('refund', { amount: 100 });
    assert.equal(
      await refuse('refund', { amount: 200 }),
      '`Idempotency-Key` was used before, for a refund of 100: use another one. Nothing was sent.',
    );
    const other = await pay(sign(orderClaims({ sub: '8' })));
    assert.equal(
      await refuse('adopt', { payment_id: other.id }),
      '`payment_id` fits no intent of order 7 that waits for a decision. Nothing was sent.',
    );
    assert.notEqual(id, other.id);
  });

  it('refuses to move money where the address has a query, since an amount there would be overlooked', async (t) => {
    const { pay, operate, serviceCalls } = await openProgram(t);
    await pay(sign(orderClaims()));
    await operate('GET', '/orders/7');
    const before = await serviceCalls();
    for (const move of ['refund', 'capture', 'void']) {
      const response = await operate('POST', `/orders/7/${move}?amount=2500`, undefined, {
        'idempotency-key': 'a',
      });
      assert.deepEqual(await typeOf(response), [400, 'invalid_request']);
    }
    assert.equal(await serviceCalls(), before);
  });

  it('knows an order without its token after a restart', async (t) => {
    const { pay, restart, readOrder, deliver } = await openProgram(t);
    const { id } = await pay(sign(orderClaims()));
    await restart();
    assert.equal((await deliver(id)).status, 204);
    assert.equal((await readOrder())['verdict'], 'paid');
  });

  // `npm test` forges a tenth of the 10,000 of the whole run.
  const rounds = isQuick ? 20 : 200;
  it(`asks nothing of the service for ${rounds * 50} forged tokens`, async (t) => {
    const { call, serviceCalls, operate, url } = await openProgram(t);
    const agent = new Agent({ keepAlive: true });
    t.after(() => agent.destroy());
    await call('GET', '/ready');
    // The program registers its webhook by itself, which takes four calls at the first start with a database.
    let before = await serviceCalls();
    while (before < 4) before = await serviceCalls();
    const actions: ((token: string) => [method: string, path: string, body?: object])[] = [
      (token) => ['POST', `/checkout/${token}/intent`],
      (token) => ['POST', `/checkout/${token}/intent`, { instead_of: crypto.randomUUID() }],
      (token) => ['GET', `/checkout/${token}/status?id=${crypto.randomUUID()}`],
      (token) => ['GET', `/checkout/${token}`],
    ];
    const statuses = new Set<number>();
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const forged = sign(orderClaims({ sub: `${round}-${index}` }), { secret: 'f'.repeat(32) });
          const [method, path, body] = actions[index % actions.length]!(forged);
          statuses.add(await askStatus(agent, url() + path, method, body));
        }),
      );
    assert.deepEqual([...statuses], [401]);
    assert.equal(await serviceCalls(), before);
    assert.equal((await operate('GET', '/orders/0-0')).status, 404);
  });
});
