import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { PayError, type Checkout, type PayClient, type Store } from '../../src/server/index.js';
import { dayMs } from '../../src/server/checkout/times.js';
import type { Payment } from '../../src/wire/index.js';
import { openCheckout, withoutDate } from './checkout-shop.js';
import { createDying, isDoneAt, isPlannedAt, places } from './dying.js';
import { challenged } from './payer.js';

type Terms = { readonly key: string; readonly amount?: number };

interface Case {
  readonly title: string;
  readonly type: 'refund' | 'capture' | 'void';
  readonly terms: Terms;
  /** The same key with terms that mean something else. */
  readonly others: (checkout: Checkout) => Promise<Payment>;
  /** What the service shows once the operation was carried out exactly once. */
  readonly done: Partial<Payment>;
  readonly verdicts: readonly string[];
  /** Whether a second request of the service would move more money. */
  readonly adds: boolean;
}

const key = 'return 1';
const cases: readonly Case[] = [
  {
    title: 'a refund of a part',
    type: 'refund',
    terms: { key, amount: 3000 },
    others: (checkout) => checkout.refund('7', { key, amount: 3001 }),
    done: { status: 'refunded', refunded: 3000 },
    verdicts: ['paid'],
    adds: true,
  },
  {
    title: 'a refund of everything',
    type: 'refund',
    terms: { key },
    others: (checkout) => checkout.refund('7', { key, amount: 10_000 }),
    done: { status: 'refunded', refunded: 10_000 },
    verdicts: ['paid', 'reversed'],
    adds: false,
  },
  {
    title: 'a capture of a part',
    type: 'capture',
    terms: { key, amount: 6000 },
    others: (checkout) => checkout.capture('7', { key }),
    done: { status: 'captured', captured: 6000 },
    verdicts: ['authorized', 'paid'],
    adds: false,
  },
  {
    title: 'a void',
    type: 'void',
    terms: { key },
    others: (checkout) => checkout.refund('7', { key }),
    done: { status: 'voided', refunded: 0 },
    verdicts: ['paid', 'reversed'],
    adds: false,
  },
];

const [refunds, whole, captures, voids] = cases as [Case, Case, Case, Case];
const methods = { refund: 'refundPayment', capture: 'capturePayment', void: 'voidPayment' } as const;

/** A paid (or authorized) order 7, its service, and any number of processes over one store. */
async function openPaid(
  t: TestContext,
  { type, terms }: Case = refunds,
  options: Parameters<typeof openCheckout>[1] = {},
) {
  const events: string[] = [];
  let counted: PayClient | undefined;
  const startedAt = Date.now();
  const shop = await openCheckout(t, {
    onEvent: ({ what }) => void events.push(what),
    around: (client) => (counted = client),
    // The service starts at noon. A payment can be voided on its day only, and these tests move the clock by minutes.
    sandbox: { now: () => Date.now() - (startedAt % dayMs) + dayMs / 2 },
    ...options,
  });
  const { id } = await shop.pay(await shop.intent(), undefined, { manual: type === 'capture' });
  await shop.checkout().settle(id);
  await shop.sweep();
  events.splice(0);
  const ask = (checkout: Checkout): Promise<Payment> => checkout[type]('7', terms);
  return {
    ...shop,
    id,
    events,
    ask,
    /** Counts what it is asked. */
    counted: counted as PayClient,
    read: () => shop.client.retrievePayment(id),
    /** The operations that the service has been sent. */
    sent: () => shop.calls.filter((call) => call === `POST payments ${type}`).length,
  };
}

type Paid = Awaited<ReturnType<typeof openPaid>>;

