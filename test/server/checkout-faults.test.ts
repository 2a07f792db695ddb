import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultNames, type FaultName } from '../../src/sandbox/faults/faults.js';
import { openCheckout } from './checkout-shop.js';
import { challenged } from './payer.js';

/** The faults after which the payment is there, though its sender may not learn of it. */
const arrives: readonly FaultName[] = [
  'drop-after',
  'delay',
  'truncated',
  'unknown-status',
  'no-transaction-url',
  'bad-transaction-url',
];

describe('a card is sent, and the service', () => {
  for (const fault of faultNames) {
    const made = arrives.includes(fault);
    it(`has the fault ${fault}: ${made ? 'the payment counts' : 'the same intent can be used'}`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const shop = await openCheckout(t);
      const first = await shop.intent();
      await shop.control('faults', { route: 'fulfil', fault, ms: 50 });
      await shop.pay(first, challenged).catch(() => undefined);
      const answer = await shop.askIntent();
      if (made) {
        assert.equal(answer.status, 409);
        assert.equal((await shop.conflict()).type, 'payment_open');
      } else {
        assert.equal(answer.status, 201);
        assert.equal(((await answer.json()) as { id: string }).id, first.id);
        await shop.pay(first, challenged);
      }
      const [payment, ...more] = (await shop.client.listPayments()).payments;
      assert.deepEqual(more, []);
      await shop.service.answer(String(payment?.source?.['transaction_url']), 'authenticated');
      t.mock.timers.setTime(Date.now() + 60_000);
      await shop.sweep();
      assert.deepEqual(
        shop.settled.map(({ payment, verdict }) => [payment.id, verdict]),
        [[payment?.id, 'paid']],
      );
      assert.deepEqual(shop.records.open(), []);
    });
  }
});

describe('reading a payment', () => {
  for (const fault of faultNames) {
    it(`issues no second intent and ends paid when a read fails with ${fault}`, async (t) => {
      const shop = await openCheckout(t);
      const { id } = await shop.pay(await shop.intent());
      await shop.control('faults', { route: 'status', fault, times: 6, ms: 50 });
      for (let times = 0; times < 3; times++) {
        assert.match(String((await shop.askIntent()).status), /^(409|503)$/);
        assert.match(String((await shop.status(id)).status), /^(200|503)$/);
        await shop.sweep();
      }
      await shop.control('faults', { route: 'status', fault: 'delay', ms: 0 });
      // After a 429 the sweep leaves the service alone for half a minute.
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31_000 });
      assert.equal((await shop.deliver({ id, status: 'paid' })).status, 204);
      await shop.sweep();
      assert.deepEqual(
        shop.settled.map(({ payment, verdict }) => [payment.id, verdict]),
        [[id, 'paid']],
      );
      assert.deepEqual(shop.records.open(), []);
    });
  }
});
