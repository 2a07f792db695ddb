import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { faultNames, type FaultName } from '../../src/sandbox/faults/faults.js';
import { isQuick } from '../suites.js';
import { openCheckout, order7, type Intent } from './checkout-shop.js';
import { challenged, openService } from './payer.js';

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
      assert.deepEqual([shop.verdicts(), shop.settled[0]?.payment.id], [['paid'], payment?.id]);
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
      assert.deepEqual([shop.verdicts(), shop.settled[0]?.payment.id], [['paid'], id]);
      assert.deepEqual(shop.records.open(), []);
    });
  }
});

/** What can go wrong between the shop and the service, or between the shop and its database. */
const faults = [
  /** It never arrives. */
  'lost',
  /** It is carried out, and its answer is lost. */
  'unanswered',
  /** The shop has given up waiting, and it is carried out only then: before the next one, whatever that is. */
  'late',
  /** It is carried out, and half of the answer arrives. A database says no, although it did. */
  'cut',
  /** It is refused without being carried out. */
  'down',
] as const;

/** Says for each request to the service and each save, in their order, whether something goes wrong. */
type Plan = (step: number) => (typeof faults)[number] | undefined;

/** One for all the runs, emptied for each, because to make one takes ten times as long. */
let service: Awaited<ReturnType<typeof openService>>;
const ends: (() => unknown)[] = [];
before(async () => {
  service = await openService({ after: (end: () => unknown) => ends.push(end) } as never);
});
after(async () => {
  for (const end of ends) await end();
});

/** A shop with a fault where the plan says so, and a page, a payer and a service that ask until they are answered. */
async function openFaultyShop(t: TestContext, plan: Plan) {
  await service.send(new URL('/sandbox/reset', service.baseUrl), { method: 'POST' });
  const steps: string[] = [];
  const overdue: (() => Promise<unknown>)[] = [];

  /** What was carried out too late is carried out now. */
  const arrive = async () => {
    for (const late of overdue.splice(0)) await late();
  };

  /** Carries out one step of the shop, unless something goes wrong. */
  async function step<T>(name: string, carryOut: () => Promise<T>, spoil: (result: T) => T, refused: T) {
    await arrive();
    steps.push(name);
    const fault = plan(steps.length);
    switch (fault) {
      case undefined:
        return carryOut();
      case 'lost':
        throw new TypeError('The connection was lost.');
      case 'unanswered':
        await carryOut();
        throw new TypeError('The connection was lost.');
      case 'late':
        overdue.push(carryOut);
        throw new TypeError('It took too long.');
      case 'cut':
        return spoil(await carryOut());
      case 'down':
        return refused;
      default:
        return fault satisfies never;
    }
  }

  const shop = await openCheckout(t, {
    ...{ service, refundDuplicates: true },
    intercept: (url, init, send) =>
      step(
        `${init.method} ${new URL(url).pathname.split('/')[2]}`,
        () => send(url, init),
        ({ status, headers }) => new Response('{"id":"', { status, headers }),
        new Response('<h1>Down for maintenance</h1>', { status: 503 }),
      ),
    aroundStore: (store) => ({
      ...store,
      save: (...values) =>
        step(
          'save',
          () => store.save(...values),
          () => false,
          false,
        ),
    }),
  });

  const untilAnswer = async (ask: () => Promise<Response>): Promise<Response> => {
    for (let tries = 0; tries < 50; tries++) {
      const response = await ask();
      if (response.status !== 503) return response;
      // As `Retry-After` says.
      t.mock.timers.setTime(Date.now() + 5000);
    }
    return assert.fail('no answer after fifty tries');
  };

  const handedOut = new Set<string>();
  return {
    ...shop,
    steps,
    arrive,
    untilAnswer,
    /** A page asks for an intent. Undefined when the order has none for it. */
    async intent(body?: object): Promise<Intent | undefined> {
      const response = await untilAnswer(() => shop.askIntent(body));
      if (response.status === 409) return undefined;
      assert.equal(response.status, 201);
      const intent = (await response.json()) as Intent;
      handedOut.add(intent.id);
      const usable: string[] = [];
      for (const id of handedOut)
        if ((await shop.client.retrievePaymentIntent(id)).status === 'created') usable.push(id);
      assert.deepEqual(usable, [intent.id], 'what is handed out can be used, and nothing else of the order');
      return intent;
    },
  };
}

