import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PayClient } from '../../src/server/index.js';
import { always, openClient, secretKey } from './open-client.js';

const id = '0b7a1c1e-6b1f-4c58-9a52-6f2f3a3f9f10';
const intent = { id, client_secret: 'pi_secret_x', amount: 100, later: 'kept' };
const invoice = { id, status: 'initiated' };
const payment = { id, status: 'paid', amount: 100 };
const webhook = { id, http_method: 'post', url: 'https://shop.example/hook', events: [] };

describe('each method makes its one request', () => {
  const newInvoice = { amount: 100, currency: 'SAR', description: 'Two cups' };
  const newWebhook = { url: 'https://shop.example/hook', shared_secret: 's' };
  const newPayment = {
    ...{ given_id: id, amount: 100, currency: 'SAR', callback_url: 'https://shop.example/back' },
    source: { type: 'token', token: 'token_a', statement_descriptor: 'Cups ~ May' },
  } as const;
  const list = { payments: [payment], meta: { current_page: 1 } };
  const inOtherLetters = { ...payment, id: 'pay_7-A' };
  const table: [
    call: (client: PayClient) => Promise<unknown>,
    method: string,
    path: string,
    body: unknown,
    answer: unknown,
  ][] = [
    [(c) => c.createPaymentIntent({ amount: 100 }), 'POST', '/payment_intents', { amount: 100 }, intent],
    [(c) => c.retrievePaymentIntent(id), 'GET', `/payment_intents/${id}`, undefined, intent],
    [(c) => c.cancelPaymentIntent(id), 'POST', `/payment_intents/${id}/cancel`, undefined, intent],
    [(c) => c.createInvoice(newInvoice), 'POST', '/invoices', newInvoice, invoice],
    [(c) => c.retrieveInvoice(id), 'GET', `/invoices/${id}`, undefined, invoice],
    [(c) => c.cancelInvoice(id), 'POST', `/invoices/${id}/cancel`, undefined, invoice],
    [(c) => c.retrievePayment(id), 'GET', `/payments/${id}`, undefined, payment],
    [(c) => c.retrievePayment('Pay_7-a'), 'GET', '/payments/Pay_7-a', undefined, inOtherLetters],
    [
      (c) => c.updatePayment(id, { description: 'Cups', metadata: { order: '7' } }),
      'PUT',
      `/payments/${id}`,
      { description: 'Cups', metadata: { order: '7' } },
      payment,
    ],
    [(c) => c.createPayment(newPayment), 'POST', '/payments', newPayment, payment],
    [(c) => c.listPayments(), 'GET', '/payments', undefined, list],
    [
      (c) => c.listPayments({ metadata: { order: '7&8', 'ü]': '=' }, status: 'paid', page: 2 }),
      'GET',
      '/payments?metadata%5Border%5D=7%268&metadata%5B%C3%BC%5D%5D=%3D&status=paid&page=2',
      undefined,
      list,
    ],
    [(c) => c.capturePayment(id), 'POST', `/payments/${id}/capture`, {}, payment],
    [(c) => c.capturePayment(id, { amount: 5 }), 'POST', `/payments/${id}/capture`, { amount: 5 }, payment],
    [(c) => c.refundPayment(id), 'POST', `/payments/${id}/refund`, {}, payment],
    [(c) => c.refundPayment(id, { amount: 5 }), 'POST', `/payments/${id}/refund`, { amount: 5 }, payment],
    [(c) => c.voidPayment(id), 'POST', `/payments/${id}/void`, undefined, payment],
    [(c) => c.retrieveToken('token_a'), 'GET', '/tokens/token_a', undefined, { id: 'token_a', month: 7 }],
    [(c) => c.registerWebhook(newWebhook), 'POST', '/webhooks', newWebhook, webhook],
    [(c) => c.listWebhooks(), 'GET', '/webhooks', undefined, { webhooks: [webhook] }],
    [(c) => c.listWebhooks({ page: 2 }), 'GET', '/webhooks?page=2', undefined, { webhooks: [webhook] }],
  ];
  for (const [call, method, path, body, answer] of table) {
    it(`${method} ${path} ${JSON.stringify(body) ?? 'without a body'}`, async (t) => {
      const { client, received } = await openClient(t, always(method === 'POST' ? 201 : 200, answer));
      assert.deepEqual(await call(client), answer);
      const [request, ...more] = received;
      assert.deepEqual(more, []);
      assert.equal(request?.method, method);
      assert.equal(request.path, `/v1${path}`);
      assert.equal(request.headers.authorization, `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`);
      assert.match(request.headers['user-agent'] ?? '', /^pay-checkout\/\d/);
      assert.equal(request.headers['content-type'], body && 'application/json');
      assert.deepEqual(request.body, body ?? '');
    });
  }

  it('POST /tokens by the publishable key, and keeps the number out of the error', async (t) => {
    const { client, received } = await openClient(
      t,
      always(400, { message: 'number 4111111111111111 is odd' }),
    );
    const card = { name: 'Noura', number: '4111111111111111', month: '12', year: '2039', cvc: '123' };
    const body = { ...card, save_only: true, publishable_api_key: 'pk_test_a' };
    await assert.rejects(client.createToken(body), { code: 'api', message: /number … is odd/ });
    const [request] = received;
    assert.equal(request?.path, '/v1/tokens');
    assert.equal(request.headers.authorization, `Basic ${btoa('pk_test_a:')}`);
    assert.deepEqual(request.body, body);
  });

  for (const status of [204, 200])
    it(`deletes when the service answers ${status}`, async (t) => {
      const { client, received } = await openClient(t, always(status, status === 204 ? '' : webhook));
      assert.equal(await client.deleteWebhook(id), undefined);
      assert.equal(await client.deleteToken('token_a'), undefined);
      assert.deepEqual(
        received.map(({ method, path }) => [method, path]),
        [`/v1/webhooks/${id}`, '/v1/tokens/token_a'].map((path) => ['DELETE', path]),
      );
    });
});

