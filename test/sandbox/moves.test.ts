import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { paymentContract } from '../../src/wire/index.js';
import { noon, openShop, source } from './shop.js';

type Shop = ReturnType<typeof openShop>;
const move = (shop: Shop, id: string, verb: string, body?: object) =>
  shop.call('POST', `/v1/payments/${id}/${verb}`, body ? { body } : {});

/** A payment in each state that the sandbox reaches. */
const states: Record<string, (shop: Shop) => Promise<string>> = {
  initiated: async (shop) => (await shop.fulfil((await shop.createIntent()).client_secret)).body.id,
  failed: async (shop) => (await shop.pay({ source: { number: '4242424242424242' } })).id,
  paid: async (shop) => (await shop.pay()).id,
  authorized: async (shop) => (await shop.pay({ source: { manual: true } })).id,
  captured: async (shop) => {
    const { id } = await shop.pay({ source: { manual: true } });
    await move(shop, id, 'capture');
    return id;
  },
  voided: async (shop) => {
    const { id } = await shop.pay();
    await move(shop, id, 'void');
    return id;
  },
  refunded: async (shop) => {
    const { id } = await shop.pay();
    await move(shop, id, 'refund');
    return id;
  },
};

/** Every move from every state: the state that follows, or a refusal. */
const moves: Record<string, Record<string, string | undefined>> = {
  capture: { authorized: 'captured' },
  refund: { paid: 'refunded', captured: 'refunded' },
  void: { authorized: 'voided', paid: 'voided' },
};

describe('a payment that is', () => {
  for (const [state, reach] of Object.entries(states))
    for (const [verb, ends] of Object.entries(moves)) {
      const end = ends[state];
      test(`${state} ${end ? `becomes ${end} by ${verb}` : `refuses ${verb} and stays as it is`}`, async () => {
        const shop = openShop();
        const id = await reach(shop);
        const before = await shop.paymentOf(id);
        assert.equal(before.status, state);
        const { status, body } = await move(shop, id, verb);
        if (end) {
          assert.deepEqual([status, body.status], [200, end]);
          paymentContract.parse(body);
          assert.deepEqual(await shop.paymentOf(id), body);
        } else {
          assert.deepEqual([status, body.type], [400, 'invalid_request_error']);
          assert.deepEqual(await shop.paymentOf(id), before);
        }
      });
    }
});

describe('capturing', () => {
  test('takes all, and says when', async () => {
    const shop = openShop();
    const id = await states['authorized']!(shop);
    await shop.advance(60);
    const { body } = await move(shop, id, 'capture');
    assert.deepEqual(
      [body.captured, body.captured_format, body.captured_at, body.updated_at],
      [10_000, '100.00 SAR', '2026-05-15T12:01:00.000Z', '2026-05-15T12:01:00.000Z'],
    );
  });

  test('takes a part, once', async () => {
    const shop = openShop();
    const id = await states['authorized']!(shop);
    assert.equal((await move(shop, id, 'capture', { amount: 2500 })).body.captured, 2500);
    assert.equal((await move(shop, id, 'capture', { amount: 2500 })).status, 400);
  });

  test('never takes more than the amount', async () => {
    const shop = openShop();
    const id = await states['authorized']!(shop);
    const { status, body } = await move(shop, id, 'capture', { amount: 10_001 });
    assert.deepEqual([status, Object.keys(body.errors)], [400, ['amount']]);
    assert.equal((await shop.paymentOf(id)).status, 'authorized');
  });
});

describe('refunding', () => {
  test('adds parts up, and never goes past the amount', async () => {
    const shop = openShop();
    const { id } = await shop.pay();
    assert.equal((await move(shop, id, 'refund', { amount: 3000 })).body.refunded, 3000);
    const again = (await move(shop, id, 'refund', { amount: 6999 })).body;
    assert.deepEqual([again.status, again.refunded, again.refunded_format], ['refunded', 9999, '99.99 SAR']);
    const tooMuch = await move(shop, id, 'refund', { amount: 2 });
    assert.deepEqual([tooMuch.status, Object.keys(tooMuch.body.errors)], [400, ['amount']]);
    assert.equal((await move(shop, id, 'refund')).body.refunded, 10_000);
    assert.equal((await move(shop, id, 'refund')).status, 400);
  });

  test('gives back at most what was captured', async () => {
    const shop = openShop();
    const id = await states['authorized']!(shop);
    await move(shop, id, 'capture', { amount: 4000 });
    assert.equal((await move(shop, id, 'refund', { amount: 4001 })).status, 400);
    assert.equal((await move(shop, id, 'refund')).body.refunded, 4000);
  });

  test('at once from many sides gives back the amount once', async () => {
    const shop = openShop();
    const { id } = await shop.pay();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => move(shop, id, 'refund', { amount: 1000 })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 10);
    assert.equal((await shop.paymentOf(id)).refunded, 10_000);
  });
});

describe('voiding', () => {
  const cases = [
    ['paid', 11 * 3600 + 3599, 200],
    ['paid', 12 * 3600, 400],
    ['authorized', 12 * 3600, 200],
  ] as const;
  for (const [state, seconds, expected] of cases)
    test(`what is ${state} is answered ${expected} at ${new Date(noon + seconds * 1000).toISOString()}`, async () => {
      const shop = openShop();
      const id = await states[state]!(shop);
      await shop.advance(seconds);
      const { status, body } = await move(shop, id, 'void');
      assert.equal(status, expected);
      if (status === 200) assert.equal(body.voided_at, new Date(noon + seconds * 1000).toISOString());
    });

  test('counts the day from the payment, not from the start of a challenge', async () => {
    const shop = openShop();
    const intent = await shop.createIntent();
    const { body: initiated } = await shop.fulfil(intent.client_secret);
    await shop.advance(12 * 3600);
    await shop.answer(initiated, 'authenticated');
    assert.equal((await move(shop, initiated.id, 'void')).status, 200);
  });
});

describe('a move is refused for', () => {
  const bodies: Record<string, object> = {
    'an amount of zero': { amount: 0 },
    'a negative amount': { amount: -1 },
    'an amount of words': { amount: 'one' },
    'an amount of zero as text': { amount: '0' },
    'an amount with a unit': { amount: '1 SAR' },
    'a fraction': { amount: 1.5 },
    'an unknown field': { sum: 1 },
  };
  for (const [name, body] of Object.entries(bodies))
    test(name, async () => {
      const shop = openShop();
      const id = await states['authorized']!(shop);
      for (const verb of ['capture', 'refund', 'void'])
        assert.equal((await move(shop, id, verb, body)).body.type, 'invalid_request_error');
      assert.equal((await shop.paymentOf(id)).status, 'authorized');
    });

  test('an unknown payment, or the publishable key', async () => {
    const shop = openShop();
    const { id } = await shop.pay();
    for (const verb of ['capture', 'refund', 'void']) {
      assert.equal((await move(shop, 'unknown', verb)).status, 404);
      const path = `/v1/payments/${id}/${verb}`;
      assert.equal((await shop.call('POST', path, { key: 'pk_test_sandbox' })).status, 403);
    }
  });
});

test('a fee is estimated when the payment is made, and nothing when it fails', async () => {
  const shop = openShop();
  const { createIntent, fulfil, answer, paymentOf } = shop;
  const { body } = await fulfil((await createIntent()).client_secret, { source: source('4123120001090000') });
  assert.equal(body.fee, 431);
  await answer(body, 'authenticated');
  assert.equal((await paymentOf(body.id)).fee, 0);
});
