import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noon, openShop } from './shop.js';

type Shop = ReturnType<typeof openShop>;
const move = (shop: Shop, id: string, verb: string, body?: object) =>
  shop.call('POST', `/v1/payments/${id}/${verb}`, body ? { body } : {});

const states: Record<'paid' | 'authorized' | 'captured', (shop: Shop) => Promise<string>> = {
  paid: async (shop) => (await shop.pay()).id,
  authorized: async (shop) => (await shop.pay({ source: { manual: true } })).id,
  captured: async (shop) => {
    const { id } = await shop.pay({ source: { manual: true } });
    return (await move(shop, id, 'capture')).body.id;
  },
};

describe('capturing', () => {
  test('takes all, and says when', async () => {
    const shop = openShop();
    const id = await states.authorized(shop);
    await shop.advance(60);
    const { body } = await move(shop, id, 'capture');
    assert.deepEqual(
      [body.captured, body.captured_format, body.captured_at, body.updated_at],
      [10_000, '100.00 SAR', '2026-05-15T12:01:00.000Z', '2026-05-15T12:01:00.000Z'],
    );
  });
});

describe('refunding', () => {
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
    ['paid', 7199, 200],
    ['paid', 7200, 400],
    ['captured', 7199, 200],
    ['captured', 7200, 400],
    ['authorized', 12 * 3600, 200],
  ] as const;
  for (const [state, seconds, expected] of cases)
    test(`what is ${state} is answered ${expected} at ${new Date(noon + seconds * 1000).toISOString()}`, async () => {
      const shop = openShop();
      const id = await states[state](shop);
      await shop.advance(seconds);
      const { status, body } = await move(shop, id, 'void');
      assert.equal(status, expected);
      if (status === 200)
        assert.deepEqual(
          [body.voided_at, body.captured],
          [new Date(noon + seconds * 1000).toISOString(), state === 'captured' ? 10_000 : 0],
        );
    });

  test('counts the two hours from the payment, not from the start of a challenge', async () => {
    const shop = openShop();
    const intent = await shop.createIntent();
    const { body: initiated } = await shop.fulfil(intent.client_secret);
    await shop.advance(600);
    await shop.answer(initiated, 'authenticated');
    await shop.advance(7199);
    assert.equal((await move(shop, initiated.id, 'void')).status, 200);
  });
});
