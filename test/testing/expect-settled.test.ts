import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { expectSettled, startSandbox, testCards, type TestSandbox } from '../../src/testing/index.js';
import { createCheckout, createPayClient, memoryOrders, orderIdOf } from '../../src/server/index.js';
import { memoryStore } from '../../src/server/stores/memory.js';
import { order, startWithShop } from './small-shop.js';

const card = testCards.visa.withoutChallenge;

/** A payment that says that it is for the order, and of which the shop knows nothing. */
async function payBeside(
  { baseUrl, publishableKey }: TestSandbox,
  amount: number = order.amount,
): Promise<void> {
  const source = {
    type: 'creditcard',
    name: 'Sara Ali',
    number: card,
    month: '12',
    year: '2039',
    cvc: '123',
  };
  const callback_url = 'http://127.0.0.1/back?pay_order=7';
  const answer = await fetch(`${baseUrl}/payments`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${publishableKey}:`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount, currency: 'SAR', callback_url, source }),
  });
  assert.equal(answer.status, 201);
}

describe('expectSettled', () => {
  it('resolves with the payment of an order that was paid once, whose message the shop has taken', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    const { payment } = await sandbox.pay({ checkoutUrl: shop.checkoutUrl, card });
    assert.equal((await expectSettled(order)).id, payment.id);
    assert.equal(shop.received.length, 1);
  });

  it('resolves with a charge of a month later by the card that the first payment has kept', async (t) => {
    const sandbox = await startSandbox();
    t.after(() => sandbox.stop());
    const [first, renewal] = ['first', '7'].map((id) => ({
      ...{ id, amount: order.amount, currency: order.currency, callbackUrl: 'http://127.0.0.1/back' },
    }));
    const checkout = createCheckout({
      client: createPayClient({ secretKey: sandbox.secretKey, baseUrl: sandbox.baseUrl }),
      orders: memoryOrders([first!, renewal!], orderIdOf),
      store: memoryStore(),
    });
    const { payment } = await sandbox.pay({
      ...{ checkoutUrl: 'http://shop.example/checkout/first', card, saveCard: true, fetch: checkout.fetch },
    });
    await sandbox.advance(31 * 86_400);
    const token = String(payment.source?.token);
    await assert.rejects(expectSettled(order), /Order 7 is not paid/);
    const charged = await checkout.charge('7', { token, key: 'a' });
    assert.equal((await expectSettled(order)).id, charged.payment.id);
  });

  it('throws on an order without a payment', async (t) => {
    await startWithShop(t);
    await assert.rejects(expectSettled(order), /^Error: Order 7 is not paid: there is no payment for it\.$/);
  });

  it('throws on a declined one, and says why it was declined', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    await sandbox.pay({ checkoutUrl: shop.checkoutUrl, card: testCards.mada.insufficientFunds });
    await assert.rejects(expectSettled(order), /Order 7 is not paid: .* is failed, .*\(INSUFFICIENT FUNDS\)/);
  });

  it('throws on an order that was charged twice', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    await sandbox.pay({ checkoutUrl: shop.checkoutUrl, card });
    await payBeside(sandbox);
    await assert.rejects(expectSettled(order), /Order 7 was charged 2 times/);
  });

  /** An order with two payments: one that counts, and another. */
  async function payTwice(t: TestContext, verdict: string, other: object): Promise<string | undefined> {
    const { sandbox } = await startWithShop(t);
    const common = { amount: order.amount, currency: order.currency, metadata: { order: order.id } };
    const both = [
      { ...common, status: verdict },
      { ...common, ...other },
    ];
    return (await sandbox.fixtures({ payments: both })).payments[0]?.id;
  }

  for (const [what, verdict, other] of [
    ['one of which a part was given back', 'paid', { status: 'refunded', refunded: 1 }],
    [
      'one of which a part was captured, and less given back',
      'paid',
      { status: 'refunded', captured: 4000, refunded: 3999 },
    ],
    ['one that is authorized', 'paid', { status: 'authorized' }],
    ['one that is paid', 'authorized', { status: 'paid' }],
  ] as const)
    it(`throws on an order with a payment that is ${verdict} and ${what}`, async (t) => {
      await payTwice(t, verdict, other);
      await assert.rejects(expectSettled({ ...order, verdict }), /Order 7 was charged 2 times/);
    });

  for (const [what, other] of [
    ['given back whole', { status: 'refunded' }],
    ['captured in part, and all of that given back', { status: 'refunded', captured: 4000, refunded: 4000 }],
    ['voided', { status: 'voided' }],
    ['declined', { status: 'failed' }],
    ['left at the bank', { status: 'initiated' }],
  ] as const)
    it(`resolves where another payment of the order was ${what}`, async (t) => {
      const id = await payTwice(t, 'paid', other);
      assert.equal((await expectSettled(order)).id, id);
    });

  it('throws on another sum', async (t) => {
    const { sandbox } = await startWithShop(t);
    await payBeside(sandbox, 100);
    await assert.rejects(
      expectSettled(order),
      /Order 7 is 10000 SAR, and was paid with another sum: .* 100 SAR/,
    );
  });

  it('throws while the shop refuses the webhook’s message', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    shop.answerWebhooks(500);
    await sandbox.pay({ checkoutUrl: shop.checkoutUrl, card });
    await assert.rejects(
      expectSettled(order),
      /the shop has not taken the message: payment_paid to http.*: 500/,
    );
  });

  it('asks which sandbox is meant when there are several, or none', async (t) => {
    await assert.rejects(expectSettled(order), /No sandbox runs in this process/);
    const { sandbox } = await startWithShop(t);
    await startWithShop(t);
    await assert.rejects(expectSettled(order), /2 sandboxes run in this process. Say which one is meant/);
    await assert.rejects(expectSettled(order, { sandbox }), /is not paid/);
  });
});
