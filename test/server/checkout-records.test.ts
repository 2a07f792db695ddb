import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openOrderStore } from '../../src/server/checkout/order-store.js';
import { emptyRecord, readRecord } from '../../src/server/checkout/record.js';
import { memoryStore } from '../../src/entries/stores/memory.js';
import { memoryOrders, type Store } from '../../src/server/index.js';
import { order7, order8 } from './checkout-shop.js';

const policy = { returnDuplicates: false };
const announced = (paymentId: string) => ({ type: 'attempt-announced', paymentId }) as const;

const payment = { id: 'p', intent: 1, firstSeenAt: 0, verdict: 'open', money: 'unknown', unnotified: [] };

describe('the record of an order', () => {
  const intent = {
    number: 1,
    id: 'i1',
    amount: 10_000,
    currency: 'SAR',
    description: '7',
    callbackUrl: 'https://shop.example/',
    expiresAt: '',
    localExpiresAt: 0.5,
    state: 'open',
  };
  const counts = { requests: [0], attempts: [1], declines: [] };
  const whole = {
    format: 1,
    sweeps: 0,
    intentCount: 1,
    paidBy: 'p',
    intents: [intent],
    payments: [payment],
    ...counts,
  };

  const readable: [title: string, record: object][] = [
    ['empty', emptyRecord],
    ['with a payment and an intent', whole],
    ['with an intent that is used', { ...whole, intents: [{ ...intent, state: 'used' }] }],
    ...['canceled', 'expired'].map((state): [string, object] => [
      `with an intent that is ${state}`,
      { ...whole, intents: [{ ...intent, state }] },
    ]),
    ...['announced', 'paid', 'authorized', 'failed', 'open', 'mismatch', 'duplicate', 'reversed'].map(
      (verdict): [string, object] => [
        `with a payment that is ${verdict}`,
        {
          ...whole,
          payments: [{ ...payment, verdict, unnotified: verdict === 'announced' ? [] : [verdict] }],
        },
      ],
    ),
    ...['authorized', 'taken', 'none', 'returned'].map((money): [string, object] => [
      `with money that is ${money}`,
      { ...whole, payments: [{ ...payment, money }] },
    ]),
    ...['wanted', 'done'].map((giveBack): [string, object] => [
      `with a return that is ${giveBack}`,
      { ...whole, payments: [{ ...payment, giveBack, isReleased: true, createdAt: '2030-01-01T00:00:00Z' }] },
    ]),
  ];
  for (const [title, record] of readable) {
    it(`is read as it was written: ${title}`, () => {
      assert.deepEqual(readRecord('7', JSON.stringify(record)), record);
    });
  }

  const unreadable: [title: string, text: string][] = [
    ['nothing', ''],
    ['half a record', JSON.stringify(whole).slice(0, -1)],
    ['null', 'null'],
    ['a list', '[]'],
    ['the form of a later version', JSON.stringify({ ...whole, format: 2 })],
    [
      'a payment without a verdict',
      JSON.stringify({ ...whole, payments: [{ ...payment, verdict: undefined }] }),
    ],
    [
      'a payment with a verdict of later',
      JSON.stringify({ ...whole, payments: [{ ...payment, verdict: 'limbo' }] }),
    ],
    [
      'a verdict to tell that is none',
      JSON.stringify({ ...whole, payments: [{ ...payment, unnotified: ['announced'] }] }),
    ],
    ['an intent without an id', JSON.stringify({ ...whole, intents: [{ ...intent, id: undefined }] })],
    ['an intent in a state of later', JSON.stringify({ ...whole, intents: [{ ...intent, state: 'limbo' }] })],
  ];
  for (const [title, text] of unreadable) {
    it(`is not taken for an empty one: ${title}`, () => {
      assert.throws(() => readRecord('7', text), {
        name: 'PayError',
        code: 'configuration',
        field: 'store',
        message: 'The record of order 7 cannot be read.',
      });
    });
  }
});