/** `npm test` tries each fault at every third step, and a third of the plans; the whole run tries all. */
const stride = isQuick ? 3 : 1;

/**
 * Two tabs ask at once. The price changes, so their intent is canceled. The payer pays, gives the first payment up,
 * approves both at the bank, and page, webhook and sweep come at once. Whatever goes wrong meanwhile, one payment is
 * kept in the end, and it is known.
 */
async function payTwice(t: TestContext, plan: Plan): Promise<readonly string[]> {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  try {
    return await payTwiceIn(await openFaultyShop(t, plan));
  } finally {
    t.mock.timers.reset();
  }
}

async function payTwiceIn(shop: Awaited<ReturnType<typeof openFaultyShop>>): Promise<readonly string[]> {
  const payments: { id: string; source: { transaction_url: string } }[] = [];
  /** A page: asks for an intent, and sends a card on it. An intent that is of no use any more is asked for again. */
  const page = async (body?: object) => {
    for (let tries = 0; tries < 5; tries++) {
      const intent = await shop.intent(body);
      const payment = intent && (await shop.pay(intent, challenged));
      const isMade = payment?.status === 'initiated';
      if (isMade) payments.push(payment);
      if (isMade || !intent) return;
    }
    assert.fail('a payer who asks five times gets no intent that can be used');
  };
  shop.list[0] = { ...order7, amount: 9000 };
  await Promise.all([shop.intent(), shop.intent()]);
  shop.list[0] = order7;
  await page();
  assert.equal(payments.length, 1);
  assert.equal(await shop.intent(), undefined, 'a payment is open');
  await page({ instead_of: payments[0]!.id });
  assert.equal(payments.length, 2);
  for (const { source } of payments) await service.answer(source.transaction_url, 'authenticated');
  await Promise.all([
    shop.untilAnswer(() => shop.deliver({ id: payments[1]!.id, status: 'paid' })),
    shop.untilAnswer(() => shop.status(payments[0]!.id)),
    shop.sweep().catch(() => undefined),
  ]);
  await shop.arrive();
  for (let sweeps = 0; sweeps < 20 && shop.records.open().length > 0; sweeps++) await shop.sweep();

  assert.deepEqual(shop.records.open(), [], 'nothing is left to be asked');
  const standing = (await shop.client.listPayments()).payments.map(({ id, status }) => `${id} ${status}`);
  assert.deepEqual(standing.map((text) => text.split(' ')[1]).sort(), ['paid', 'voided']);
  const kept = standing.find((text) => text.endsWith(' paid'))!;
  const [given] = standing.filter((text) => text !== kept).map((text) => text.split(' ')[0]);
  const settled = new Set(shop.settled.map(({ payment, verdict }) => `${payment.id} ${verdict}`));
  assert.deepEqual([...settled].sort(), [kept, `${given} duplicate`].sort());
  assert.equal(await shop.intent(), undefined, 'the order is paid');
  return shop.steps;
}

describe('one fault at any request or save keeps one payment of two:', () => {
  let whole: readonly string[];
  it('none', async (t) => {
    whole = await payTwice(t, () => undefined);
    assert.ok(whole.length > 25, `${whole.length} steps`);
  });

  for (const [index, fault] of faults.entries())
    it(fault, async (t) => {
      for (let at = 1 + (index % stride); at <= whole.length; at += stride)
        await payTwice(t, (step) => (step === at ? fault : undefined)).catch((error: unknown) => {
          throw new Error(`at step ${at}, ${whole[at - 1]}`, { cause: error });
        });
    });
});

describe('many faults', () => {
  it('keeps one of two payments with faults at any requests', async (t) => {
    const plan = fc.array(fc.option(fc.constantFrom(...faults), { freq: 2, nil: undefined }), {
      minLength: 40,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(plan, async (planned) => void (await payTwice(t, (step) => planned[step - 1]))),
      { numRuns: isQuick ? 13 : 40 },
    );
  });
});
