import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openCheckout, order7, type Shop } from './checkout-shop.js';
import { poor } from './payer.js';

const nothing = { open: 0, due: 0, mismatched: 0, duplicates: 0, uncaptured: 0 };

async function readReport(shop: Shop) {
  const { lastSweep, oldestDue, ...counts } = await shop.checkout().report();
  for (const time of [lastSweep, oldestDue])
    assert.ok(time === undefined || Math.abs(Date.parse(time) - Date.now()) < 60_000, time);
  assert.equal(oldestDue !== undefined, counts.due > 0);
  return counts;
}

describe('the report', () => {
  it('knows nothing before the first sweep', async (t) => {
    const shop = await openCheckout(t);
    await shop.intent();
    assert.deepEqual(await shop.checkout().report(), nothing);
  });

  it('counts an open order from its first sweep on, and no longer once it is paid', async (t) => {
    const shop = await openCheckout(t);
    const intent = await shop.intent();
    await shop.intent({}, '8');
    await shop.sweep();
    assert.deepEqual(await readReport(shop), { ...nothing, open: 2 });
    const { id } = await shop.pay(intent);
    assert.deepEqual(await readReport(shop), { ...nothing, open: 2, due: 1 });
    await shop.checkout().settle(id);
    await shop.sweep();
    assert.deepEqual(await readReport(shop), { ...nothing, open: 1 });
  });

  it('says when the last sweep ended, in whatever process', async (t) => {
    const shop = await openCheckout(t);
    const before = Date.now();
    await shop.sweep();
    shop.restart();
    const { lastSweep = '' } = await shop.checkout().report();
    assert.ok(Date.parse(lastSweep) >= before);
  });

  it('counts a mismatch until it is given back', async (t) => {
    const shop = await openCheckout(t);
    shop.list[0] = { ...order7, metadata: { basket: '1' } };
    const { id } = await shop.pay(await shop.intent());
    await shop.checkout().settle(id);
    await shop.sweep();
    assert.deepEqual(await readReport(shop), { ...nothing, mismatched: 1 });
    await shop.client.refundPayment(id);
    await shop.checkout().settle(id);
    await shop.sweep();
    assert.deepEqual(await readReport(shop), nothing);
  });

  it('counts a mismatch whose money is there, however many cards are declined after it', async (t) => {
    const shop = await openCheckout(t, { limits: { declinesPerOrder: 100, attemptsPerOrderPerHour: 100 } });
    shop.list[0] = { ...order7, metadata: { basket: '1' } };
    const { id } = await shop.pay(await shop.intent());
    await shop.checkout().settle(id);
    for (let tries = 0; tries < 15; tries++) {
      const declined = await shop.pay(await shop.intent(), poor);
      await shop.service.answer(declined.source.transaction_url, 'authenticated');
      await shop.checkout().settle(declined.id);
    }
    await shop.sweep();
    assert.equal((await readReport(shop)).mismatched, 1);
  });

  it('counts a payment of no intent until it is given back', async (t) => {
    const shop = await openCheckout(t);
    const { id } = await shop.pay(await shop.intent());
    await shop.client.updatePayment(id, { description: 'Called the payer' });
    await shop.checkout().settle(id);
    await shop.sweep();
    assert.equal((await readReport(shop)).mismatched, 1);
    await shop.client.refundPayment(id, { amount: 100 });
    await shop.checkout().settle(id);
    assert.equal((await readReport(shop)).mismatched, 1);
    await shop.client.refundPayment(id, {});
    await shop.checkout().settle(id);
    assert.equal((await readReport(shop)).mismatched, 0);
  });

  it('counts what is authorized until it is captured', async (t) => {
    const shop = await openCheckout(t);
    const { client_secret: secret } = await shop.intent();
    const given_id = crypto.randomUUID();
    await shop.attempt(given_id);
    await shop.service.pay({ secret, manual: true, more: { given_id } });
    await shop.checkout().settle(given_id);
    await shop.sweep();
    assert.deepEqual(await readReport(shop), { ...nothing, uncaptured: 1 });
    await shop.checkout().capture('7');
    await shop.sweep();
    assert.deepEqual(await readReport(shop), nothing);
  });

  it('counts correctly while several processes sweep', async (t) => {
    const shop = await openCheckout(t);
    const ids = Array.from({ length: 60 }, (_, index) => `order-${index}`);
    shop.list.push(...ids.map((id) => ({ ...order7, id })));
    for (const id of ids) await shop.intent({}, id);
    const processes = [1, 2, 3].map(() => (shop.restart(), shop.checkout()));
    shop.records.letAllBeDue();
    // All stays due on the clock of this store: without a limit, each would sweep on to the 10,000th order.
    await Promise.all(processes.map((each) => each.sweep({ concurrency: 4, limit: 60 })));
    assert.equal((await readReport(shop)).open, 60);
  });

  it('keeps its own records apart: no payment is for them', async (t) => {
    const shop = await openCheckout(t);
    await shop.sweep();
    const { client_secret: secret } = await shop.client.createPaymentIntent({
      amount: 500,
      callback_url: 'https://shop.example/back?pay_order=pay-checkout:sweep',
    });
    const { id } = await shop.service.pay({ secret });
    assert.equal((await shop.deliver({ id, status: 'paid' })).status, 204);
  });
});