describe('an event of an order', () => {
  it('is saved as the next version, and not again when it is known', async () => {
    const records = memoryStore();
    const versions: number[] = [];
    const store = openOrderStore(
      { ...records, save: (...values) => (versions.push(values[2]), records.save(...values)) },
      policy,
    );
    const session = await store.load('7');
    await store.appendEvents(session, { type: 'time-passed' });
    assert.deepEqual(versions, []);
    for (const id of ['p', 'p', 'q']) await store.appendEvents(session, announced(id));
    assert.deepEqual(versions, [1, 2]);
    assert.deepEqual(
      (await store.load('7')).record.payments.map(({ id }) => id),
      ['p', 'q'],
    );
  });

  it('is not saved when it changes nothing, so that what a later release has added to the record stays', async () => {
    const records = memoryStore();
    const later = { ...emptyRecord, payments: [{ ...payment, verdict: 'announced', later: 1 }], later: 2 };
    await records.save('7', JSON.stringify(later), 1, null);
    const store = openOrderStore(records, policy);
    await store.appendEvents(await store.load('7'), { type: 'time-passed' });
    await store.appendEvents(await store.load('7'), announced('p'));
    assert.deepEqual(await records.load('7'), { record: JSON.stringify(later), version: 1 });
  });

  it('is saved together with others', async () => {
    const records = memoryStore();
    const store = openOrderStore(records, policy);
    const { record } = await store.appendEvents(await store.load('7'), announced('p'), announced('q'));
    assert.equal(record.payments.length, 2);
    assert.equal((await records.load('7'))?.version, 1);
  });

  it('is judged anew when another request was faster', async () => {
    const records = memoryStore();
    const store = openOrderStore(records, policy);
    const session = await store.load('7');
    await store.appendEvents(await store.load('7'), announced('faster'));
    const { record } = await store.appendEvents(session, announced('p'));
    assert.deepEqual(
      record.payments.map(({ id }) => id),
      ['faster', 'p'],
    );
  });

  it('waits for the other requests of its process, so that the database refuses few saves', async () => {
    const records = memoryStore();
    let refused = 0;
    const save: Store['save'] = async (...values) => {
      const saved = await records.save(...values);
      if (!saved) refused++;
      return saved;
    };
    const store = openOrderStore({ ...records, save }, policy);
    const sessions = await Promise.all(Array.from({ length: 50 }, () => store.load('7')));
    await Promise.all(sessions.map((session, index) => store.appendEvents(session, announced(`p-${index}`))));
    assert.equal((await store.load('7')).record.payments.length, 50);
    assert.ok(refused < 50, `${refused} refused`);
  });

  it('is given up when a hundred saves were refused, since that is a mistake of the database', async () => {
    let saves = 0;
    const store = openOrderStore({ ...memoryStore(), save: async () => (saves++, false) }, policy);
    await assert.rejects(store.appendEvents(await store.load('7'), announced('p')), {
      code: 'configuration',
      field: 'store',
      message: '`store.save` has refused too often: does it compare versions?',
    });
    assert.equal(saves, 100);
  });

  it('is not saved when the database gives a version that is no whole number', async () => {
    for (const version of ['1', 1.5, undefined, NaN]) {
      const load = async () => ({ record: JSON.stringify(emptyRecord), version: version as number });
      const store = openOrderStore({ ...memoryStore(), load }, policy);
      await assert.rejects(store.load('7'), { code: 'configuration', field: 'store' });
    }
  });

  it('is not taken for saved when the database answers neither true nor false', async () => {
    for (const answer of [undefined, 1, { changes: 1 }]) {
      const store = openOrderStore({ ...memoryStore(), save: async () => answer as never }, policy);
      await assert.rejects(store.appendEvents(await store.load('7'), announced('p')), {
        code: 'configuration',
        field: 'store',
      });
    }
  });
});

it('orders in memory are found by the request, and by their id', async () => {
  const orders = memoryOrders([order7, order8], (request) => new URL(request.url).pathname.slice(1));
  assert.equal(await orders.find(new Request('https://shop.example/8')), order8);
  assert.equal(await orders.find(new Request('https://shop.example/9')), undefined);
  assert.equal(await orders.get('7'), order7);
  assert.equal(await orders.get('9'), undefined);
});
