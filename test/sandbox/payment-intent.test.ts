import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publishableKey } from '../../src/sandbox/index.js';
import { paymentIntentContract } from '../../src/wire/index.js';
import { callback, noon, openShop, source } from './shop.js';

const iso = (moment: number) => new Date(moment).toISOString();

describe('a payment intent', () => {
  test('is answered with 201 and every field of the interface', async () => {
    const { call } = openShop();
    const { status, body } = await call('POST', '/v1/payment_intents', {
      body: { amount: 12_345, currency: 'KWD', description: 'Order 7', callback_url: callback },
    });
    assert.equal(status, 201);
    paymentIntentContract.parse(body);
    const { id, client_secret: secret, ...rest } = body;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(secret, /^pi_secret_.{32}$/);
    assert.deepEqual(rest, {
      amount: 12_345,
      currency: 'KWD',
      description: 'Order 7',
      callback_url: callback,
      status: 'created',
      expires_at: iso(noon + 3_600_000),
      fulfilled_at: null,
      created_at: iso(noon),
    });
  });

  test('is in SAR, without description and callback_url, when nothing else is said', async () => {
    const { call } = openShop();
    const { body } = await call('POST', '/v1/payment_intents', { body: { amount: 100 } });
    assert.deepEqual([body.currency, body.description, body.callback_url], ['SAR', null, null]);
  });

  test('is a new one for every request', async () => {
    const { createIntent } = openShop();
    const [one, other] = [await createIntent(), await createIntent()];
    assert.notEqual(one.id, other.id);
    assert.notEqual(one.client_secret, other.client_secret);
  });

  test('can be retrieved', async () => {
    const { call, createIntent } = openShop();
    const intent = await createIntent();
    assert.deepEqual((await call('GET', `/v1/payment_intents/${intent.id}`)).body, intent);
  });

  test('keeps a description of 8000 characters in any script', async () => {
    const { createIntent } = openShop();
    const description = '😀'.repeat(4000) + 'ش'.repeat(4000);
    assert.equal((await createIntent({ description })).description, description);
  });

  test('keeps an amount as large as JSON carries without loss', async () => {
    const { createIntent } = openShop();
    assert.equal((await createIntent({ amount: Number.MAX_SAFE_INTEGER })).amount, Number.MAX_SAFE_INTEGER);
  });
});

describe('cancelling', () => {
  test('ends an intent, and its secret stops working', async () => {
    const { call, createIntent, fulfil } = openShop();
    const intent = await createIntent();
    const canceled = await call('POST', `/v1/payment_intents/${intent.id}/cancel`);
    assert.equal(canceled.status, 200);
    assert.deepEqual(canceled.body, { ...intent, status: 'canceled' });
    const { status, body } = await fulfil(intent.client_secret);
    assert.deepEqual([status, body.type], [400, 'intent_not_fulfillable']);
  });

  test('takes an empty body, and an empty object', async () => {
    const { call, createIntent } = openShop();
    for (const options of [{}, { headers: { 'content-type': 'application/json' } }, { body: {} }]) {
      const intent = await createIntent();
      assert.equal((await call('POST', `/v1/payment_intents/${intent.id}/cancel`, options)).status, 200);
    }
  });

  const refused = {
    'a canceled one': async ({ call }: ReturnType<typeof openShop>, id: string) =>
      void (await call('POST', `/v1/payment_intents/${id}/cancel`)),
    'a fulfilled one': async ({ fulfil }: ReturnType<typeof openShop>, _: string, secret: string) =>
      void (await fulfil(secret)),
    'an expired one': async ({ advance }: ReturnType<typeof openShop>) => void (await advance(3600)),
  };
  for (const [name, prepare] of Object.entries(refused))
    test(`refuses ${name}`, async () => {
      const shop = openShop();
      const intent = await shop.createIntent();
      await prepare(shop, intent.id, intent.client_secret);
      const before = (await shop.call('GET', `/v1/payment_intents/${intent.id}`)).body;
      const { status, body } = await shop.call('POST', `/v1/payment_intents/${intent.id}/cancel`);
      assert.deepEqual([status, body.type, body.errors], [400, 'intent_not_cancelable', null]);
      assert.deepEqual((await shop.call('GET', `/v1/payment_intents/${intent.id}`)).body, before);
    });
});