/** The outcome is the true one, was told, and holds for whoever asks again. */
async function assertDoneOnce(shop: Paid, each: Case) {
  const payment = await shop.read();
  assert.deepEqual({ ...payment, ...each.done }, payment);
  const sent = shop.sent();
  const next = shop.open();
  assert.deepEqual({ ...(await shop.ask(next)), updated_at: '' }, { ...payment, updated_at: '' });
  await assert.rejects(each.others(next), { code: 'configuration', message: /`key` was used before/ });
  await shop.wait(86_400);
  await shop.sweep();
  assert.equal(shop.sent(), sent, 'nothing more is sent');
  assert.deepEqual(await shop.read(), payment);
  assert.deepEqual([...new Set(shop.verdicts())], each.verdicts);
  assert.equal(shop.events.includes(`${each.type}-refused`), false);
  assert.ok(shop.events.filter((what) => what === `${each.type}-done`).length <= 1, String(shop.events));
  assert.deepEqual(shop.records.open(), []);
}

for (const each of cases)
  describe(`${each.title} of which the process dies`, () => {
    for (const place of places)
      for (const who of ['its caller, who asks again,', 'the sweep'] as const)
        it(`${place} is carried out once: ${who} ends it`, async (t) => {
          const shop = await openPaid(t, each);
          const { options, stopped } = createDying(shop, shop.counted, methods[each.type], place);
          void shop.ask(shop.open(options));
          await stopped;
          // A process of its own for each of these, since none knows what another one has in its memory.
          const again = () => shop.ask(shop.open());
          if (who === 'the sweep') {
            for (const seconds of [0, 400]) {
              await shop.wait(seconds);
              shop.restart();
              await shop.sweep();
            }
            assert.equal(shop.sent(), isPlannedAt(place) ? 1 : 0);
          } else if (each.adds && !isDoneAt(place) && isPlannedAt(place)) {
            await assert.rejects(again(), { code: 'network', retryable: true, message: /is saved/ });
            assert.equal((await shop.read()).refunded, 0);
            await shop.wait(400);
          }
          await again();
          assert.equal(shop.sent(), 1);
          await assertDoneOnce(shop, each);
        });
  });

/** A store whose answer to the save that plans the operation is changed. */
const withPlanAnswer = (store: Store, change: (save: () => Promise<boolean>) => Promise<boolean>): Store => {
  let isPlanned = false;
  return {
    ...store,
    save: (...values) => {
      const [, record] = values;
      if (isPlanned || !record.includes('"wanted"')) return store.save(...values);
      isPlanned = true;
      return change(() => store.save(...values));
    },
  };
};

const answers: [title: string, change: (save: () => Promise<boolean>) => Promise<boolean>][] = [
  ['is written and fails then', async (save) => (await save(), Promise.reject(new Error('It is away.')))],
  ['is written and said to be refused', async (save) => (await save(), false)],
];

for (const each of cases)
  describe(`${each.title} whose plan`, () => {
    for (const [title, change] of answers)
      it(`${title} is carried out once`, async (t) => {
        const shop = await openPaid(t, each);
        const first = shop.open({ store: withPlanAnswer(shop.store, change) });
        await shop.ask(first).catch(() => undefined);
        await shop.wait(400);
        await shop.ask(shop.open());
        assert.equal(shop.sent(), 1);
        await assertDoneOnce(shop, each);
      });

    it('is confirmed so late that another process has carried it out moves nothing twice', async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const shop = await openPaid(t, each);
      let [confirm, announce]: [() => void, () => void] = [() => undefined, () => undefined];
      const confirmed = new Promise<void>((resolve) => (confirm = resolve));
      const isPlanned = new Promise<void>((resolve) => (announce = resolve));
      const store = withPlanAnswer(shop.store, async (save) => {
        const saved = await save();
        announce();
        await confirmed;
        return saved;
      });
      const late = shop.ask(shop.open({ store }));
      await isPlanned;
      t.mock.timers.setTime(Date.now() + 400_000);
      await shop.ask(shop.open());
      confirm();
      assert.equal((await late).id, shop.id);
      t.mock.timers.reset();
      await assertDoneOnce(shop, each);
    });
  });

for (const each of cases)
  it(`${each.title} that two processes are asked for at once by one key is carried out once`, async (t) => {
    const shop = await openPaid(t, each);
    const results = await Promise.allSettled([shop.ask(shop.open()), shop.ask(shop.open())]);
    assert.ok(results.some(({ status }) => status === 'fulfilled'));
    await assertDoneOnce(shop, each);
  });

