import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PayError, type PayClient, type Store } from '../../src/server/index.js';
import type { Payment } from '../../src/wire/index.js';
import { openCheckout, order7, sharedSecret, type Conflict } from './checkout-shop.js';
import { challenged } from './payer.js';

const stranger = crypto.randomUUID();

describe('a request of the checkout', () => {
  const table: [
    title: string,
    method: string,
    path: string,
    body: unknown,
    status: number,
    type: string | undefined,
  ][] = [
    ['for the intent of an unknown order', 'POST', '9/intent', undefined, 404, 'order_not_found'],
    [
      'to announce for an unknown order',
      'POST',
      '9/attempt',
      { payment_id: stranger },
      404,
      'order_not_found',
    ],
    // 404 has one meaning there: the service knows no such payment.
    ['for a status of an unknown order', 'GET', `9/status?id=${stranger}`, undefined, 403, 'not_announced'],
    ['for a status nobody announced', 'GET', `7/status?id=${stranger}`, undefined, 403, 'not_announced'],
    ['for a status without an id', 'GET', '7/status', undefined, 403, 'not_announced'],
    ['for nothing that makes sense of an unknown order', 'POST', '9/attempt', '{', 404, 'order_not_found'],
    ['to announce nothing', 'POST', '7/attempt', undefined, 400, 'invalid_request'],
    ['to announce a path', 'POST', '7/attempt', { payment_id: '../invoices' }, 400, 'invalid_request'],
    ['to announce a name and a path', 'POST', '7/attempt', { payment_id: 'p/..' }, 400, 'invalid_request'],
    ['to announce an empty id', 'POST', '7/attempt', { payment_id: '' }, 400, 'invalid_request'],
    [
      'to announce an id of 101 characters',
      'POST',
      '7/attempt',
      { payment_id: 'p'.repeat(101) },
      400,
      'invalid_request',
    ],
    ['to announce a number', 'POST', '7/attempt', { payment_id: 7 }, 400, 'invalid_request'],
    ['with JSON that is none', 'POST', '7/attempt', '{"payment_id":', 400, 'invalid_request'],
    ['with a list for an intent', 'POST', '7/intent', [], 400, 'invalid_request'],
    ['instead of a path', 'POST', '7/intent', { instead_of: '..' }, 400, 'invalid_request'],
    ['with 64 KiB and one byte', 'POST', '7/intent', '{}'.padEnd(65_537), 413, 'invalid_request'],
    ['with 65 KiB', 'POST', '7/intent', { instead_of: 'x'.repeat(66_000) }, 413, 'invalid_request'],
    ['of the webhook with 65 KiB', 'POST', 'webhook', 'x'.repeat(66_000), 413, 'invalid_request'],
    ['of the webhook without a secret', 'POST', 'webhook', { id: 'm', type: 'x' }, 400, 'invalid_request'],
    [
      'of the webhook with another secret',
      'POST',
      'webhook',
      { id: 'm', type: 'payment_paid', secret_token: 'a guess', data: { id: stranger, status: 'paid' } },
      400,
      'invalid_request',
    ],
    ['to read an intent', 'GET', '7/intent', undefined, 405, 'method_not_allowed'],
    ['to change a status', 'POST', '7/status', {}, 405, 'method_not_allowed'],
    ['to delete a webhook', 'DELETE', 'webhook', undefined, 405, 'method_not_allowed'],
    ['for something else', 'POST', '7/refund', {}, 404, 'not_found'],
    ['for a property of every object', 'POST', '7/toString', {}, 404, 'not_found'],
    ['for nothing', 'GET', '', undefined, 404, 'not_found'],
  ];
  for (const [title, method, path, body, status, type] of table) {
    it(`is answered ${status}: ${title}`, async (t) => {
      const { call, store } = await openCheckout(t);
      const response = await call(method, path, body);
      assert.equal(response.status, status);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const answer = (await response.json()) as { type: string; message: string };
      assert.equal(answer.type, type);
      assert.ok(answer.message);
      assert.equal(await store.load('7'), undefined);
    });
  }

  it('may have a body of 64 KiB, and an id of a hundred characters', async (t) => {
    const { call, attempt, record } = await openCheckout(t);
    assert.equal((await call('POST', '7/intent', '{}'.padEnd(65_536))).status, 201);
    assert.equal((await attempt('p'.repeat(100))).status, 204);
    assert.equal((await record()).payments.length, 1);
  });

  it('names the method that would be right, and is asked to come again after a while', async (t) => {
    const { call, restart, client, orders } = await openCheckout(t);
    const wrong = await call('GET', '7/intent');
    assert.equal(wrong.headers.get('allow'), 'POST');
    assert.equal(wrong.headers.get('content-type'), 'application/json');
    assert.equal((await call('POST', '7/status')).headers.get('allow'), 'GET');
    restart({ client, orders: { ...orders, find: () => Promise.reject(new Error('No connection.')) } });
    assert.equal((await call('POST', '7/intent')).headers.get('retry-after'), '5');
  });

  it('is known by the last segment of its path, also with a slash behind it', async (t) => {
    const { call } = await openCheckout(t);
    assert.equal((await call('POST', '7/intent/')).status, 201);
    assert.equal((await call('POST', '7/intent/more')).status, 404);
  });

  it('is refused when a parser has left nothing of a body that was sent', async (t) => {
    const { checkout, store } = await openCheckout(t);
    const empty = (length: string) =>
      checkout().fetch(
        new Request('https://shop.example/checkout/7/intent', {
          method: 'POST',
          headers: { 'content-length': length },
        }),
      );
    const refused = await empty('20');
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /The body cannot be read\./);
    assert.equal(await store.load('7'), undefined);
    assert.equal((await empty('0')).status, 201);
  });

  it('is refused when its body breaks off', async (t) => {
    const { checkout, errors } = await openCheckout(t);
    const body = new ReadableStream({ start: (stream) => stream.error(new Error('Connection lost.')) });
    const response = await checkout().fetch(
      new Request('https://shop.example/checkout/7/intent', {
        method: 'POST',
        body,
        duplex: 'half',
      } as RequestInit),
    );
    assert.equal(response.status, 400);
    assert.deepEqual(errors, []);
  });

  it('is answered 404 at the webhook when there is no secret for it', async (t) => {
    const { deliver, askIntent } = await openCheckout(t, { sharedSecret: undefined });
    assert.equal((await deliver({ id: stranger, status: 'paid' })).status, 404);
    assert.equal((await askIntent()).status, 201);
  });

  it('cannot have an empty secret', async (t) => {
    const { restart } = await openCheckout(t);
    assert.throws(() => restart({ sharedSecret: ' ' }), { code: 'configuration', field: 'sharedSecret' });
  });

  it('leaves its body to the check of who asks', async (t) => {
    const { call, restart, orders, client } = await openCheckout(t);
    restart({
      client,
      orders: {
        ...orders,
        find: async (request) => orders.get(((await request.json()) as { order: string }).order),
      },
    });
    assert.equal((await call('POST', 'intent', { order: '7' })).status, 201);
  });

  it('is refused when something else has read its body before', async (t) => {
    const { checkout, errors, store } = await openCheckout(t);
    for (const [name, body] of [
      ['intent', { instead_of: stranger }],
      ['attempt', { payment_id: stranger }],
    ] as const) {
      const request = new Request(`https://shop.example/checkout/7/${name}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      await request.json();
      const response = await checkout().fetch(request);
      assert.equal(response.status, 400);
      assert.match(await response.text(), /The body cannot be read\./);
    }
    assert.deepEqual(errors, []);
    assert.equal(await store.load('7'), undefined);
  });
});

describe('an announced payment', () => {
  it('is noted once, however often it is announced', async (t) => {
    const { attempt, intent, record } = await openCheckout(t);
    await intent();
    for (let times = 0; times < 3; times++) {
      const response = await attempt(stranger);
      assert.equal(response.status, 204);
      assert.equal(await response.text(), '');
      assert.equal(response.headers.get('cache-control'), 'no-store');
    }
    assert.equal((await record()).payments.length, 1);
  });

  it('is 404 while the service knows no such payment', async (t) => {
    const { attempt, status } = await openCheckout(t);
    await attempt(stranger);
    assert.equal((await status(stranger)).status, 404);
  });

  it('is of the last id in the query, which the element has added, where the page’s own address has one too', async (t) => {
    const { attempt, call } = await openCheckout(t);
    await attempt(stranger);
    assert.equal((await call('GET', `7/status?id=7&id=${stranger}`)).status, 404);
    assert.equal((await call('GET', `7/status?id=${stranger}&id=7`)).status, 403);
  });

  it('shows what the element needs, and neither the card nor the payer', async (t) => {
    const { intent, pay, status } = await openCheckout(t);
    const { id, source } = await pay(await intent(), challenged);
    const response = await status(id);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      id,
      status: 'initiated',
      amount: 10_000,
      currency: 'SAR',
      callback_url: 'https://shop.example/back?lang=en&pay_order=7&pay_intent=1',
      source: {
        type: 'creditcard',
        company: 'mada',
        message: 'Waiting for 3-D Secure authentication',
        transaction_url: source.transaction_url,
      },
    });
  });

  it('is not 404 once the service has shown it', async (t) => {
    let hidden = false;
    const { intent, pay, status } = await openCheckout(t, {
      around: (client) => ({
        ...client,
        retrievePayment: (id) => client.retrievePayment(hidden ? crypto.randomUUID() : id),
      }),
    });
    const { id } = await pay(await intent());
    assert.equal((await status(id)).status, 200);
    hidden = true;
    assert.equal((await status(id)).status, 503);
  });

  it("is not shown to the payer of another order, nor is another order's payment to this one's", async (t) => {
    const { intent, pay, status } = await openCheckout(t);
    const { id } = await pay(await intent());
    assert.equal((await status(id, '8')).status, 403);
    assert.equal((await status(stranger)).status, 403);
  });

  it('is settled by whoever asks for its status', async (t) => {
    const { intent, pay, status, settled } = await openCheckout(t);
    await status((await pay(await intent())).id);
    assert.deepEqual(
      settled.map(({ verdict }) => verdict),
      ['paid'],
    );
  });

  it('is stopped before it is sent when the order is paid meanwhile, unless it is the one that paid', async (t) => {
    const { intent, pay, attempt, checkout } = await openCheckout(t);
    const { id } = await pay(await intent());
    await checkout().settle(id);
    const other = await attempt(stranger);
    assert.equal(other.status, 409);
    const { type, payment } = (await other.json()) as Conflict;
    assert.deepEqual([type, payment?.id, payment?.status], ['order_paid', id, 'paid']);
    assert.equal((await attempt(id)).status, 204);
  });

  it('is stopped before it is sent when the price of the order has changed since its page got the intent', async (t) => {
    const { intent, attempt, list, record, payUnseen } = await openCheckout(t);
    const old = await intent();
    list[0] = { ...order7, amount: 20_000 };
    const response = await attempt(stranger);
    assert.equal(response.status, 409);
    assert.equal(((await response.json()) as { type: string }).type, 'price_changed');
    assert.deepEqual((await record()).payments, []);
    assert.equal((await intent()).amount, 20_000);
    assert.equal((await attempt(stranger)).status, 204);
    assert.equal((await payUnseen(old)).status, undefined);
  });

  it('is stopped before it is sent again when another payment has paid meanwhile', async (t) => {
    let down = false;
    const { intent, pay, attempt, service, deliver, list } = await openCheckout(t, {
      around: (client) => ({
        ...client,
        cancelPaymentIntent: (id) =>
          down ? Promise.reject(new PayError('network', 'No answer.')) : client.cancelPaymentIntent(id),
      }),
    });
    const waiting = await pay(await intent(), challenged);
    await intent({ instead_of: waiting.id });
    assert.equal((await attempt(stranger)).status, 204);
    await service.answer(waiting.source.transaction_url, 'authenticated');
    // The second intent stays payable: it cannot be canceled now.
    down = true;
    assert.equal((await deliver(waiting)).status, 204);
    assert.equal((await attempt(stranger)).status, 409);
    // That it is paid outweighs its price.
    list[0] = { ...order7, amount: 20_000 };
    assert.equal(((await (await attempt(stranger)).json()) as Conflict).type, 'order_paid');
  });

  it('holds the order up when its page goes on with it after another page has given it up', async (t) => {
    const { intent, attempt, service, conflict } = await openCheckout(t);
    const { client_secret: secret } = await intent();
    await attempt(stranger);
    await intent({ instead_of: stranger });
    await attempt(stranger);
    await service.pay({ secret, card: challenged, more: { given_id: stranger } });
    assert.equal((await conflict()).payment?.id, stranger);
  });

  it('is one of thirty in an hour at most, and one that was announced before still may be sent', async (t) => {
    const { attempt, calls } = await openCheckout(t);
    for (let number = 0; number < 30; number++) assert.equal((await attempt(`p-${number}`)).status, 204);
    const refused = await attempt('p-30');
    assert.equal(refused.status, 429);
    assert.equal(((await refused.json()) as { type: string }).type, 'too_many_attempts');
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 3500 && wait <= 3600, String(wait));
    assert.equal((await attempt('p-1')).status, 204);
    assert.deepEqual(calls, []);
  });

  it('is not counted any more after an hour', async (t) => {
    const { attempt } = await openCheckout(t);
    for (let number = 0; number < 30; number++) await attempt(`p-${number}`);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_001 });
    assert.equal((await attempt('p-30')).status, 204);
  });
});

describe('a webhook message', () => {
  it('settles the payment that it is about, twice as well as once', async (t) => {
    const { intent, payUnseen, deliver, settled } = await openCheckout(t);
    const payment = await payUnseen(await intent());
    for (let times = 0; times < 2; times++) assert.equal((await deliver(payment)).status, 204);
    assert.deepEqual(
      settled.map(({ orderId, verdict }) => [orderId, verdict]),
      [['7', 'paid']],
    );
  });

  it('is not believed: what counts is how the service shows the payment', async (t) => {
    const { intent, pay, deliver, settled, service } = await openCheckout(t);
    const payment = await pay(await intent(), challenged);
    assert.equal((await deliver({ ...payment, status: 'paid' })).status, 204);
    assert.deepEqual(settled, []);
    // The message about `initiated` has marked nothing as handled.
    await service.answer(payment.source.transaction_url, 'authenticated');
    assert.equal((await deliver({ ...payment, status: 'paid' })).status, 204);
    assert.equal(settled.length, 1);
  });

  it('about a refund counts, and one that comes late changes nothing', async (t) => {
    const { intent, pay, deliver, client, settled, askIntent } = await openCheckout(t);
    const payment = await pay(await intent());
    await deliver(payment);
    await client.refundPayment(payment.id);
    await deliver(payment, { type: 'payment_refunded' });
    await deliver(payment, { type: 'payment_paid' });
    assert.deepEqual(
      settled.map(({ verdict }) => verdict),
      ['paid', 'reversed'],
    );
    assert.equal((await askIntent()).status, 201);
  });

  it('is answered 503 when the payment cannot be read now, and noted when it comes again', async (t) => {
    const { intent, payUnseen, deliver, control, settled } = await openCheckout(t);
    const payment = await payUnseen(await intent());
    for (const fault of ['503', 'html-403', 'drop-before', 'truncated', '429']) {
      await control('faults', { route: 'status', fault });
      assert.equal((await deliver(payment)).status, 503, fault);
    }
    assert.deepEqual(settled, []);
    assert.equal((await deliver(payment)).status, 204);
    assert.equal(settled.length, 1);
  });

  it('is answered 503 when the service does not show the payment yet', async (t) => {
    const { deliver } = await openCheckout(t);
    assert.equal((await deliver({ id: stranger, status: 'paid' })).status, 503);
  });

  it('of a later kind is answered 204 when what it is about is no payment', async (t) => {
    const { deliver, errors } = await openCheckout(t);
    for (const id of [stranger, '', 'https://shop.example/links/1', 'a b'])
      assert.equal((await deliver({ id }, { type: 'payment_link_paid' })).status, 204, id);
    assert.deepEqual(errors, []);
    for (const id of [stranger, 'a b'])
      assert.equal((await deliver({ id, status: 'paid' }, { type: 'payment_paid' })).status, 503, id);
  });

  it('of a later kind is answered 503 when nobody knows whether it is about a payment', async (t) => {
    const { intent, payUnseen, deliver, control, settled } = await openCheckout(t);
    const payment = await payUnseen(await intent());
    for (const fault of ['503', 'html-403', 'drop-before', 'truncated', '429']) {
      await control('faults', { route: 'status', fault });
      assert.equal((await deliver(payment, { type: 'payment_disputed' })).status, 503, fault);
    }
    assert.equal((await deliver(payment, { type: 'payment_disputed' })).status, 204);
    assert.equal(settled.length, 1);
  });

  for (const [kind, change, verdict] of [
    ['captured', 'capturePayment', 'paid'],
    ['refunded', 'refundPayment', 'reversed'],
    ['voided', 'voidPayment', 'reversed'],
  ] as const) {
    it(`is answered 503 while the service does not show yet that the payment is ${kind}`, async (t) => {
      let shown: Awaited<ReturnType<PayClient['retrievePayment']>> | undefined;
      const { intent, attempt, service, client, deliver, settled } = await openCheckout(t, {
        around: (client) => ({
          ...client,
          retrievePayment: async (id) => shown ?? client.retrievePayment(id),
        }),
      });
      const { client_secret: secret } = await intent();
      await attempt(stranger);
      await service.pay({ secret, manual: kind === 'captured', more: { given_id: stranger } });
      shown = await client.retrievePayment(stranger);
      await deliver(shown);
      await client[change](stranger);
      const message = await client.retrievePayment(stranger);
      assert.equal((await deliver(message, { type: `payment_${kind}` })).status, 503);
      shown = undefined;
      assert.equal((await deliver(message, { type: `payment_${kind}` })).status, 204);
      assert.equal(settled.at(-1)?.verdict, verdict);
    });
  }

  it('is answered 503 while the service does not show it yet, a day after the sweep has last asked', async (t) => {
    let behind = false;
    const { intent, pay, service, client, deliver, settled, control, askIntent, status } = await openCheckout(
      t,
      {
        around: (client) => ({
          ...client,
          async retrievePayment(id) {
            const payment = await client.retrievePayment(id);
            return behind ? { ...payment, status: 'initiated' } : payment;
          },
        }),
      },
    );
    const { id, source } = await pay(await intent(), challenged);
    await status(id);
    const now = Date.now();
    t.mock.method(Date, 'now', () => now + 25 * 3_600_000);
    await service.answer(source.transaction_url, 'authenticated');
    behind = true;
    const message = await client.retrievePayment(id);
    assert.equal((await deliver(message)).status, 503);
    behind = false;
    assert.equal((await deliver(message)).status, 204);
    assert.deepEqual(
      settled.map(({ verdict }) => verdict),
      ['paid'],
    );
    await control('clock', { advance: 25 * 3600 });
    assert.equal((await askIntent()).status, 409);
  });

  it('is answered 503 while the service does not show yet that the second payment is refunded, though the first still waits', async (t) => {
    const shown: Payment[] = [];
    const { intent, pay, client, deliver, status } = await openCheckout(t, {
      around: (client) => ({
        ...client,
        retrievePayment: async (id) => shown[0] ?? client.retrievePayment(id),
      }),
    });
    const first = await pay(await intent(), challenged);
    const second = await pay(await intent({ instead_of: first.id }));
    await status(second.id);
    const paid = await client.retrievePayment(second.id);
    await client.refundPayment(second.id);
    const message = await client.retrievePayment(second.id);
    shown.push(paid);
    assert.equal((await deliver(message, { type: 'payment_refunded' })).status, 503);
  });

  it('is answered 503 when onSettled fails, so that it comes again', async (t) => {
    let works = false;
    const { intent, payUnseen, deliver } = await openCheckout(t, {
      onSettled: () => {
        if (!works) throw new Error('The warehouse does not answer.');
      },
    });
    const payment = await payUnseen(await intent());
    assert.equal((await deliver(payment)).status, 503);
    works = true;
    assert.equal((await deliver(payment)).status, 204);
  });

  it('is answered 503 within 8 seconds when the service is slow', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let asked: () => void = () => undefined;
    const asking = new Promise<void>((resolve) => (asked = resolve));
    const { deliver, errors } = await openCheckout(t, {
      around: (client) => ({
        ...client,
        retrievePayment: () => {
          asked();
          return new Promise(() => undefined);
        },
      }),
    });
    const response = deliver({ id: stranger, status: 'paid' });
    await asking;
    t.mock.timers.tick(8000);
    assert.equal((await response).status, 503);
    assert.deepEqual(
      errors.map((error) => [(error as PayError).code, (error as PayError).retryable]),
      [['network', true]],
    );
  });

  for (const [title, more] of [
    ['of a kind that came later', { type: 'balance_transferred', data: { id: stranger, status: 'paid' } }],
    ['about an invoice', { type: 'invoice_paid', data: { id: stranger, status: 'paid' } }],
  ] as const) {
    it(`is acknowledged: ${title}`, async (t) => {
      const { deliver } = await openCheckout(t);
      assert.equal((await deliver({}, more)).status, 204);
    });
  }

  it('is acknowledged when the payment is for another business of the same account', async (t) => {
    const { deliver, client, service, records } = await openCheckout(t);
    for (const callback_url of [
      'https://other.example/',
      'https://other.example/?pay_order=99&pay_intent=1',
    ]) {
      const { client_secret: secret } = await client.createPaymentIntent({ amount: 10_000, callback_url });
      assert.equal((await deliver(await service.pay({ secret }))).status, 204);
    }
    assert.deepEqual(records.open(), []);
  });

  it('is heard from the service itself', async (t) => {
    const { intent, payUnseen, client, restart, control, settled, checkout } = await openCheckout(t);
    restart();
    const { createServer } = await import('node:http');
    const { getRequestListener } = await import('@hono/node-server');
    const listener = getRequestListener(checkout().fetch, { overrideGlobalObjects: false });
    const server = createServer((request, response) => void listener(request, response)).listen(
      0,
      '127.0.0.1',
    );
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as { port: number };
    await client.registerWebhook({ url: `http://127.0.0.1:${port}/webhook`, shared_secret: sharedSecret });
    await payUnseen(await intent());
    await control('clock', { advance: 0 });
    assert.equal(settled.length, 1);
  });
});

describe('when nothing can be known', () => {
  it('answers 503 and issues no intent when the service is unreachable', async (t) => {
    const { intent, pay, control, askIntent, status, errors } = await openCheckout(t);
    const { id } = await pay(await intent(), challenged);
    await control('faults', { route: 'status', fault: '500', times: 2 });
    const response = await askIntent();
    assert.equal(response.status, 503);
    assert.equal(((await response.json()) as { type: string }).type, 'unavailable');
    assert.equal((await status(id)).status, 503);
    assert.equal(errors.length, 2);
  });

  it('a 404 that is not the own word of the service counts as no answer', async (t) => {
    for (const [type, body] of [
      ['text/html', '<h1>Not found</h1>'],
      ['application/json', '{"message":"no Route matched with those values"}'],
      ['application/json', '{"type":"about:blank","title":"Not Found"}'],
    ] as const) {
      let broken = false;
      const base = await openCheckout(t);
      const { createPayClient } = await import('../../src/server/index.js');
      const client = createPayClient({
        secretKey: 'sk_test_sandbox',
        baseUrl: base.service.baseUrl,
        fetch: (url, init) =>
          broken ? new Response(body, { status: 404, headers: { 'content-type': type } }) : fetch(url, init),
      });
      base.restart({ client });
      await base.intent();
      await base.attempt(stranger);
      broken = true;
      assert.equal((await base.status(stranger)).status, 503);
      assert.equal((await base.askIntent()).status, 503);
    }
  });

  for (const method of ['find', 'get', 'load', 'save'] as const) {
    it(`the database that fails in ${method} is a clear answer, and nothing is handed out`, async (t) => {
      let broken = true;
      const breaking = <T extends object>(target: T, name: string): T => {
        const call = (target as Record<string, (...values: unknown[]) => Promise<unknown>>)[name];
        if (!call) return target;
        const broke = () => Promise.reject(new Error('disk full'));
        return { ...target, [name]: (...values: unknown[]) => (broken ? broke() : call(...values)) };
      };
      const { askIntent, attempt, intent } = await openCheckout(t, {
        aroundOrders: (orders) => breaking(orders, method),
        aroundStore: (store) => breaking(store, method),
      });
      if (method !== 'get') {
        const response = await askIntent();
        assert.equal(response.status, 503);
        assert.doesNotMatch(await response.text(), /disk|pi_secret/);
        assert.equal((await attempt(stranger)).status, 503);
      }
      broken = false;
      assert.ok((await intent()).id);
    });
  }

  it('a record that cannot be read is not taken for an empty one', async (t) => {
    const { askIntent, intent, store } = await openCheckout(t);
    await intent();
    const { version } = (await store.load('7'))!;
    await store.save('7', '{"format":2}', version + 1, null);
    assert.equal((await askIntent()).status, 503);
  });

  for (const [title, around, message] of [
    [
      'answers an object to a save, as for an update of no row',
      (store) => ({
        ...store,
        save: async (...values) => ({ changes: Number(await store.save(...values)) }) as never,
      }),
      '`store.save` must answer true or false.',
    ],
    [
      'gives versions as texts',
      (store) => ({
        ...store,
        async load(id) {
          const stored = await store.load(id);
          return stored && { ...stored, version: String(stored.version) as never };
        },
      }),
      '`store.load` must answer `version` as a number.',
    ],
  ] satisfies [string, (store: Store) => Store, string][]) {
    it(`a database that ${title} is named as the mistake`, async (t) => {
      const { askIntent, attempt, errors } = await openCheckout(t, { aroundStore: around });
      await askIntent();
      assert.equal((await attempt(stranger)).status, 503);
      assert.equal((errors.at(-1) as Error).message, message);
    });
  }
});