describe('fulfilling', () => {
  const addresses = {
    'by the id': (id: string) => `/v1/payment_intents/${id}/fulfill`,
    'by the secret alone': () => '/v1/payments',
  };
  for (const [name, address] of Object.entries(addresses)) {
    const send = (shop: ReturnType<typeof openShop>, intent: { id: string }, body: object) =>
      shop.call('POST', address(intent.id), { key: publishableKey, body });

    test(`${name} makes one payment and uses the intent up`, async () => {
      const shop = openShop();
      const intent = await shop.createIntent();
      await shop.advance(60);
      const body = { client_secret: intent.client_secret, source: source() };
      const first = await send(shop, intent, body);
      const second = await send(shop, intent, body);
      assert.deepEqual([first.status, second.status, second.body.type], [201, 400, 'intent_not_fulfillable']);
      assert.deepEqual((await shop.call('GET', `/v1/payment_intents/${intent.id}`)).body, {
        ...intent,
        status: 'fulfilled',
        fulfilled_at: iso(noon + 60_000),
      });
    });

    test(`${name} is refused with 403 for a wrong secret, and does not use the intent up`, async () => {
      const shop = openShop();
      const intent = await shop.createIntent();
      const wrong = await send(shop, intent, { client_secret: 'pi_secret_wrong', source: source() });
      assert.deepEqual([wrong.status, wrong.body.type], [403, 'authentication_error']);
      assert.equal((await shop.fulfil(intent.client_secret)).status, 201);
    });

    test(`${name} is possible until one hour after creation, and leaves an expired intent created`, async () => {
      const shop = openShop();
      const [last, late] = [await shop.createIntent(), await shop.createIntent()];
      const body = (intent: { client_secret: string }) => ({
        client_secret: intent.client_secret,
        source: source(),
      });
      await shop.advance(3599.999);
      assert.equal((await send(shop, last, body(last))).status, 201);
      await shop.advance(0.001);
      const refused = await send(shop, late, body(late));
      assert.deepEqual([refused.status, refused.body.type], [400, 'intent_not_fulfillable']);
      assert.match(refused.body.message, /expired/);
      assert.deepEqual((await shop.call('GET', `/v1/payment_intents/${late.id}`)).body, late);
    });
  }

  test('by the id of another intent is refused with 403, and uses neither up', async () => {
    const { call, createIntent, fulfil } = openShop();
    const [mine, other] = [await createIntent(), await createIntent()];
    const { status } = await call('POST', `/v1/payment_intents/${other.id}/fulfill`, {
      key: publishableKey,
      body: { client_secret: mine.client_secret, source: source() },
    });
    assert.equal(status, 403);
    assert.equal((await fulfil(mine.client_secret)).status, 201);
    assert.equal((await fulfil(other.client_secret)).status, 201);
  });

  test('uses the intent up also when the bank declines', async () => {
    const { createIntent, fulfil } = openShop();
    const intent = await createIntent();
    const declined = await fulfil(intent.client_secret, { source: source('4242424242424242') });
    assert.deepEqual([declined.status, declined.body.status], [201, 'failed']);
    assert.equal((await fulfil(intent.client_secret)).body.type, 'intent_not_fulfillable');
  });

  test('does not use the intent up when the body, the key or the state of the intent is wrong', async () => {
    const { call, createIntent, fulfil } = openShop();
    const intent = await createIntent();
    const body = { client_secret: intent.client_secret, source: source() };
    const bad = await fulfil(intent.client_secret, { source: source('4111111111111112') });
    const noKey = await call('POST', '/v1/payments', { key: null, body });
    const wrongKey = await call('POST', '/v1/payments', { body });
    assert.deepEqual([bad.status, noKey.status, wrongKey.status], [400, 401, 403]);
    assert.equal((await fulfil(intent.client_secret)).status, 201);
  });

  test('with a card needs a callback_url on the intent', async () => {
    const { call, createIntent, fulfil } = openShop();
    const intent = await createIntent({ callback_url: undefined });
    const { status, body } = await fulfil(intent.client_secret);
    assert.deepEqual(
      [status, body.type, Object.keys(body.errors)],
      [400, 'invalid_request_error', ['callback_url']],
    );
    assert.equal((await call('GET', `/v1/payment_intents/${intent.id}`)).body.status, 'created');
  });

  test('ignores what the intent has fixed', async () => {
    const { createIntent, fulfil } = openShop();
    const intent = await createIntent({ description: 'Order 7' });
    const { body } = await fulfil(intent.client_secret, {
      amount: 1,
      currency: 'nonsense',
      description: 5,
      callback_url: 'javascript:alert(1)',
    });
    assert.deepEqual(
      [body.amount, body.currency, body.description, body.callback_url],
      [10_000, 'SAR', 'Order 7', callback],
    );
  });

  test('gives the payment the id that the client chose', async () => {
    const { createIntent, fulfil, paymentOf } = openShop();
    const id = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
    const intent = await createIntent();
    assert.equal((await fulfil(intent.client_secret, { given_id: id })).body.id, id);
    assert.equal((await paymentOf(id)).id, id);

    const other = await createIntent();
    for (const repeated of [id, id.toUpperCase()]) {
      const { status, body } = await fulfil(other.client_secret, { given_id: repeated });
      assert.deepEqual([status, Object.keys(body.errors)], [400, ['given_id']]);
    }
    assert.equal((await fulfil(other.client_secret)).status, 201);
  });
});