describe('two refunds by two keys', () => {
  it('of more than there is, at once in two processes, give back one of them, and refuse the other one', async (t) => {
    const shop = await openPaid(t);
    const ask = (key: string) => shop.open().refund('7', { key, amount: 6000 });
    await Promise.allSettled([ask('a'), ask('b')]);
    const results = await Promise.allSettled([ask('a'), ask('b')]);
    assert.equal((await shop.read()).refunded, 6000);
    const [refused, ...more] = results.flatMap((result) =>
      result.status === 'rejected' ? [String(result.reason)] : [],
    );
    assert.match(refused ?? '', /`amount` is more than the 4000 that are left/);
    assert.deepEqual(more, []);
    assert.equal(shop.events.filter((what) => what === 'refund-done').length, 1);
  });

  for (const [title, error, calls] of [
    ['is not known', new PayError('network', 'The service gave no answer.'), 1],
    ['is put off by the service', new PayError('api', 'Too many requests.', { status: 429 }), 2],
  ] as const)
    it(`of which the first one ${title}: the second one says that it was not saved`, async (t) => {
      const shop = await openPaid(t);
      let sent = 0;
      const away = shop.open(refunding(shop, () => (sent++, Promise.reject(error))));
      await assert.rejects(away.refund('7', { key: 'a', amount: 1000 }), { message: /./ });
      await assert.rejects(away.refund('7', { key: 'b', amount: 2000 }), {
        retryable: true,
        message: /^Another refund of this order .* nothing of this refund was saved or sent\./,
      });
      assert.equal(sent, calls, 'each call asks once');
      await shop.wait(400);
      await shop.sweep();
      assert.equal((await shop.read()).refunded, 1000);
      await shop.open().refund('7', { key: 'b', amount: 2000 });
      assert.equal((await shop.read()).refunded, 3000);
    });
});

/** A client whose requests to give back end otherwise. */
const refunding = (shop: Paid, refundPayment: PayClient['refundPayment']) => ({
  client: { ...shop.counted, refundPayment },
});

/** A client that is shown something else of the payment, by its reads and by the answer to a refund. */
const showing = ({ counted }: Paid, change: () => object) => ({
  client: {
    ...counted,
    retrievePayment: async (id: string) => Object.assign(await counted.retrievePayment(id), change()),
    refundPayment: async (...what: Parameters<PayClient['refundPayment']>) =>
      Object.assign(await counted.refundPayment(...what), change()),
  },
});

const refusal = (status: number) => new PayError('api', 'Not now.', { status });

