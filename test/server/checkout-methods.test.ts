import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { testAmounts, testCodes, testMobiles } from '../../src/sandbox/bank/test-values.js';
import type { Order } from '../../src/server/index.js';
import { openCheckout, type Intent } from './checkout-shop.js';
import { approvedAtOnce } from './payer.js';

const appleToken = JSON.stringify({
  paymentData: { data: 'ZGF0YQ==', signature: 'c2ln', header: { publicKeyHash: 'x' }, version: 'EC_v1' },
  paymentMethod: { displayName: 'Visa 4352', network: 'Visa', type: 'debit' },
  transactionIdentifier: 'f00d',
});
const card = { type: 'creditcard', name: 'N N', number: approvedAtOnce, month: '12', year: '2039' };
const sources = {
  creditcard: { ...card, cvc: '123' },
  applepay: { type: 'applepay', token: appleToken },
  samsungpay: { type: 'samsungpay', token: 'a.b.c.d.e' },
  stcpay: { type: 'stcpay', mobile: testMobiles.accepted },
} as const;
type Method = keyof typeof sources;
const methods = Object.keys(sources) as Method[];

/** A shop whose order 7 can be paid by each source, and what the element does with one. */
async function openMethods(t: TestContext, order: Partial<Order> = {}, options: object = {}) {
  const shop = await openCheckout(t, options);
  shop.list[0] = { ...shop.list[0]!, amount: testAmounts.approved.from, ...order };
  const begin = (intent: Intent, method: Method, more: object = {}) =>
    shop.pay(intent, undefined, { source: sources[method], ...more });
  const confirm = (address: string) =>
    shop.service.send(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ otp_value: testCodes.paid }),
    });
  /** Pays, and settles. */
  const payBy = async (method: Method, more: object = {}, body?: object) => {
    const made = await begin(await shop.intent(body), method, more);
    if (method === 'stcpay') await confirm(made.source.transaction_url);
    return shop.checkout().settle(made.id);
  };
  return { ...shop, begin, confirm, payBy };
}

describe('a payment by each source', () => {
  for (const method of methods) {
    it(`by ${method} pays, and its status shows the source without an address`, async (t) => {
      const shop = await openMethods(t, { methods });
      const { verdict, payment } = await shop.payBy(method, { metadata: { samsungpay_order_id: 'x' } });
      assert.equal(verdict, 'paid');
      const view = (await (await shop.status(payment.id)).json()) as { source: Record<string, unknown> };
      assert.deepEqual([view.source['type'], view.source['transaction_url'] ?? null], [method, null]);
    });

    it(`by ${method} is a mismatch for an order that is to be paid otherwise`, async (t) => {
      const shop = await openMethods(t, { methods: methods.filter((each) => each !== method) });
      assert.equal((await shop.payBy(method)).verdict, 'mismatch');
      assert.equal(await shop.answer(), 'payment_held');
      await shop.sweep();
      assert.match(String(shop.errors), /its metadata, splits, invoice, source, capture or time differ/);
    });
  }

  it('by a saved card is one by card, also if the service shows the token', async (t) => {
    const shop = await openMethods(t, { methods: ['creditcard'] });
    shop.shown.payments = (body) => ({ ...body, source: { type: 'token', company: 'visa' } });
    assert.equal((await shop.payBy('creditcard')).verdict, 'paid');
  });
});

describe('the money of a payment by stcpay', () => {
  it('can be refunded. A void and a capture are refused by name before anything is sent', async (t) => {
    const shop = await openMethods(t);
    const { payment } = await shop.payBy('stcpay');
    for (const type of ['void', 'capture'] as const)
      await assert.rejects(shop.checkout()[type]('7'), {
        code: 'configuration',
        message: new RegExp(`by stcpay, which can be refunded only: no ${type} is possible`),
      });
    assert.deepEqual(
      shop.calls.filter((call) => /void|capture/.test(call)),
      [],
    );
    assert.equal((await shop.checkout().refund('7', { key: 'a' })).id, payment.id);
    assert.deepEqual(shop.verdicts(), ['paid', 'reversed']);
  });

  it('is refunded if it is a duplicate, without the try of a void', async (t) => {
    const shop = await openMethods(t, {}, { refundDuplicates: true });
    const first = await shop.begin(await shop.intent(), 'stcpay');
    await shop.payBy('creditcard', {}, { instead_of: first.id });
    await shop.confirm(first.source.transaction_url);
    await shop.sweep();
    assert.deepEqual(shop.verdicts().sort(), ['duplicate', 'paid']);
    assert.equal((await shop.client.retrievePayment(first.id)).status, 'refunded');
    assert.ok(!shop.calls.includes('POST payments void'));
  });
});

it('an order with a way to pay that is not known is refused, and the four are named', async (t) => {
  const shop = await openMethods(t, { methods: ['cash' as never] });
  assert.equal((await shop.askIntent()).status, 503);
  assert.match(String(shop.errors), /`methods\.0` must be one of creditcard, applepay, samsungpay, stcpay/);
});

it('a charge without the payer is refused for an order that no card may pay', async (t) => {
  const shop = await openMethods(t, { methods: ['stcpay'] });
  await assert.rejects(shop.checkout().charge('7', { token: 'token_a', key: 'a' }), {
    message: /`orderId` takes no card: its `methods` have no `creditcard`/,
  });
});
