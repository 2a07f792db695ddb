import assert from 'node:assert/strict';
import { before, describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { faultNames, type FaultName } from '../../src/sandbox/faults/faults.js';
import { openCheckout } from './checkout-shop.js';
import { isQuick } from '../suites.js';
import { faults, openFaultyWorld, type Plan } from './faulty-world.js';
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

/** `npm test` tries each fault at every third step, and a third of the plans; the whole run tries all. */
const stride = isQuick ? 3 : 1;

/**
 * Two tabs ask at once. The price changes, so their intent is canceled. The payer pays, gives the first payment up,
 * approves both at the bank, and page, webhook and sweep come at once. Whatever goes wrong meanwhile, one payment is
 * kept in the end, and it is known.
 */
async function payTwice(plan: Plan): Promise<readonly string[]> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  try {
    return await payTwiceIn(await openFaultyWorld(plan));
  } finally {
    mock.timers.reset();
  }
}

async function payTwiceIn(world: Awaited<ReturnType<typeof openFaultyWorld>>): Promise<readonly string[]> {
  const payments: { id: string; source: { transaction_url: string } }[] = [];
  /** A page: asks for an intent, and sends a card on it. An intent that is of no use any more is asked for again. */
  const page = async (body?: object) => {
    for (let tries = 0; tries < 5; tries++) {
      const intent = await world.intent(body);
      const payment = intent && (await world.pay(intent));
      if (payment) payments.push(payment);
      if (payment || !intent) return;
    }
    assert.fail('a payer who asks five times gets no intent that can be used');
  };
  await Promise.all([world.intent(), world.intent()]);
  world.changePrice(10_000);
  await page();
  assert.equal(payments.length, 1);
  assert.equal(await world.intent(), undefined, 'a payment is open');
  await page({ instead_of: payments[0]!.id });
  assert.equal(payments.length, 2);
  for (const { source } of payments) await world.approve(source.transaction_url);
  await Promise.all([
    world.deliver(payments[1]!.id),
    world.call('GET', `7/status?id=${payments[0]!.id}`),
    world.sweep().catch(() => undefined),
  ]);
  await world.arrive();
  for (let sweeps = 0; sweeps < 20 && world.records.open().length > 0; sweeps++) await world.sweep();

  assert.deepEqual(world.records.open(), [], 'nothing is left to be asked');
  const standing = (await world.client.listPayments()).payments.map(({ id, status }) => `${id} ${status}`);
  assert.deepEqual(standing.map((text) => text.split(' ')[1]).sort(), ['paid', 'voided']);
  const kept = standing.find((text) => text.endsWith(' paid'))!;
  const [given] = standing.filter((text) => text !== kept).map((text) => text.split(' ')[0]);
  assert.deepEqual([...world.settled].sort(), [kept, `${given} duplicate`].sort());
  assert.equal(await world.intent(), undefined, 'the order is paid');
  return world.steps;
}

describe('one fault at any request or save keeps one payment of two:', () => {
  let whole: readonly string[];
  before(async () => {
    whole = await payTwice(() => undefined);
    assert.ok(whole.length > 25, `${whole.length} steps`);
  });

  for (const [index, fault] of faults.entries())
    it(fault, async () => {
      for (let at = 1 + (index % stride); at <= whole.length; at += stride)
        await payTwice((step) => (step === at ? fault : undefined)).catch((error: unknown) => {
          throw new Error(`at step ${at}, ${whole[at - 1]}`, { cause: error });
        });
    });
});

describe('many faults', () => {
  it('keeps one of two payments with faults at any requests', async () => {
    const plan = fc.array(fc.option(fc.constantFrom(...faults), { freq: 2, nil: undefined }), {
      minLength: 40,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(plan, async (planned) => void (await payTwice((step) => planned[step - 1]))),
      { numRuns: isQuick ? 13 : 40 },
    );
  });
});