describe('an operation', () => {
  it('that was carried out unseen is not called refused after a repetition that was put off', async (t) => {
    const shop = await openPaid(t, whole);
    let [requests, isStale] = [0, true];
    const client: PayClient = {
      ...shop.counted,
      retrievePayment: async (id) => {
        const payment = await shop.counted.retrievePayment(id);
        return isStale ? Object.assign(payment, { refunded: 0, status: 'paid' }) : payment;
      },
      refundPayment: async (id, what) => {
        requests++;
        if (requests === 2) throw new PayError('api', 'Too many requests.', { status: 429 });
        const payment = await shop.counted.refundPayment(id, what);
        if (requests === 1) throw new PayError('network', 'The service gave no answer.');
        return payment;
      },
    };
    const checkout = shop.open({ client });
    for (const expected of [{ code: 'network' }, { status: 429 }, { code: 'network' }])
      await assert.rejects(shop.ask(checkout), expected);
    isStale = false;
    assert.equal((await shop.ask(checkout)).refunded, 10_000);
  });

  it('that the service has confirmed is never sent again, however long its reads do not show it', async (t) => {
    const shop = await openPaid(t);
    let isStale = true;
    shop.restart(showing(shop, () => (isStale ? { refunded: 0, status: 'paid' } : {})));
    await assert.rejects(shop.ask(shop.checkout()), { code: 'network', retryable: true });
    for (const seconds of [400, 4000, 86_400]) {
      await shop.wait(seconds);
      await shop.sweep();
    }
    assert.equal(shop.sent(), 1);
    isStale = false;
    await shop.sweep();
    assert.equal((await shop.ask(shop.checkout())).refunded, 3000);
    assert.equal(shop.sent(), 1);
  });

  it('at a service that does not say the time is sent only if a second request could move nothing more', async (t) => {
    let [isOff, isLost] = [false, false];
    const shop = await openPaid(t, refunds, {
      intercept: async (url, init, send) => {
        if (isLost && url.endsWith('/refund')) throw new Error('The connection was closed.');
        return withoutDate(() => isOff)(url, init, send);
      },
    });
    isOff = isLost = true;
    await assert.rejects(shop.ask(shop.checkout()), { message: /no `Date` header.* Nothing was sent/ });
    isLost = false;
    assert.equal((await shop.checkout().refund('7', { key: 'more than half', amount: 6000 })).refunded, 6000);
    isOff = false;
    assert.equal((await shop.ask(shop.checkout())).refunded, 9000);
    assert.deepEqual(shop.records.open(), []);
  });

  it('that was not sent waits for an answer of the service that has a time', async (t) => {
    let isOff = false;
    const shop = await openPaid(t, refunds, { intercept: withoutDate(() => isOff) });
    const refusing = refunding(shop, () => Promise.reject(refusal(403)));
    await assert.rejects(shop.ask(shop.open(refusing)), { status: 403 });
    isOff = true;
    await assert.rejects(shop.ask(shop.checkout()), { retryable: true, message: /is saved/ });
    assert.equal(shop.sent(), 0);
    isOff = false;
    await shop.ask(shop.checkout());
    await assertDoneOnce(shop, refunds);
  });

  it('that is carried out resolves although the database fails when the merchant is notified', async (t) => {
    const shop = await openPaid(t, whole);
    let isDone = false;
    const store: Store = {
      ...shop.store,
      load: async (id) => {
        if (isDone) throw new Error('The database is away.');
        return shop.store.load(id);
      },
      save: async (...values) => {
        const saved = await shop.store.save(...values);
        isDone ||= values[1].includes('"done"');
        return saved;
      },
    };
    assert.equal((await shop.ask(shop.open({ store }))).refunded, 10_000);
    assert.match(String(shop.errors), /The database is away/);
    await shop.sweep();
    assert.deepEqual(shop.verdicts(), ['paid', 'reversed']);
  });
});

describe('a void without a key', () => {
  it('is refused when it would be about another payment than the one that was voided', async (t) => {
    const shop = await openPaid(t, voids);
    await shop.checkout().void('7');
    assert.equal((await shop.checkout().void('7')).id, shop.id);
    const { id } = await shop.pay(await shop.intent());
    await assert.rejects(shop.checkout().void('7'), {
      code: 'configuration',
      message: /^void: `key` is left out, and the order's payment was voided before: another one pays now\./,
    });
    assert.equal(shop.sent(), 1);
    assert.equal((await shop.checkout().void('7', { key: 'second' })).id, id);
    assert.equal((await shop.client.retrievePayment(id)).status, 'voided');
  });
});