describe('an argument that the service would refuse', () => {
  /** The methods as JavaScript calls them, with whatever argument. */
  type Methods = Readonly<Record<keyof PayClient, (...args: unknown[]) => Promise<unknown>>>;
  const lamp = { amount: 100, currency: 'SAR', description: '' };
  const hook = { url: 'https://a.example', shared_secret: 's' };
  const back = { callback_url: 'https://a.example' };
  const card = { type: 'token', token: 'token_a', number: '4' };
  const table: [title: string, field: string, text: RegExp, call: (client: Methods) => Promise<unknown>][] = [
    ['an amount below 100', 'amount', /at least 100/, (c) => c.createPaymentIntent({ amount: 99 })],
    ['half an amount', 'amount', /integer/, (c) => c.createPaymentIntent({ amount: 100.5 })],
    ['an amount in words', 'amount', /number/, (c) => c.createPaymentIntent({ amount: '100' })],
    ['no amount', 'amount', /number/, (c) => c.createPaymentIntent({})],
    ['no body', 'body', /object/, (c) => c.createPaymentIntent(undefined)],
    ['a page of webhooks before the first', 'page', /at least 1/, (c) => c.listWebhooks({ page: 0 })],
    ['webhooks of a status', 'status', /not known/, (c) => c.listWebhooks({ status: 'paid' })],
    ['an unknown field', 'price', /not known/, (c) => c.createPaymentIntent({ amount: 100, price: 1 })],
    ['small letters', 'currency', /ISO 4217/, (c) => c.createPaymentIntent({ ...lamp, currency: 'sar' })],
    ['a path', 'callback_url', /address/, (c) => c.createPaymentIntent({ ...lamp, callback_url: '/back' })],
    ['no words', 'description', /string/, (c) => c.createInvoice({ ...lamp, description: undefined })],
    ['no date', 'expired_at', /ISO 8601/, (c) => c.createInvoice({ ...lamp, expired_at: 'soon' })],
    ['a fetched webhook', 'http_method', /post/, (c) => c.registerWebhook({ ...hook, http_method: 'get' })],
    ['no event', 'events.0', /one of payment_paid/, (c) => c.registerWebhook({ ...hook, events: ['paid'] })],
    ['an empty secret', 'shared_secret', /empty/, (c) => c.registerWebhook({ ...hook, shared_secret: '' })],
    ['a card', 'source.number', /not known/, (c) => c.createPayment({ ...lamp, ...back, source: card })],
    ['a refund of nothing', 'amount', /at least 1/, (c) => c.refundPayment(id, { amount: 0 })],
    ['a void of a part', 'amount', /as a whole/, (c) => c.voidPayment(id, { amount: 1 })],
    ...['../invoices', 'a/b', 'a?b', 'a#b', '%2e%2e', 'a b', 'ü', 'a\n', '.'].map(
      (value): (typeof table)[number] => [
        `the id ${JSON.stringify(value)}`,
        'id',
        /not an id/,
        (c) => c.retrievePayment(value),
      ],
    ),
    ['a refund of undefined', 'amount', /undefined/, (c) => c.refundPayment(id, { amount: undefined })],
    ['a capture of undefined', 'amount', /undefined/, (c) => c.capturePayment(id, { amount: undefined })],
    ['a void of undefined', 'amount', /as a whole/, (c) => c.voidPayment(id, { amount: undefined })],
    ['a change of the money', 'amount', /not known/, (c) => c.updatePayment(id, { amount: 5 })],
    ['a change of nothing', 'body', /description/, (c) => c.updatePayment(id, {})],
    ['numbers', 'metadata.order', /string/, (c) => c.updatePayment(id, { metadata: { order: 7 } })],
    ['an empty id', 'id', /something in it/, (c) => c.retrievePayment('')],
    ['an id of dots', 'id', /not an id/, (c) => c.deleteWebhook('..')],
    ['an id that is half a character', 'id', /not an id/, (c) => c.retrieveInvoice('\ud800')],
    ['an id that is a number', 'id', /a string/, (c) => c.cancelInvoice(7)],
    ['a page below 1', 'page', /at least 1/, (c) => c.listPayments({ page: 0 })],
    ['a filter of numbers', 'metadata.order', /string/, (c) => c.listPayments({ metadata: { order: 7 } })],
    ['a filter that does not exist', 'state', /not known/, (c) => c.listPayments({ state: 'paid' })],
  ];
  for (const [title, field, text, call] of table) {
    it(`is not sent, and \`${field}\` is named: ${title}`, async (t) => {
      const { client, received } = await openClient(t, always(200, payment));
      await assert.rejects(
        call(client as unknown as Methods),
        (error: Error & { errors: Record<string, string[]> }) => {
          assert.equal(error.name, 'PayError');
          assert.match(error.message, text);
          assert.ok(error.message.includes(`\`${field}\``));
          assert.match(String(error.errors[field]), text);
          return true;
        },
      );
      assert.deepEqual(received, []);
    });
  }

  it('lists every problem, and not only the first', async (t) => {
    const { client } = await openClient(t, always(200, intent));
    await assert.rejects(client.createPaymentIntent({ amount: 1, currency: 'x' }), {
      code: 'configuration',
      field: 'amount',
      errors: {
        amount: ['must be at least 100'],
        currency: ['must be an ISO 4217 code of three capital letters, such as SAR'],
      },
    });
  });
});
