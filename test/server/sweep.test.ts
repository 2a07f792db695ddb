import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openCheckout, type Shop } from './checkout-shop.js';

it('an order that one process sweeps is handed to no other, though what is found is saved meanwhile', async (t) => {
  const askedByOther: number[] = [];
  const shop: Shop = await openCheckout(t, {
    onSettled: async () => void askedByOther.push((await other.sweep()).asked),
  });
  const other = shop.open();
  await shop.pay(await shop.intent());
  assert.equal((await shop.checkout().sweep()).asked, 1);
  assert.deepEqual(askedByOther, [0]);
  assert.deepEqual(shop.records.open(), []);
});

it('an order of which something is left is due again in a minute, not at the end of the lease', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const shop = await openCheckout(t);
  await shop.intent();
  await shop.attempt(crypto.randomUUID());
  await shop.checkout().sweep();
  assert.equal(shop.records.dueAt('7'), Date.now() + 60_000);
});