describe('a refund', () => {
  const refund = (checkout: Checkout, amount?: number, key = 'a') =>
    checkout.refund('7', { key, ...(amount !== undefined && { amount }) });

  it('without an amount gives back all that is left, and the order can be paid again', async (t) => {
    const shop = await openPaid(t);
    await refund(shop.checkout(), 4000, 'a');
    assert.equal((await refund(shop.checkout(), undefined, 'b')).refunded, 10_000);
    assert.deepEqual(shop.verdicts(), ['paid', 'reversed']);
    // Also when another payment pays for the order meanwhile, the key still means the first one.
    await shop.checkout().settle((await shop.pay(await shop.intent())).id);
    assert.equal((await refund(shop.checkout(), undefined, 'b')).id, shop.id);
  });

  const wrong: [title: string, what: object, message: RegExp][] = [
    ['without a key', {}, /refund: `key` must be of type string/],
    ['with an empty key', { key: '' }, /refund: `key` must be a string of 1 to 255 characters/],
    ['with an amount that is undefined', { key: 'a', amount: undefined }, /`amount` is undefined/],
    ['of nothing', { key: 'a', amount: 0 }, /`amount` must be at least 1/],
    ['of a fraction', { key: 'a', amount: 1.5 }, /`amount` must be of type integer/],
    ['with a misspelt option', { key: 'a', ammount: 5 }, /`ammount` is not known/],
    ['of more than was paid', { key: 'a', amount: 10_001 }, /`amount` is more than the 10000 that are left/],
  ];
  for (const [title, what, message] of wrong)
    it(`${title} is refused, and nothing is saved or sent`, async (t) => {
      const shop = await openPaid(t);
      const before = await shop.store.load('7');
      await assert.rejects(shop.checkout().refund('7', what as never), { code: 'configuration', message });
      assert.deepEqual([await shop.store.load('7'), shop.sent()], [before, 0]);
    });

  it('of an order that is not paid, or that does not exist, is refused', async (t) => {
    const shop = await openCheckout(t);
    const message = 'refund: `orderId` has no payment that pays for it. Nothing was sent.';
    for (const id of ['8', 'none'])
      await assert.rejects(shop.checkout().refund(id, { key: 'a' }), { message });
  });

  it('of a payment that nobody has told of yet asks the service for it first', async (t) => {
    const shop = await openCheckout(t);
    const { id } = await shop.pay(await shop.intent());
    assert.equal((await refund(shop.checkout(), 1000)).id, id);
    assert.deepEqual([(await shop.client.retrievePayment(id)).refunded, shop.verdicts()], [1000, ['paid']]);
    // The payer has given it up at the bank, and approved it there afterwards.
    const waiting = await shop.pay(await shop.intent({}, '8'), challenged);
    await shop.intent({ instead_of: waiting.id }, '8');
    await shop.service.answer(waiting.source.transaction_url, 'authenticated');
    assert.equal((await shop.checkout().void('8')).id, waiting.id);
  });

  for (const type of ['refund', 'void'] as const)
    it(`of such a payment ends alike in the process that hears of it late, when another one has done it: ${type}`, async (t) => {
      const shop = await openCheckout(t);
      const { id } = await shop.pay(await shop.intent());
      const ask = (checkout: Checkout) => (type === 'refund' ? refund(checkout) : checkout.void('7'));
      let isFirst = true;
      const retrievePayment: PayClient['retrievePayment'] = async (asked) => {
        const payment = await shop.client.retrievePayment(asked);
        if (isFirst) {
          isFirst = false;
          await ask(shop.open());
        }
        return payment;
      };
      const late = await ask(shop.open({ client: { ...shop.client, retrievePayment } }));
      assert.deepEqual([late.id, late.status], [id, type === 'refund' ? 'refunded' : 'voided']);
      assert.equal(shop.calls.filter((call) => call === `POST payments ${type}`).length, 1);
    });

  it('says nothing of a payment that the service cannot be asked for', async (t) => {
    const shop = await openCheckout(t);
    await shop.pay(await shop.intent());
    const away = { ...shop.client, retrievePayment: () => Promise.reject(new PayError('network', 'Away.')) };
    await assert.rejects(refund(shop.open({ client: away })), { code: 'network' });
  });

  it('that the service refuses for good is refused by its key for ever, and not tried again', async (t) => {
    const shop = await openPaid(t);
    let sent = 0;
    shop.restart(refunding(shop, () => (sent++, Promise.reject(refusal(400)))));
    const expected = {
      code: 'api',
      status: 400,
      message: /^The refund was refused: Not now\. .*another key/,
    };
    for (let times = 0; times < 2; times++) await assert.rejects(refund(shop.checkout(), 4000), expected);
    await shop.wait(86_400);
    await shop.sweep();
    assert.deepEqual([sent, shop.errors, shop.records.open()], [1, [], []]);
  });

  for (const status of [429, 403])
    it(`that the service has not looked at (${status}) is sent again by the next call, or by the sweep`, async (t) => {
      const shop = await openPaid(t);
      const away = refunding(shop, () => Promise.reject(refusal(status)));
      for (const key of ['a', 'b']) {
        await assert.rejects(refund(shop.open(away), 1000, key), { status });
        if (key === 'a') await refund(shop.checkout(), 1000, key);
        else await shop.sweep();
      }
      assert.deepEqual([(await shop.read()).refunded, shop.records.open()], [2000, []]);
    });

  it('waits for another one of the order, so that all are given back', async (t) => {
    const shop = await openPaid(t);
    const keys = ['a', 'b', 'c', 'd', 'e'];
    await Promise.allSettled(keys.map((key) => refund(shop.checkout(), 1000, key)));
    for (const key of keys) await refund(shop.checkout(), 1000, key);
    assert.deepEqual([(await shop.read()).refunded, shop.sent()], [5000, 5]);
  });

  it('is not taken for done by what was given back by hand', async (t) => {
    const shop = await openPaid(t);
    const away = shop.open(refunding(shop, () => Promise.reject(new PayError('network', 'No answer.'))));
    await assert.rejects(refund(away, 4000), { retryable: true });
    await shop.client.refundPayment(shop.id, { amount: 500 });
    await shop.wait(400);
    assert.equal((await refund(shop.checkout(), 4000)).refunded, 4500);
  });

  it('whose answer is lost gives back once if the service shows the id in capitals from then on', async (t) => {
    const shop = await openPaid(t);
    const lost = refunding(shop, async (id, what) => {
      await shop.counted.refundPayment(id, what);
      shop.shown.payments = (body) => ({ ...body, id: String(body['id']).toUpperCase() });
      throw new PayError('network', 'No answer.');
    });
    const away = shop.open(lost);
    await Promise.allSettled([refund(away, 4000)]);
    await shop.wait(400);
    await Promise.allSettled([refund(shop.checkout(), 4000)]);
    assert.equal((await shop.read()).refunded, 4000);
    assert.equal((await refund(shop.checkout(), 4000)).refunded, 4000);
  });
});

