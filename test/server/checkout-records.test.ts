import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBooks } from '../../src/server/checkout/books.js';
import { emptyRecord, readRecord } from '../../src/server/checkout/record.js';
import { memoryOrders } from '../../src/server/index.js';
import { order7, order8 } from './checkout-shop.js';

const policy = { returnDuplicates: false, listens: true };
const announced = (paymentId: string) => ({ kind: 'announced', paymentId }) as const;
const memory = () => memoryOrders([order7, order8], (request) => new URL(request.url).pathname.slice(1));

describe('the record of an order', () => {
  const payment = { id: 'p', intent: 1, at: 0, verdict: 'open', money: 'unknown', untold: [] };
  const intent = {
    number: 1,
    id: 'i1',
    amount: 10_000,
    currency: 'SAR',
    description: '7',
    callbackUrl: 'https://shop.example/',
    expiresAt: '',
    until: 0.5,
    state: 'open',
  };
  const whole = { format: 1, open: true, paidBy: 'p', intents: [intent], payments: [payment] };

  const readable: [title: string, record: object][] = [
    ['empty', emptyRecord],
    ['with a payment and an intent', whole],
    ['with an intent that is used', { ...whole, intents: [{ ...intent, state: 'used' }] }],
    ['with an intent that is over', { ...whole, intents: [{ ...intent, state: 'over' }] }],
    ...['announced', 'paid', 'authorized', 'failed', 'open', 'mismatch', 'duplicate', 'reversed'].map(
      (verdict): [string, object] => [
        `with a payment that is ${verdict}`,
        { ...whole, payments: [{ ...payment, verdict, untold: verdict === 'announced' ? [] : [verdict] }] },
      ],
    ),
    ...['authorized', 'taken', 'none', 'returned'].map((money): [string, object] => [
      `with money that is ${money}`,
      { ...whole, payments: [{ ...payment, money }] },
    ]),
    ...['wanted', 'done'].map((giveBack): [string, object] => [
      `with a return that is ${giveBack}`,
      { ...whole, payments: [{ ...payment, giveBack, released: true, createdAt: '2030-01-01T00:00:00Z' }] },
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
      JSON.stringify({ ...whole, payments: [{ ...payment, untold: ['announced'] }] }),
    ],
    ['an intent without an id', JSON.stringify({ ...whole, intents: [{ ...intent, id: undefined }] })],
    ['an intent in a state of later', JSON.stringify({ ...whole, intents: [{ ...intent, state: 'limbo' }] })],
  ];
  for (const [title, text] of unreadable) {
    it(`is not taken for an empty one: ${title}`, () => {
      assert.throws(() => readRecord('7', text), {
        name: 'PayError',
        code: 'configuration',
        field: 'orders',
        message: 'The record of order 7 cannot be read.',
      });
    });
  }
});

describe('a fact about an order', () => {
  it('is saved as the next version, and not again when it is known', async () => {
    const orders = memory();
    const versions: number[] = [];
    const books = openBooks(
      { ...orders, save: (...values) => (versions.push(values[2]), orders.save(...values)) },
      policy,
    );
    assert.equal(await books.read('7'), undefined);
    await books.note('7', { kind: 'time' });
    assert.deepEqual(versions, []);
    for (const id of ['p', 'p', 'q']) await books.note('7', announced(id));
    assert.deepEqual(versions, [1, 2]);
    assert.deepEqual(
      (await books.read('7'))?.payments.map(({ id }) => id),
      ['p', 'q'],
    );
  });

  it('is saved together with others, and the answer is about the last', async () => {
    const orders = memory();
    const books = openBooks(orders, policy);
    const { answer, record } = await books.note('7', announced('p'), announced('q'), {
      kind: 'wanted',
      order: order7,
    });
    assert.deepEqual(answer, { say: 'make', number: 1 });
    assert.equal(record.payments.length, 2);
    assert.equal((await orders.load('7'))?.version, 1);
  });

  it('is judged anew when another request was faster', async () => {
    const orders = memory();
    const other = openBooks(orders, policy);
    let first = true;
    const books = openBooks(
      {
        ...orders,
        async save(...values) {
          if (first) {
            first = false;
            await other.note('7', announced('faster'));
          }
          return orders.save(...values);
        },
      },
      policy,
    );
    const { record } = await books.note('7', announced('p'));
    assert.deepEqual(
      record.payments.map(({ id }) => id),
      ['faster', 'p'],
    );
  });

  it('is given up when a hundred saves were refused, since that is a mistake of the database', async () => {
    let saves = 0;
    const books = openBooks({ ...memory(), save: async () => (saves++, false) }, policy);
    await assert.rejects(books.note('7', announced('p')), {
      code: 'configuration',
      field: 'orders',
      message: '`orders.save` has refused too often: does it compare versions?',
    });
    assert.equal(saves, 100);
  });

  it('is not saved when the database gives a version that is no whole number', async () => {
    for (const version of ['1', 1.5, undefined, NaN]) {
      const load = async () => ({ record: JSON.stringify(emptyRecord), version: version as number });
      const books = openBooks({ ...memory(), load }, policy);
      await assert.rejects(books.note('7', announced('p')), { code: 'configuration', field: 'orders' });
    }
  });

  it('is not taken for saved when the database answers neither true nor false', async () => {
    for (const answer of [undefined, 1, { changes: 1 }]) {
      const books = openBooks({ ...memory(), save: async () => answer as never }, policy);
      await assert.rejects(books.note('7', announced('p')), { code: 'configuration', field: 'orders' });
    }
  });
});

describe('orders in memory', () => {
  it('are found by the request, and by their id', async () => {
    const orders = memory();
    assert.equal(await orders.find(new Request('https://shop.example/8')), order8);
    assert.equal(await orders.find(new Request('https://shop.example/9')), undefined);
    assert.equal(await orders.get('7'), order7);
    assert.equal(await orders.get('9'), undefined);
  });

  it('save the next version only, and say whether they did', async () => {
    const orders = memory();
    assert.equal(await orders.load('7'), undefined);
    assert.equal(await orders.save('7', 'late', 2), false);
    assert.equal(await orders.save('7', 'first', 1), true);
    assert.equal(await orders.save('7', 'again', 1), false);
    assert.equal(await orders.save('7', 'late', 3), false);
    assert.deepEqual(await orders.load('7'), { record: 'first', version: 1 });
    assert.equal(await orders.save('7', 'second', 2), true);
    assert.deepEqual(await orders.load('7'), { record: 'second', version: 2 });
  });

  it('are open as their records say', async () => {
    const orders = memory();
    await orders.save('7', '{"open":true}', 1);
    await orders.save('8', '{"open":false}', 1);
    assert.deepEqual(await orders.open(), ['7']);
  });
});
