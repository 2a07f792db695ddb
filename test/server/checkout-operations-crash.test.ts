import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  PayError,
  type Checkout,
  type CheckoutOptions,
  type PayClient,
  type Store,
} from '../../src/server/index.js';
import { dayMs } from '../../src/server/checkout/times.js';
import type { Payment } from '../../src/wire/index.js';
import { openCheckout } from './checkout-shop.js';
import { bundleShop, lastingShop, openShops, order } from './shop-processes.js';

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

const methods = { refund: 'refundPayment', capture: 'capturePayment', void: 'voidPayment' } as const;

/** A paid (or authorized) order 7, its service, and any number of processes over one store. */
async function openPaid(t: TestContext, { type, terms }: Case) {
  const events: string[] = [];
  let counted: PayClient | undefined;
  const startedAt = Date.now();
  const shop = await openCheckout(t, {
    onEvent: ({ what }) => void events.push(what),
    around: (client) => (counted = client),
    // The service starts at noon. A payment can be voided on its day only, and these tests move the clock by minutes.
    sandbox: { now: () => Date.now() - (startedAt % dayMs) + dayMs / 2 },
  });
  const { client_secret: secret } = await shop.intent();
  const id = crypto.randomUUID();
  await shop.attempt(id);
  await shop.service.pay({ secret, manual: type === 'capture', more: { given_id: id } });
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
    wait: (seconds: number) => shop.control('clock', { advance: seconds }),
    verdicts: () => shop.settled.map(({ verdict }) => verdict),
  };
}

const never = new Promise<never>(() => undefined);

/** A process that stops for ever at one place, and the moment at which it has come there. */
function createDying(shop: { store: Store }, client: PayClient, { type }: Case, place: Place) {
  let announce: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (announce = resolve));
  const stop = () => (announce(), never);
  let isSent = false;
  const method = methods[type];
  const options: Partial<CheckoutOptions> = {
    client: {
      ...client,
      [method]: async (...values: [never]) => {
        if (place === 'before the service gets it') return stop();
        const payment = await client[method](...values);
        isSent = true;
        return place === 'when the service has done it' ? stop() : payment;
      },
    },
    store: {
      ...shop.store,
      save: async (...values) => {
        if (place === 'before it is planned') return stop();
        if (place === 'before its outcome is saved' && isSent) return stop();
        const saved = await shop.store.save(...values);
        return place === 'when it is planned' || (place === 'when its outcome is saved' && isSent)
          ? stop()
          : saved;
      },
    },
  };
  return { options, stopped };
}

const places = [
  'before it is planned',
  'when it is planned',
  'before the service gets it',
  'when the service has done it',
  'before its outcome is saved',
  'when its outcome is saved',
] as const;
type Place = (typeof places)[number];

const isPlannedAt = (place: Place) => place !== 'before it is planned';
const isDoneAt = (place: Place) => places.indexOf(place) >= places.indexOf('when the service has done it');

/** The outcome is the true one, was told, and holds for whoever asks again. */
async function assertDoneOnce(shop: Awaited<ReturnType<typeof openPaid>>, each: Case) {
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
          const { options, stopped } = createDying(shop, shop.counted, each, place);
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
  [
    'is written and fails then',
    async (save) => {
      await save();
      throw new Error('The database has closed the connection.');
    },
  ],
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
      let confirm: () => void = () => undefined;
      const confirmed = new Promise<void>((resolve) => (confirm = resolve));
      let announce: () => void = () => undefined;
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
  const refunds = cases[0] as Case;

  it('of more than there is, at once in two processes, give back one of them, and refuse the other one', async (t) => {
    const shop = await openPaid(t, refunds);
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
      const shop = await openPaid(t, refunds);
      let sent = 0;
      const client = { ...shop.counted, refundPayment: () => (sent++, Promise.reject(error)) };
      const away = shop.open({ client });
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

describe('an operation', () => {
  const [part, whole] = cases as [Case, Case];

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
    const shop = await openPaid(t, part);
    let isStale = true;
    const hide = (payment: Payment) =>
      isStale ? Object.assign(payment, { refunded: 0, status: 'paid' }) : payment;
    const client: PayClient = {
      ...shop.counted,
      retrievePayment: async (id) => hide(await shop.counted.retrievePayment(id)),
      refundPayment: async (id, what) => hide(await shop.counted.refundPayment(id, what)),
    };
    shop.restart({ client });
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

  it('is carried out once at a service that never says how much was given back', async (t) => {
    const shop = await openPaid(t, part);
    const hide = (payment: Payment) => Object.assign(payment, { refunded: undefined });
    const client: PayClient = {
      ...shop.counted,
      retrievePayment: async (id) => hide(await shop.counted.retrievePayment(id)),
      refundPayment: async (id, what) => hide(await shop.counted.refundPayment(id, what)),
    };
    shop.restart({ client });
    await shop.ask(shop.checkout());
    await shop.wait(400);
    await shop.ask(shop.checkout());
    await shop.sweep();
    assert.equal((await shop.read()).refunded, 3000);
    assert.deepEqual(shop.records.open(), []);
  });

  it('whose answer was lost is not sent again to a service that never says how much was given back', async (t) => {
    const shop = await openPaid(t, part);
    const client: PayClient = {
      ...shop.counted,
      retrievePayment: async (id) =>
        Object.assign(await shop.counted.retrievePayment(id), { refunded: undefined }),
      refundPayment: async (id, what) => {
        await shop.counted.refundPayment(id, what);
        throw new PayError('network', 'The service gave no answer.');
      },
    };
    shop.restart({ client });
    for (const seconds of [0, 400, 4000]) {
      await shop.wait(seconds);
      await assert.rejects(shop.ask(shop.checkout()), { code: 'network', retryable: true });
    }
    assert.equal(shop.sent(), 1);
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
  const voids = cases[3] as Case;

  it('is refused when it would be about another payment than the one that was voided', async (t) => {
    const shop = await openPaid(t, voids);
    await shop.checkout().void('7');
    assert.equal((await shop.checkout().void('7')).id, shop.id);
    const { id } = await shop.pay(await shop.intent());
    await shop.checkout().settle(id);
    await assert.rejects(shop.checkout().void('7'), {
      code: 'configuration',
      message: /^void: `key` is left out, and the order's payment was voided before: another one pays now\./,
    });
    assert.equal(shop.sent(), 1);
    assert.equal((await shop.checkout().void('7', { key: 'second' })).id, id);
    assert.equal((await shop.client.retrievePayment(id)).status, 'voided');
  });
});

describe('a refund of which the process is killed', () => {
  it('once it is planned, or sent, gives back once over SQLite', { timeout: 120_000 }, async (t) => {
    const script = await bundleShop();
    const shops = await openShops(t, script);
    const first = await lastingShop(shops);
    const { client_secret: secret } = await first.json('POST', `${order.id}/intent`);
    const { id } = await shops.service.pay({ secret: secret as unknown as string });
    await first.json('POST', 'sweep');
    let expected = 0;
    // The second step of a refund saves its plan, the third one has sent it.
    for (const killAt of [2, 3]) {
      const shop = await lastingShop(shops, killAt);
      const ask = () => shop.json('POST', `refund/return-${killAt}?amount=1000`);
      await ask();
      assert.equal(shop.deaths(), 1);
      await shops.control('clock', { advance: 400 });
      expected += 1000;
      assert.equal((await ask())['refunded'] as unknown, expected);
      assert.equal((await shops.client.retrievePayment(id)).refunded, expected);
    }
  });
});