describe('a capture', () => {
  it('of a part is what can be given back afterwards, or voided', async (t) => {
    const shop = await openPaid(t, captures);
    await shop.ask(shop.checkout());
    await assert.rejects(shop.checkout().refund('7', { key: 'b', amount: 6001 }), {
      message: /more than the 6000/,
    });
    const voidPayment = async (id: string) => {
      shop.shown.payments = (body) => ({ ...body, status: 'voided' });
      return shop.counted.retrievePayment(id);
    };
    const checkout = shop.open({ client: { ...shop.counted, voidPayment } });
    assert.equal((await checkout.void('7')).status, 'voided');
    assert.deepEqual(shop.verdicts(), ['authorized', 'paid', 'reversed']);
  });

  it('of a payment that was taken at once is refused', async (t) => {
    const shop = await openPaid(t);
    await assert.rejects(shop.checkout().capture('7'), {
      message: 'capture: `orderId` has a payment that is paid: no capture is possible. Nothing was sent.',
    });
  });
});

it('a void that the service refuses is followed by no refund that the merchant has not asked for', async (t) => {
  const shop = await openPaid(t, voids);
  await shop.wait(86_400);
  await assert.rejects(shop.ask(shop.checkout()), {
    status: 400,
    message: /^The void was refused: .*If the payment is settled, refund it instead\. .*another key/,
  });
  await shop.sweep();
  assert.deepEqual([(await shop.read()).status, shop.verdicts()], ['paid', ['paid']]);
  await assert.rejects(shop.checkout().void('7', { amount: 5 } as never), {
    message: /`amount` is not known/,
  });
  assert.equal((await shop.checkout().refund('7', { key: 'instead' })).refunded, 10_000);
});
