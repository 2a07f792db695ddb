import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publishableKey } from '../../src/sandbox/index.js';
import { approvedAtOnce, openShop } from './shop.js';

const couponId = '8708c0a7-a0ee-486b-a911-e8cac87ca550';

/** A shop with a coupon for Visa cards that begin with 4111 11. */
async function openWithCoupon(more: object = {}) {
  const shop = openShop();
  const coupon = { id: couponId, code: 'VISA15', discount: 15, prefixes: ['411111'], ...more };
  const { status } = await shop.call('POST', '/sandbox/fixtures', { key: null, body: { coupons: [coupon] } });
  assert.equal(status, 201);
  return shop;
}

describe('a coupon', () => {
  test('lowers the amount of a payment on an intent by default, and says so in the metadata', async () => {
    const { pay, call } = await openWithCoupon();
    const payment = await pay({ payment: { metadata: { order: '7' } } });
    assert.deepEqual([payment.status, payment.amount, payment.amount_format], ['paid', 8500, '85.00 SAR']);
    assert.deepEqual(payment.metadata, {
      order: '7',
      '#coupon_id': couponId,
      '#coupon_code': 'VISA15',
      '#coupon_discount': 15,
      '#coupon_original_amount': 10_000,
    });
    const refund = (amount: number) =>
      call('POST', `/v1/payments/${payment.id}/refund`, { body: { amount } });
    assert.equal((await refund(8501)).status, 400);
    assert.equal((await refund(8500)).status, 200);
  });

  test('takes off no more than its cap', async () => {
    const { pay } = await openWithCoupon({ max_discount_amount: 100 });
    const { amount, metadata } = await pay();
    assert.deepEqual([amount, metadata['#coupon_max_discount_amount']], [9900, 100]);
  });

  test('does not apply with `apply_coupon: false`, or to another card', async () => {
    const { pay, payWith } = await openWithCoupon();
    const plain = await pay({ payment: { apply_coupon: false } });
    assert.deepEqual([plain.amount, plain.metadata], [10_000, null]);
    assert.equal((await payWith('4201320111111010')).amount, 10_000);
  });

  test('leaves an invoice payable by the discounted payment', async () => {
    const { pay, bill, call } = await openWithCoupon();
    const invoice = await bill();
    await pay({ payment: { invoice_id: invoice.id } });
    assert.equal((await call('GET', `/v1/invoices/${invoice.id}`)).body.status, 'paid');
  });

  test('is found for a number, its first digits or a saved card, and applied by none of that', async () => {
    const { call, payWith, answer } = await openWithCoupon();
    const kept = await payWith(undefined, { source: { save_card: true } });
    await answer(kept, 'authenticated');
    const find = async (card: object) =>
      (
        await call('POST', '/v1/payments/available_coupon', {
          key: publishableKey,
          body: { type: 'creditcard', ...card },
        })
      ).body;
    for (const card of [{ number: approvedAtOnce }, { number: '411111' }, { token: kept.source.token }])
      assert.deepEqual(await find(card), {
        id: couponId,
        name: 'VISA15',
        code: 'VISA15',
        discount: 15,
        max_discount_amount: null,
        start_date: '2026-05-15T12:00:00.000Z',
        end_date: '2027-05-15T12:00:00.000Z',
        disabled_at: null,
        active: true,
        criteria: {},
      });
    assert.equal(await find({ number: '420132' }), null);
    assert.equal((await find({ token: 'token_unknown' })).type, 'record_not_found');
    // A wallet's token is not one of a saved card, and the card in it has first digits that nobody knows.
    for (const type of ['applepay', 'googlepay', 'samsungpay'])
      assert.equal(await find({ type, token: 'x' }), null);
  });
});
