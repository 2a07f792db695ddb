import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BankAnswer } from '../../src/testing/test-cards.js';
import { publishableKey } from '../../src/sandbox/index.js';
import { type Answer, source } from '../sandbox/shop.js';
import { cards, conforms, openService, refused } from './service.js';
import { billForAnHour, intents, invoices, payments } from './situations.js';
import {
  challengeMoves,
  intentMoves,
  intentRefusals,
  intentStates,
  invoiceMoves,
  invoiceOperations,
  invoiceStates,
  paymentMoves,
  paymentOperations,
  paymentStates,
} from './tables/moves.js';
import * as tables from './tables/resources.js';

const shop = await openService();

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[];
const becomes = (end: string | undefined) => (end ? `leads to ${end}` : 'is refused and changes nothing');

/** A payment as it is, and the path by which it is. */
const paymentAt = (id: string) => shop.retrieve(`payments/${id}`);

describe('3.1: an intent that is', () => {
  type Intent = { id: string; client_secret: string };
  const fulfil = (path: string, { client_secret: secret }: Intent, number = cards.paid) =>
    shop.call('POST', path, { key: publishableKey, body: { client_secret: secret, source: source(number) } });
  const operations: Record<keyof typeof intentRefusals, (intent: Intent) => Promise<Answer>> = {
    'fulfil by id': (intent) => fulfil(`/v1/payment_intents/${intent.id}/fulfill`, intent),
    'fulfil by secret': (intent) => fulfil('/v1/payments', intent),
    'fulfil with a declined card': (intent) => fulfil('/v1/payments', intent, cards.declined),
    cancel: ({ id }) => shop.call('POST', `/v1/payment_intents/${id}/cancel`),
  };

  for (const state of keysOf(intentStates))
    for (const operation of keysOf(operations)) {
      const end = intentMoves[state]?.[operation];
      test(`${state}: ${operation} ${becomes(end)}`, async () => {
        const intent = await shop.createIntent();
        await intents[state](shop, intent);
        const before = await shop.retrieve(`payment_intents/${intent.id}`);
        assert.equal(before.status, intentStates[state]);
        const stored = shop.stored();
        const answer = await operations[operation](intent);
        const after = await shop.retrieve(`payment_intents/${intent.id}`);
        if (end) {
          assert.equal(answer.status, operation === 'cancel' ? 200 : 201);
          assert.equal(after.status, end);
          assert.equal(typeof after.fulfilled_at, end === 'fulfilled' ? 'string' : 'object');
        } else {
          refused(answer, 400, intentRefusals[operation]);
          assert.deepEqual([after, shop.stored()], [before, stored]);
        }
      });
    }

  test('created lasts one hour, and no millisecond longer', async () => {
    const last = await Promise.all(keysOf(operations).map(() => shop.createIntent()));
    const late = await shop.createIntent();
    await shop.advance(3599.999);
    for (const [index, operation] of keysOf(operations).entries())
      assert.ok((await operations[operation](last[index])).status < 300, operation);
    await shop.advance(0.001);
    for (const operation of keysOf(operations))
      refused(await operations[operation](late), 400, intentRefusals[operation]);
  });
});

describe('3.3: a payment that is', () => {
  const operations: Record<(typeof paymentOperations)[number], (id: string) => Promise<Answer>> = {
    capture: (id) => shop.move(id, 'capture'),
    'capture a part': (id) => shop.move(id, 'capture', { amount: 500 }),
    refund: (id) => shop.move(id, 'refund'),
    'refund a part': (id) => shop.move(id, 'refund', { amount: 500 }),
    'void at once': (id) => shop.move(id, 'void'),
    'void after two hours': (id) => shop.move(id, 'void'),
  };

  for (const state of keysOf(paymentStates))
    for (const operation of paymentOperations) {
      const end = paymentMoves[state]?.[operation];
      test(`${state}: ${operation} ${becomes(end)}`, async () => {
        const id = await payments[state](shop);
        assert.equal((await paymentAt(id)).status, paymentStates[state]);
        if (operation === 'void after two hours') await shop.advance(7200);
        const before = await paymentAt(id);
        const answer = await operations[operation](id);
        const after = await paymentAt(id);
        if (end) {
          assert.equal(answer.status, 200);
          assert.equal(after.status, end);
          conforms(tables.payment, after);
          assert.deepEqual(answer.body, after);
        } else {
          refused(answer, 400, 'invalid_request_error');
          assert.deepEqual(after, before);
        }
      });
    }

  for (const [answer, ends] of Object.entries(challengeMoves) as [BankAnswer, object][])
    for (const [manner, end] of Object.entries(ends))
      test(`initiated (${manner}): ${answer} ${becomes(end)}`, async () => {
        const payment = await shop.payWith(cards.challenged, { source: { manual: manner === 'manual' } });
        assert.equal(payment.status, 'initiated');
        conforms(tables.initiatedPayment, payment);
        assert.equal((await shop.answer(payment, answer)).status, 303);
        const after = await paymentAt(payment.id);
        conforms(tables.payment, after);
        assert.equal(after.status, end);
      });
});

