import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import { orderIdOf } from '../../src/server/checkout/order-id.js';
import { memoryOrders, type Store } from '../../src/server/index.js';
import { listen } from '../listen.js';
import { openCheckout, order7, order8, sharedSecret } from './checkout-shop.js';
import { challenged } from './payer.js';

const stranger = crypto.randomUUID();
const intentUrl = 'https://shop.example/checkout/7/intent';

describe('a request of the checkout', () => {
  const message = {
    id: 'm',
    type: 'payment_paid',
    secret_token: 'a guess',
    data: { id: stranger, status: 'paid' },
  };
  const table: [title: string, method: string, path: string, status: number, type: string, body?: unknown][] =
    [
      ['for the intent of an unknown order', 'POST', '9/intent', 404, 'order_not_found'],
      // 404 has one meaning there: the service knows no such payment.
      ['for a status of an unknown order', 'GET', `9/status?id=${stranger}`, 403, 'payment_of_other_order'],
      ['for a status of no order', 'GET', `7/status?id=${stranger}`, 403, 'payment_of_other_order'],
      ['for a status of an order without intents', 'GET', '7/status', 403, 'payment_of_other_order'],
      ['with JSON that is none', 'POST', '7/intent', 400, 'invalid_request', '{"instead_of":'],
      ['with a list for an intent', 'POST', '7/intent', 400, 'invalid_request', []],
      ['instead of a path', 'POST', '7/intent', 400, 'invalid_request', { instead_of: '..' }],
      ['instead of 101 letters', 'POST', '7/intent', 400, 'invalid_request', { instead_of: 'p'.repeat(101) }],
      ['with 64 KiB and one byte', 'POST', '7/intent', 413, 'invalid_request', '{}'.padEnd(65_537)],
      ['of a message with 1 MB and a byte', 'POST', 'webhook', 413, 'invalid_request', ''.padEnd(1_000_001)],
      ['of the webhook without a secret', 'POST', 'webhook', 400, 'invalid_request', { id: 'm', type: 'x' }],
      ['of the webhook with another secret', 'POST', 'webhook', 400, 'invalid_request', message],
      ['to read an intent', 'GET', '7/intent', 405, 'method_not_allowed'],
      ['to change a status', 'POST', '7/status', 405, 'method_not_allowed', {}],
      ['to delete a webhook', 'DELETE', 'webhook', 405, 'method_not_allowed'],
      ['to announce a payment, as before', 'POST', '7/attempt', 404, 'not_found', { payment_id: stranger }],
      ['for a property of every object', 'POST', '7/toString', 404, 'not_found', {}],
      ['for nothing', 'GET', '', 404, 'not_found'],
    ];
  for (const [title, method, path, status, type, body] of table)
    it(`is answered ${status}: ${title}`, async (t) => {
      const { call, store, calls } = await openCheckout(t);
      const response = await call(method, path, body);
      assert.equal(response.status, status);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const answer = (await response.json()) as { type: string; message: string };
      assert.equal(answer.type, type);
      assert.ok(answer.message);
      assert.equal(
        response.headers.get('allow'),
        status === 405 ? (path === '7/status' ? 'GET' : 'POST') : null,
      );
      assert.deepEqual([await store.load('7'), calls], [undefined, []]);
    });

  const json = 'application/json';
  const senders: [title: string, headers: Record<string, string>, isOwn: boolean][] = [
    ['a form of another site', { 'content-type': 'application/x-www-form-urlencoded' }, false],
    ['a text of another site', { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' }, false],
    ['a text that only names JSON', { 'content-type': 'text/plain; application/json' }, false],
    ['a page of another subdomain without a header', { 'sec-fetch-site': 'same-site' }, false],
    ['nothing at all', {}, false],
    ['JSON with a charset', { 'content-type': `${json}; charset=utf-8` }, true],
    ['a kind of JSON', { 'content-type': 'application/merge-patch+json' }, true],
    ['JSON of a page that CORS allows', { 'content-type': json, 'sec-fetch-site': 'cross-site' }, true],
    ['a header that needs a preflight', { 'x-requested-with': 'pay-checkout' }, true],
    ['a page of the same origin', { 'sec-fetch-site': 'same-origin' }, true],
  ];
  for (const [title, headers, isOwn] of senders)
    it(`for an intent is ${isOwn ? 'taken' : 'refused before it counts, reads or asks'}: ${title}`, async (t) => {
      const found: string[] = [];
      const { checkout, store, calls } = await openCheckout(t, {
        aroundOrders: (orders) => ({
          ...orders,
          find: (request) => (found.push('find'), orders.find(request)),
        }),
        caller: () => (found.push('caller'), 'c'),
        challenge: async () => (found.push('challenge'), true),
      });
      const init = { method: 'POST', headers, body: new TextEncoder().encode('{}') };
      const response = await checkout().fetch(new Request(intentUrl, init));
      assert.equal(response.status, isOwn ? 201 : 403);
      if (!isOwn) assert.deepEqual([found, calls, await store.load('7')], [[], [], undefined]);
    });

  it('may have a body of 64 KiB, null for nothing, and a slash at its end', async (t) => {
    const { call } = await openCheckout(t);
    assert.equal((await call('POST', '7/intent', '{}'.padEnd(65_536))).status, 201);
    assert.equal((await call('POST', '7/intent', { instead_of: null })).status, 201);
    assert.equal((await call('POST', '7/intent/')).status, 201);
    assert.equal((await call('POST', '7/intent/more')).status, 404);
  });

  const length = { 'content-length': '20' };
  const takers: readonly [
    how: string,
    headers: Record<string, string>,
    take: (request: Request) => unknown,
  ][] = [
    ['read', {}, (request) => request.text()],
    ['locked', {}, (request) => request.body?.getReader()],
    ['emptied', length, () => undefined],
  ];
  for (const path of ['7/intent', 'webhook'])
    for (const [how, more, take] of takers)
      it(`whose body something else has ${how} is refused, and the operator learns where the route belongs: ${path}`, async (t) => {
        const { checkout, errors, store } = await openCheckout(t);
        const request = new Request(`https://shop.example/checkout/${path}`, {
          method: 'POST',
          headers: { 'content-type': json, ...more },
          ...(how !== 'emptied' && { body: `{"instead_of":"${stranger}"}` }),
        });
        await take(request);
        assert.equal((await checkout().fetch(request)).status, 400);
        assert.match(
          String(errors),
          /was read before `checkout\.fetch` received it.*before `express\.json\(\)`/,
        );
        assert.equal(await store.load('7'), undefined);
      });

  it('with a length of 0 has no body, and was not read', async (t) => {
    const { call } = await openCheckout(t);
    const headers = { 'content-type': json, 'content-length': '0' };
    assert.equal((await call('POST', '7/intent', undefined, headers)).status, 201);
  });

  const stream = (source: UnderlyingDefaultSource): RequestInit =>
    ({ body: new ReadableStream(source, { highWaterMark: 0 }), duplex: 'half' }) as RequestInit;
  it('is refused when its body breaks off', async (t) => {
    const { checkout, errors } = await openCheckout(t);
    const body = stream({ pull: (each) => each.error(new Error('Connection lost.')) });
    const init = { method: 'POST', headers: { 'content-type': json }, ...body };
    assert.equal((await checkout().fetch(new Request(intentUrl, init))).status, 400);
    assert.deepEqual(errors, []);
  });

  for (const path of ['webhook', '7/intent'])
    it(`with a body that never ends is answered 408 after 10 s, and nothing is saved or asked: ${path}`, async (t) => {
      const { checkout, store, calls } = await openCheckout(t);
      t.mock.timers.enable({ apis: ['setTimeout'] });
      t.after(() => t.mock.timers.reset());
      let begin: () => void = () => undefined;
      const reading = new Promise<void>((resolve) => (begin = resolve));
      const body = stream({ pull: () => (begin(), new Promise<void>(() => undefined)) });
      const url = `https://shop.example/checkout/${path}`;
      const answer = checkout().fetch(
        new Request(url, { method: 'POST', headers: { 'content-type': json }, ...body }),
      );
      await reading;
      await new Promise((resolve) => setImmediate(resolve));
      t.mock.timers.tick(10_000);
      assert.equal((await answer).status, 408);
      assert.deepEqual([calls, await store.load('7')], [[], undefined]);
    });

  it('leaves its body to the check of who asks, and to the challenge', async (t) => {
    const { call, restart, orders } = await openCheckout(t);
    const read = async (request: Request) => ((await request.json()) as { order: string }).order;
    restart({
      orders: { ...orders, find: async (request) => orders.get(await read(request)) },
      challenge: async (request) => (await read(request)) === '7',
    });
    assert.equal((await call('POST', 'intent', { order: '7' })).status, 201);
    const refused = await call('POST', 'intent', { order: '8' });
    assert.deepEqual(
      [refused.status, ((await refused.json()) as { type: string }).type],
      [403, 'challenge_required'],
    );
  });
});

describe('orderIdOf', () => {
  for (const [path, prefix, expected] of [
    ['/checkout/7/intent', undefined, '7'],
    ['/checkout/7/intent/', undefined, '7'],
    ['/checkout/a%2Fb%20c/status', undefined, 'a/b c'],
    ['/checkout/%D9%A7/status', undefined, '٧'],
    ['/checkout/2024/7/intent', '/checkout', '2024/7'],
    ['/checkout/2024/7/intent//', 'checkout/', '2024/7'],
    ['/7/intent', '/', '7'],
    ['/checkout/intent', '/checkout', undefined],
    ['/other/7/intent', '/checkout', undefined],
    ['/checkout/%E0%A4%A/intent', undefined, undefined],
    ['/intent', undefined, undefined],
    ['/', undefined, undefined],
  ] as const)
    it(`reads ${expected} from ${path}${prefix ? ` below ${prefix}` : ''}`, () =>
      assert.equal(orderIdOf({ url: `https://shop.example${path}?id=9` }, prefix), expected));
});

it('orders in memory are found by the request, and by their id', async () => {
  const orders = memoryOrders([order7, order8], (request) => new URL(request.url).pathname.slice(1));
  assert.equal(await orders.find(new Request('https://shop.example/8')), order8);
  assert.equal(await orders.find(new Request('https://shop.example/9')), undefined);
  assert.equal(await orders.get('9'), undefined);
});

describe('the status', () => {
  it('answers for the own ids of the order, for the newest without an id, and 404 for what the service does not know', async (t) => {
    const { intent, pay, status, call, verdicts } = await openCheckout(t);
    const other = await intent(undefined, '8');
    const first = await pay(await intent(), challenged);
    const second = await intent({ instead_of: first.id });
    assert.equal((await status(first.id)).status, 200);
    assert.equal((await status(second.payment_id)).status, 404);
    assert.equal((await call('GET', '7/status')).status, 404);
    const { id } = await pay(second);
    const newest = (await (await call('GET', '7/status')).json()) as { id: string };
    assert.equal(newest.id, id);
    assert.equal((await status(other.payment_id)).status, 403);
    assert.equal((await status(id, '8')).status, 403);
    // The element adds the id at the end of the page's own address.
    assert.equal((await call('GET', `7/status?id=7&id=${id}`)).status, 200);
    assert.equal((await call('GET', `7/status?id=${id}&id=7`)).status, 403);
    assert.deepEqual(verdicts(), ['paid']);
  });

  it('shows what the element needs, and neither the card nor the payer', async (t) => {
    const { intent, pay, status } = await openCheckout(t);
    const { id, source } = await pay(await intent(), challenged);
    const { source: shown, ...rest } = (await (await status(id)).json()) as { source: object };
    const callback_url = 'https://shop.example/back?lang=en&pay_order=7';
    assert.deepEqual(rest, { id, status: 'initiated', amount: 10_000, currency: 'SAR', callback_url });
    const { transaction_url } = source;
    assert.deepEqual(
      { ...shown, message: '' },
      { type: 'creditcard', company: 'mada', message: '', transaction_url },
    );
  });

  it('is not 404 once the service has shown the payment', async (t) => {
    const { intent, pay, status, shown } = await openCheckout(t);
    const { id } = await pay(await intent());
    assert.equal((await status(id)).status, 200);
    shown.payments = () => undefined;
    assert.equal((await status(id)).status, 503);
  });
});

describe('a webhook message', () => {
  it('settles the payment that it is about, twice as well as once', async (t) => {
    const { intent, pay, deliver, settled } = await openCheckout(t);
    const { id } = await pay(await intent());
    // Only the id counts.
    for (const data of [
      { id, status: 'paid' },
      { id, status: 'paid', amount: 1 },
    ])
      assert.equal((await deliver(data)).status, 204);
    assert.deepEqual(
      settled.map(({ orderId, verdict }) => [orderId, verdict]),
      [['7', 'paid']],
    );
  });

  it('is not believed, and comes again until the service shows what it says of a decided payment', async (t) => {
    const { intent, pay, deliver, verdicts, service, client, shown } = await openCheckout(t);
    const payment = await pay(await intent(), challenged);
    assert.equal((await deliver({ ...payment, status: 'paid' })).status, 204);
    assert.deepEqual(verdicts(), []);
    await service.answer(payment.source.transaction_url, 'authenticated');
    await deliver({ ...payment, status: 'paid' });
    await client.refundPayment(payment.id);
    const refunded = await client.retrievePayment(payment.id);
    shown.payments = (body) => ({ ...body, status: 'paid', refunded: 0 });
    assert.equal((await deliver(refunded, { type: 'payment_refunded' })).status, 503);
    shown.payments = undefined;
    assert.equal((await deliver(refunded, { type: 'payment_refunded' })).status, 204);
    await deliver({ ...payment, status: 'paid' });
    assert.deepEqual(verdicts(), ['paid', 'reversed']);
  });

  for (const type of ['payment_paid', 'payment_disputed'])
    it(`is answered 503 when the payment cannot be read now: ${type}`, async (t) => {
      const { intent, pay, deliver, control, settled } = await openCheckout(t);
      const { id } = await pay(await intent());
      for (const fault of ['503', 'html-403', 'drop-before', 'truncated', '429']) {
        await control('faults', { route: 'status', fault });
        assert.equal((await deliver({ id, status: 'paid' }, { type })).status, 503, fault);
      }
      assert.deepEqual(settled, []);
      assert.equal((await deliver({ id, status: 'paid' }, { type })).status, 204);
      assert.equal(settled.length, 1);
    });

  it('of a later kind is acknowledged when it is about no payment; of a known kind it comes again', async (t) => {
    const { deliver, errors } = await openCheckout(t);
    for (const id of [stranger, '', 'https://shop.example/links/1', 'a b'])
      assert.equal((await deliver({ id }, { type: 'payment_link_paid' })).status, 204, id);
    for (const type of ['balance_transferred', 'invoice_paid', 'card_auth_failed'])
      assert.equal((await deliver({ id: stranger, status: 'paid' }, { type })).status, 204);
    assert.deepEqual(errors, []);
    assert.equal((await deliver({ id: stranger, status: 'paid' })).status, 503);
  });

  it('is acknowledged when the payment is of another shop, of no order that a store can hold, or of a record of the checkout', async (t) => {
    const { deliver, direct, records, settled, checkout, sweep } = await openCheckout(t);
    await sweep();
    const hard = ['', '99', '%00', 'x'.repeat(1025), '%D9%A7'.repeat(600), 'pay-checkout:sweep'];
    const queries = ['', ...hard.map((id) => `?pay_order=${id}`)];
    for (const query of queries) {
      const { id } = await direct({
        amount: 10_000,
        currency: 'SAR',
        callback_url: `https://x.example/${query}`,
      });
      assert.equal((await deliver({ id, status: 'paid' })).status, 204, query.slice(0, 30));
      await assert.rejects(checkout().settle(id), { type: 'payment_of_no_order' });
    }
    assert.deepEqual([records.open(), settled], [[], []]);
  });

  it('with the right secret and an odd shape reaches the operator, and one with another secret does not', async (t) => {
    const { deliver, errors } = await openCheckout(t);
    for (const data of [{}, { id: 7 }]) {
      assert.equal((await deliver(data)).status, 400);
      assert.match(String(errors.pop()), /The delivery names no payment/);
      assert.equal((await deliver(data, { secret_token: 'a guess' })).status, 400);
    }
    assert.deepEqual(errors, []);
  });

  it('without the secret never reaches the operator, however little of it can be read', async (t) => {
    const { call, errors } = await openCheckout(t);
    for (const body of ['', 'null', '[]', '"paid"', '{"secret_token":', '\0', '<xml/>'])
      assert.equal((await call('POST', 'webhook', body)).status, 400, body);
    assert.deepEqual(errors, []);
  });

  it('is read with all the metadata and the description that an order can have, each letter escaped', async (t) => {
    const { call, intent, pay, verdicts } = await openCheckout(t);
    const { id } = await pay(await intent());
    const metadata = Object.fromEntries(Array.from({ length: 30 }, (_, key) => [key, 'ش'.repeat(500)]));
    const data = { id, status: 'paid', metadata, description: 'ش'.repeat(8000) };
    const message = JSON.stringify({ id: 'm', type: 'payment_paid', secret_token: sharedSecret, data });
    const escaped = message.replaceAll('ش', '\\u0634');
    assert.equal((await call('POST', 'webhook', escaped)).status, 204);
    assert.deepEqual(verdicts(), ['paid']);
  });

  it('is answered 404 when there is no secret for it, and the secret cannot be empty', async (t) => {
    for (const none of [undefined, null as never]) {
      const { deliver, askIntent, restart } = await openCheckout(t, { sharedSecret: none });
      assert.equal((await deliver({ id: stranger, status: 'paid' })).status, 404);
      assert.equal((await askIntent()).status, 201);
      assert.throws(() => restart({ sharedSecret: ' ' }), { code: 'configuration', field: 'sharedSecret' });
    }
  });

  it('is received from the service itself', async (t) => {
    const { intent, pay, client, control, settled, checkout } = await openCheckout(t);
    const listener = getRequestListener(checkout().fetch, { overrideGlobalObjects: false });
    const url = await listen(t, (request, response) => void listener(request, response));
    await client.registerWebhook({ url: `${url}/webhook`, shared_secret: sharedSecret });
    await pay(await intent());
    await control('clock', { advance: 0 });
    assert.equal(settled.length, 1);
  });
});

describe('createCheckout', () => {
  for (const [option, value] of Object.entries({
    // As an environment variable has it.
    refundDuplicates: 'false',
    sharedSecret: 7,
    onSettled: 'settle',
    onError: {},
    challenge: true,
    caller: 'x-forwarded-for',
    client: {},
  }))
    it(`refuses ${option} where it is ${JSON.stringify(value)}`, async (t) => {
      const { restart } = await openCheckout(t);
      assert.throws(() => restart({ [option]: value as never }), { code: 'configuration', field: option });
    });

  it('takes a store that can neither list nor migrate, for everything but the report', async (t) => {
    const shop = await openCheckout(t, {
      aroundStore: ({ load, save, claimDue }) => ({ load, save, claimDue }) as Store,
    });
    const { id } = await shop.pay(await shop.intent());
    assert.equal((await shop.checkout().settle(id)).verdict, 'paid');
    assert.deepEqual([(await shop.checkout().sweep()).left, shop.errors], [false, []]);
    await assert.rejects(shop.checkout().report(), {
      ...{ code: 'configuration', field: 'store' },
      message: '`store` must be a store with the function `list`.',
    });
  });
});

describe('when nothing can be known', () => {
  for (const [title, body] of [
    ['HTML', '<h1>Not found</h1>'],
    ['a gateway', '{"message":"no Route matched with those values"}'],
    ['another program', '{"type":"about:blank","title":"Not Found"}'],
    ['a wrong address, in the words of older services,', '{"type":"api_error","message":"Not found"}'],
  ] as const)
    it(`the 404 of ${title} is no answer: 503, and no intent`, async (t) => {
      let isBroken = false;
      const { intent, askIntent, status } = await openCheckout(t, {
        intercept: async (url, init, send) =>
          isBroken ? new Response(body, { status: 404 }) : send(url, init),
      });
      const { payment_id } = await intent();
      isBroken = true;
      assert.equal((await status(payment_id)).status, 503);
      const refused = await askIntent();
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
    });

  const failing = () => Promise.reject(new Error('disk full'));
  const loading = (record: string, version: unknown = 1) => ({ load: async () => ({ record, version }) });
  const older = '{"format":2,"sweeps":0,"intentCount":0,"intents":[],"declines":[],"charges":[{}]}';
  const tooOld = /is of a version before the first release/;
  const stores: [title: string, change: object, message: RegExp][] = [
    ['that cannot be read', { load: failing }, /disk full/],
    ['that cannot be written to', { save: failing }, /disk full/],
    ['with a record of a later format', loading('{"format":3}'), /record of order 7 cannot be read/],
    ['with a record of the format before', loading('{"format":1}'), tooOld],
    ['with charges as they stood before the first release', loading(older), tooOld],
    ['with half a record', loading('{"format":2,'), /cannot be read/],
    [
      'that answers an object',
      { save: async () => ({ changes: 1 }) },
      /`store.save` must answer true or false/,
    ],
    ['that never saves', { save: async () => false }, /`store.save` has refused too often/],
    ['that gives versions as texts', loading('{}', '1'), /must answer `version` as a number/],
  ];
  for (const [title, change, message] of stores)
    it(`a database ${title} is a clear answer to the operator, and no intent`, async (t) => {
      const { askIntent, errors } = await openCheckout(t, {
        aroundStore: (store) => ({ ...store, ...change }),
      });
      const refused = await askIntent();
      assert.equal(refused.status, 503);
      assert.doesNotMatch(await refused.text(), /disk|pi_secret|store/);
      assert.match(String(errors), message);
    });
});