describe('3.2: an invoice that is', () => {
  interface Billed {
    readonly id: string;
    readonly payment: string;
  }
  const attempt = async ({ id }: Billed, number: string, more: object = {}) => {
    const { client_secret: secret } = await shop.createIntent();
    return shop.fulfil(secret, { invoice_id: id, source: source(number, more) });
  };
  const operations: Record<(typeof invoiceOperations)[number], (billed: Billed) => Promise<Answer>> = {
    cancel: ({ id }) => shop.call('POST', `/v1/invoices/${id}/cancel`),
    pay: (billed) => attempt(billed, cards.paid),
    'attempt with a declined card': (billed) => attempt(billed, cards.declined),
    authorise: (billed) => attempt(billed, cards.paid, { manual: true }),
    'capture its payment': ({ payment }) => shop.move(payment, 'capture'),
    'refund its payment': ({ payment }) => shop.move(payment, 'refund'),
    'void its payment': ({ payment }) => shop.move(payment, 'void'),
    'let its time pass': () => shop.advance(3600),
  };
  const attempts = new Set<string>(['pay', 'attempt with a declined card', 'authorise']);

  for (const state of invoiceStates)
    for (const operation of invoiceOperations) {
      const end = invoiceMoves[state]?.[operation];
      test(`${state}: ${operation} ${becomes(end)}`, async () => {
        const { id } = await billForAnHour(shop);
        const payment = await invoices[state](shop, id);
        const before = await shop.retrieve(`invoices/${id}`);
        assert.equal(before.status, state);
        const answer = await operations[operation]({ id, payment });
        const after = await shop.retrieve(`invoices/${id}`);
        if (end) {
          assert.ok(answer.status < 300);
          assert.equal(after.status, end);
          assert.equal(after.payments.length, attempts.has(operation) ? 2 : 1);
        } else {
          if (attempts.has(operation)) refused(answer, 400, 'validation_error', ['invoice_id']);
          else refused(answer, 400, 'invalid_request_error');
          assert.deepEqual(after, before);
        }
      });
    }
});

/** What is done in turn, with what is captured and refunded after each; a refusal says so and changes nothing. */
type Step = readonly [verb: 'capture' | 'refund', amount: number | 'all', captured: number, refunded: number];
const refusal = true;
const sums: ReadonlyArray<
  readonly [string, keyof typeof payments, ReadonlyArray<readonly [...Step, boolean?]>]
> = [
  [
    'parts of a payment add up to its amount and never past it',
    'paid',
    [
      ['refund', 1, 0, 1],
      ['refund', 9998, 0, 9999],
      ['refund', 2, 0, 9999, refusal],
      ['refund', 1, 0, 10_000],
      ['refund', 1, 0, 10_000, refusal],
      ['refund', 'all', 0, 10_000, refusal],
    ],
  ],
  [
    'a refund without amount gives back what is left',
    'refunded in part',
    [
      ['refund', 9001, 0, 1000, refusal],
      ['refund', 'all', 0, 10_000],
    ],
  ],
  [
    'a payment can be refunded up to exactly its amount',
    'paid',
    [
      ['refund', 10_001, 0, 0, refusal],
      ['refund', 10_000, 0, 10_000],
    ],
  ],
  [
    'at most what was captured is refunded, and it is captured once',
    'authorized',
    [
      ['capture', 10_001, 0, 0, refusal],
      ['capture', 4000, 4000, 0],
      ['capture', 1, 4000, 0, refusal],
      ['refund', 4001, 4000, 0, refusal],
      ['refund', 1500, 4000, 1500],
      ['refund', 'all', 4000, 4000],
    ],
  ],
  [
    'an authorisation can be captured up to exactly its amount',
    'authorized',
    [['capture', 10_000, 10_000, 0]],
  ],
];

describe('amounts:', () => {
  for (const [name, state, steps] of sums)
    test(name, async () => {
      const id = await payments[state](shop);
      for (const [verb, amount, captured, refunded, isRefused] of steps) {
        const answer = await shop.move(id, verb, amount === 'all' ? {} : { amount });
        if (isRefused) refused(answer, 400, 'invalid_request_error');
        else assert.equal(answer.status, 200);
        const payment = await paymentAt(id);
        conforms(tables.payment, payment);
        assert.deepEqual([payment.captured, payment.refunded], [captured, refunded], `${verb} ${amount}`);
      }
    });
});

describe('what a move says of its time', () => {
  test('a capture and a void are dated by the clock', async () => {
    const id = await payments.authorized(shop);
    const { now } = (await shop.advance(60)).body;
    const { body } = await shop.move(id, 'capture');
    assert.deepEqual([body.captured_at, body.updated_at], [now, now]);
    assert.equal((await shop.move(id, 'void')).body.voided_at, now);
  });

  for (const [state, seconds, expected] of [
    ['paid', 7199, 200],
    ['paid', 7200, 400],
    ['captured', 7199, 200],
    ['captured', 7200, 400],
    ['authorized', 12 * 3600, 200],
  ] as const)
    test(`a void of what is ${state} is answered ${expected} after ${seconds} seconds`, async () => {
      const id = await payments[state](shop);
      await shop.advance(seconds);
      const { status, body } = await shop.move(id, 'void');
      assert.equal(status, expected);
      if (status === 200) assert.equal(body.captured, state === 'captured' ? 10_000 : 0);
    });

  test('a void counts its two hours from the payment, not from the start of a challenge', async () => {
    const initiated = await shop.payWith(cards.challenged);
    await shop.advance(600);
    await shop.answer(initiated, 'authenticated');
    await shop.advance(7199);
    assert.equal((await shop.move(initiated.id, 'void')).status, 200);
  });
});

test('refunds at once from many sides give back the amount once', async () => {
  const id = await payments.paid(shop);
  const refunds = Array.from({ length: 20 }, () => shop.move(id, 'refund', { amount: 1000 }));
  const answers = await Promise.all(refunds);
  assert.equal(answers.filter(({ status }) => status === 200).length, 10);
  assert.equal((await paymentAt(id)).refunded, 10_000);
});
