import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decide } from '../../src/server/checkout/decide.js';
import type { Reply, Decision, OrderEvent, Policy } from '../../src/server/checkout/order-event.js';
import { emptyRecord, readRecord, type OrderRecord } from '../../src/server/checkout/record.js';
import { buildCallbackUrl } from '../../src/server/checkout/reference.js';
import type { Order } from '../../src/server/index.js';
import type { Payment, PaymentIntent } from '../../src/wire/index.js';

const order: Order = { id: '7', amount: 10_000, currency: 'SAR', callbackUrl: 'https://shop.example/back' };
const policy: Policy = { returnDuplicates: false };
const minute = 60_000;
const start = Date.parse('2030-01-01T00:00:00Z');
const stamp = (minutes: number) => new Date(start + minutes * minute).toISOString();

type WithoutTime<F> = F extends unknown ? Omit<F, 'at'> : never;
/** An event that has no time yet: `decideAll` gives it one. */
type NewEvent = WithoutTime<OrderEvent>;

/** As if all of it had been read from the service. */
const searched = [1, 2, 3, 4].map((number) => `i${number}`);
const checked = ['p', 'q', 'r', ...searched];

interface Made {
  readonly order?: Order;
  readonly insteadOf?: string;
  readonly intent?: object;
}
/** A moment in minutes is the service's clock and this server's. */
const made = (number: number, minutes = 0, { insteadOf, intent, ...more }: Made = {}): NewEvent[] => [
  ...(insteadOf === undefined ? [] : [{ type: 'payment-released', paymentId: insteadOf } as const]),
  {
    type: 'intent-created',
    order,
    number,
    checked,
    searched,
    serviceTime: start + minutes * minute,
    intent: (intent ?? {
      id: `i${number}`,
      client_secret: `pi_secret_${number}`,
      created_at: stamp(minutes),
      expires_at: stamp(minutes + 60),
      callback_url: buildCallbackUrl(order, number),
      description: '7',
    }) as PaymentIntent,
    ...more,
  },
];
const paid = (id: string, number: number, status: string, more: object = {}, minutes = 0): NewEvent => ({
  type: 'payment-read',
  isForOrder: true,
  serviceTime: start + minutes * minute,
  payment: {
    id,
    status,
    amount: 10_000,
    currency: 'SAR',
    description: '7',
    callback_url: buildCallbackUrl(order, number),
    created_at: stamp(0),
    ...more,
  } as Payment,
});
const announced = (paymentId: string): NewEvent => ({ type: 'attempt-announced', paymentId });
/** A payment of a page: announced, and made on the intent that is shown as used since. */
const sent = (id: string, number: number, status: string, more: object = {}): NewEvent[] => [
  announced(id),
  paid(id, number, status, more),
  used(number),
];
const used = (number: number): NewEvent => ({
  type: 'intent-read',
  intent: {
    id: `i${number}`,
    client_secret: '',
    status: 'fulfilled',
    fulfilled_at: stamp(0),
  } as PaymentIntent,
  serviceTime: start,
});
const canceled = (number: number): NewEvent => ({ type: 'intent-canceled', intentId: `i${number}` });

function decideAll(
  events: readonly (NewEvent | NewEvent[])[],
  minutes = 0,
  rules = policy,
  record = emptyRecord,
): Decision {
  const at = start + minutes * minute;
  const first = decide(record, { type: 'time-passed', at }, rules);
  return events
    .flat()
    .reduce((decision, each) => decide(decision.record, { ...each, at } as OrderEvent, rules), first);
}

describe('whether a new intent becomes the one of the order', () => {
  const table: [title: string, before: (NewEvent | NewEvent[])[], asking: NewEvent[], reply: string][] = [
    ['the first one', [], made(1), 'assigned'],
    ['not a second one', [made(1)], made(2, 1), 'reuse-intent'],
    ['not before the first is proven unused, when it has expired', [made(1)], made(2, 60), 'payment_open'],
    [
      'not before the first is proven unused, when the price has changed',
      [made(1)],
      made(2, 1, { order: { ...order, amount: 9000 } }),
      'payment_open',
    ],
    ['when the first is proven unused', [made(1), canceled(1)], made(2, 1), 'assigned'],
    [
      'not when the first was used and its payment is not seen',
      [made(1), used(1)],
      made(2, 90),
      'payment_open',
    ],
    ['not when a proof is contradicted', [made(1), canceled(1), used(1)], made(2), 'payment_open'],
    ['when the payment on the first has failed', [made(1), sent('p', 1, 'failed')], made(2), 'assigned'],
    ['not when it waits', [made(1), sent('p', 1, 'initiated')], made(2, 59), 'payment_open'],
    ['not when its status is a word of later', [made(1), sent('p', 1, 'limbo')], made(2, 59), 'payment_open'],
    ['when it has waited for an hour', [made(1), sent('p', 1, 'initiated')], made(2, 60), 'assigned'],
    [
      'not after an hour when the service never said when it was made',
      [made(1), sent('p', 1, 'initiated', { created_at: null })],
      made(2, 600),
      'payment_open',
    ],
    ["on the payer's word", [made(1), sent('p', 1, 'initiated')], made(2, 1, { insteadOf: 'p' }), 'assigned'],
    [
      "not on the payer's word about another",
      [made(1), sent('p', 1, 'initiated')],
      made(2, 1, { insteadOf: 'q' }),
      'payment_open',
    ],
    [
      "on the payer's word about an announced payment that is not seen",
      [made(1), announced('p'), used(1)],
      made(2, 1, { insteadOf: 'p' }),
      'assigned',
    ],
    [
      "not on the payer's word about one of two that may have used the intent",
      [made(1), announced('p'), announced('q'), used(1)],
      made(2, 1, { insteadOf: 'p' }),
      'payment_open',
    ],
    [
      "on the payer's word about the payment of the second intent, when that of the first is decided",
      [made(1), sent('p', 1, 'failed'), made(2), announced('q'), used(2)],
      made(3, 1, { insteadOf: 'q' }),
      'assigned',
    ],
    [
      'the same one, when an announced payment never arrived',
      [made(1), announced('p')],
      made(2, 1),
      'reuse-intent',
    ],
    ['not when it is paid', [made(1), sent('p', 1, 'paid')], made(2), 'order_paid'],
    [
      "not when it is paid, whatever the payer's word",
      [made(1), sent('p', 1, 'paid')],
      made(2, 1, { insteadOf: 'p' }),
      'order_paid',
    ],
    ['not when it is authorized', [made(1), sent('p', 1, 'authorized')], made(2), 'order_paid'],
    ['when it was voided', [made(1), sent('p', 1, 'paid'), sent('p', 1, 'voided')], made(2), 'assigned'],
    [
      'when another number is next by now',
      [made(1), canceled(1), made(2), canceled(2)],
      made(2),
      'create-intent',
    ],
  ];
  for (const [title, before, asking, reply] of table) {
    it(`${reply}: ${title}`, () => {
      assert.equal(decideAll([...before, asking]).reply.type, reply);
    });
  }
});

describe('the answer about a new intent', () => {
  const table: [title: string, before: (NewEvent | NewEvent[])[], asking: NewEvent[], answer: Reply][] = [
    [
      'names the payment that waits',
      [made(1), sent('p', 1, 'initiated')],
      made(2, 1),
      { type: 'payment_open', paymentId: 'p' },
    ],
    [
      'names the payment that was announced last for a used intent',
      [made(1), announced('p'), announced('q'), used(1)],
      made(2, 1),
      { type: 'payment_open', paymentId: 'q' },
    ],
    [
      'does not name the announced payment that the payer has given up',
      [made(1), announced('p'), announced('q'), used(1)],
      made(2, 1, { insteadOf: 'q' }),
      { type: 'payment_open', paymentId: 'p' },
    ],
    [
      'names no payment when none was announced for a used intent',
      [made(1), used(1)],
      made(2, 1),
      { type: 'payment_open', paymentId: undefined },
    ],
    [
      'does not name a payment that was announced for an intent of before',
      [made(1), announced('p'), canceled(1), made(2, 1), used(2)],
      made(3, 2),
      { type: 'payment_open', paymentId: undefined },
    ],
    [
      'names the payment that has paid',
      [made(1), sent('p', 1, 'failed'), made(2), sent('q', 2, 'paid')],
      made(3, 1),
      { type: 'order_paid', paymentId: 'q' },
    ],
    [
      'gives the next number when another number is next by now',
      [made(1), canceled(1), made(2), canceled(2)],
      made(2),
      { type: 'create-intent', number: 3 },
    ],
  ];
  for (const [title, before, asking, answer] of table) {
    it(title, () => {
      assert.deepEqual(decideAll([...before, asking]).reply, answer);
    });
  }

  it('hands an open intent out only for the same amount in the same currency', () => {
    const asked = (change: Partial<Order>) =>
      decideAll([made(1), made(2, 1, { order: { ...order, ...change } })]).reply.type;
    assert.equal(asked({}), 'reuse-intent');
    assert.equal(asked({ currency: 'KWD' }), 'payment_open');
    assert.equal(asked({ amount: 9000 }), 'payment_open');
  });

  it('leaves no mark on a payment that is decided when the payer wants another', () => {
    const { record } = decideAll([made(1), sent('p', 1, 'failed'), made(2, 1, { insteadOf: 'p' })]);
    assert.equal(record.payments[0]?.isReleased, undefined);
  });

  it('marks only the payment that the payer gives up', () => {
    const { record } = decideAll([made(1), announced('p'), announced('q'), made(2, 1, { insteadOf: 'q' })]);
    assert.deepEqual(
      record.payments.map(({ id, isReleased }) => [id, isReleased]),
      [
        ['p', undefined],
        ['q', true],
      ],
    );
  });
});

describe('an intent that becomes the one of the order', () => {
  const recorded = {
    number: 1,
    id: 'i1',
    amount: 10_000,
    currency: 'SAR',
    description: '7',
    callbackUrl: 'https://shop.example/back?pay_order=7&pay_intent=1',
    expiresAt: stamp(60),
    localExpiresAt: start + 60 * minute,
    state: 'open',
  };
  const bare = { id: 'i1', client_secret: 'pi_secret_1' };
  const table: [title: string, asking: NewEvent[], minutes: number, entry: object][] = [
    ['is noted with its money and its address', made(1), 0, recorded],
    [
      'lives as long by this clock as by the one of the service',
      made(1),
      90,
      { ...recorded, localExpiresAt: start + 150 * minute },
    ],
    [
      'is noted as the service writes it',
      made(1, 0, { intent: { ...bare, description: 'Seven', callback_url: 'https://shop.example/7' } }),
      0,
      { ...recorded, description: 'Seven', callbackUrl: 'https://shop.example/7', expiresAt: '' },
    ],
    [
      'is noted as it was asked for when the service repeats nothing, and lives for an hour',
      made(1, 0, { intent: bare, order: { ...order, description: 'Two cups' } }),
      0,
      { ...recorded, description: 'Two cups', expiresAt: '' },
    ],
    [
      'keeps the query of the address that the payer comes back to',
      made(1, 0, { intent: bare, order: { ...order, callbackUrl: 'https://shop.example/back?lang=en' } }),
      0,
      {
        ...recorded,
        callbackUrl: 'https://shop.example/back?lang=en&pay_order=7&pay_intent=1',
        expiresAt: '',
      },
    ],
  ];
  for (const [title, asking, minutes, entry] of table) {
    it(title, () => {
      assert.deepEqual(decideAll([asking], minutes).record.intents, [entry]);
    });
  }

  it('is the only one that a proof about it changes', () => {
    const { record } = decideAll([made(1), canceled(1), made(2), used(2), canceled(2)]);
    assert.deepEqual(
      record.intents.map(({ id, state }) => [id, state]),
      [
        ['i1', 'canceled'],
        ['i2', 'used'],
      ],
    );
  });
});

describe('what a payment means', () => {
  const full = { refunded: 10_000 };
  const table: [
    title: string,
    events: (NewEvent | NewEvent[])[],
    verdicts: string[],
    paidBy: string | undefined,
  ][] = [
    ['paid', [paid('p', 1, 'paid')], ['paid'], 'p'],
    ['captured', [paid('p', 1, 'captured', { captured: 10_000 })], ['paid'], 'p'],
    ['verified', [paid('p', 1, 'verified')], ['paid'], 'p'],
    ['authorized, then captured', [paid('p', 1, 'authorized'), paid('p', 1, 'captured')], ['paid'], 'p'],
    ['failed', [paid('p', 1, 'failed')], ['failed'], undefined],
    ['waiting', [paid('p', 1, 'initiated')], ['open'], undefined],
    ['of another amount', [paid('p', 1, 'paid', { amount: 1000 })], ['mismatch'], undefined],
    ['in another currency', [paid('p', 1, 'paid', { currency: 'KWD' })], ['mismatch'], undefined],
    ['without an amount', [paid('p', 1, 'paid', { amount: null })], ['open'], undefined],
    ['with another description', [paid('p', 1, 'paid', { description: '8' })], ['mismatch'], undefined],
    ['on an intent that is not of this order', [paid('p', 2, 'paid')], ['mismatch'], undefined],
    ['of another amount, and failed', [paid('p', 1, 'failed', { amount: 1000 })], ['failed'], undefined],
    ['a part given back', [paid('p', 1, 'refunded', { refunded: 9999 })], ['paid'], 'p'],
    ['given back, the service does not say how much', [paid('p', 1, 'refunded')], ['paid'], 'p'],
    ['all given back', [paid('p', 1, 'paid'), paid('p', 1, 'refunded', full)], ['reversed'], undefined],
    [
      'all given back of what was captured',
      [paid('p', 1, 'refunded', { captured: 5000, refunded: 5000 })],
      ['reversed'],
      undefined,
    ],
    [
      'heard in the wrong order',
      [paid('p', 1, 'refunded', full), paid('p', 1, 'paid')],
      ['reversed'],
      undefined,
    ],
    ['paid, and then an older answer', [paid('p', 1, 'paid'), paid('p', 1, 'initiated')], ['paid'], 'p'],
    [
      'failed, and then an older answer',
      [paid('p', 1, 'failed'), paid('p', 1, 'initiated')],
      ['failed'],
      undefined,
    ],
    ['the second', [paid('p', 1, 'paid'), paid('q', 1, 'paid')], ['paid', 'duplicate'], 'p'],
    [
      'the second, given back before it was seen',
      [paid('p', 1, 'paid'), paid('q', 1, 'voided')],
      ['paid', 'duplicate'],
      'p',
    ],
    [
      'the second, when the first is given back',
      [paid('p', 1, 'paid'), paid('q', 1, 'paid'), paid('p', 1, 'voided')],
      ['reversed', 'paid'],
      'q',
    ],
  ];
  const repriced = { order: { ...order, amount: 9000 } };
  table.push(
    ['given back before it was seen', [paid('p', 1, 'voided')], ['reversed'], undefined],
    [
      'of another amount, and given back before it was seen',
      [paid('p', 1, 'voided', { amount: 1000 })],
      ['mismatch'],
      undefined,
    ],
    [
      'of another amount, and given back',
      [paid('p', 1, 'paid', { amount: 1000 }), paid('p', 1, 'voided', { amount: 1000 })],
      ['mismatch'],
      undefined,
    ],
    [
      'of another amount, when the order has that price later',
      [
        paid('p', 1, 'authorized', { amount: 9000 }),
        { ...paid('p', 1, 'captured', { amount: 9000 }), ...repriced },
      ],
      ['mismatch'],
      undefined,
    ],
    [
      'authorized, and captured after the order has another price',
      [paid('p', 1, 'authorized'), { ...paid('p', 1, 'captured'), ...repriced }],
      ['paid'],
      'p',
    ],
    [
      'paid again in the eyes of the service after the order has another price',
      [paid('p', 1, 'paid'), { ...paid('p', 1, 'captured'), ...repriced }],
      ['paid'],
      'p',
    ],
    [
      'given back after the order has another price',
      [paid('p', 1, 'paid'), { ...paid('p', 1, 'voided'), ...repriced }],
      ['reversed'],
      undefined,
    ],
    [
      'authorized, and given back after the order has another price',
      [paid('p', 1, 'authorized'), { ...paid('p', 1, 'voided'), ...repriced }],
      ['reversed'],
      undefined,
    ],
    [
      'given back, and shown again after the order has another price',
      [paid('p', 1, 'voided'), { ...paid('p', 1, 'voided'), ...repriced }],
      ['reversed'],
      undefined,
    ],
    [
      'given back, and shown again after another has paid',
      [paid('p', 1, 'paid'), paid('p', 1, 'voided'), paid('q', 1, 'paid'), paid('p', 1, 'voided')],
      ['reversed', 'paid'],
      'q',
    ],
    [
      'the second, authorized, when the first is given back',
      [paid('p', 1, 'paid'), paid('q', 1, 'authorized'), paid('p', 1, 'voided')],
      ['reversed', 'authorized'],
      'q',
    ],
    [
      'the second, captured after the first has paid',
      [paid('p', 1, 'paid'), paid('q', 1, 'authorized'), paid('q', 1, 'captured')],
      ['paid', 'duplicate'],
      'p',
    ],
    [
      'the second, of another amount',
      [paid('p', 1, 'paid'), paid('q', 1, 'paid', { amount: 1000 })],
      ['paid', 'mismatch'],
      'p',
    ],
    [
      'the second, when both are given back',
      [paid('p', 1, 'paid'), paid('q', 1, 'paid'), paid('q', 1, 'voided'), paid('p', 1, 'voided')],
      ['reversed', 'duplicate'],
      undefined,
    ],
    [
      'of another amount, when the first is given back',
      [paid('p', 1, 'paid'), paid('q', 1, 'paid', { amount: 1000 }), paid('p', 1, 'voided')],
      ['reversed', 'mismatch'],
      undefined,
    ],
    [
      'authorized, and then an older answer',
      [paid('p', 1, 'authorized'), paid('p', 1, 'initiated')],
      ['authorized'],
      'p',
    ],
    [
      'captured, and then an older answer',
      [paid('p', 1, 'captured'), paid('p', 1, 'authorized')],
      ['paid'],
      'p',
    ],
    [
      'announced, and shown on an intent of something else',
      [announced('p'), paid('p', 2, 'initiated')],
      ['announced'],
      undefined,
    ],
    [
      'seen waiting on the intent, and paid under a description of later',
      [paid('p', 1, 'initiated'), paid('p', 1, 'paid', { description: 'Delivered' })],
      ['paid'],
      'p',
    ],
    [
      'announced for the intent, and shown with another description',
      [announced('p'), paid('p', 1, 'paid', { description: 'Delivered' })],
      ['mismatch'],
      undefined,
    ],
  );
  for (const [title, events, verdicts, paidBy] of table) {
    it(`${verdicts.join(' and ')}: ${title}`, () => {
      const { record } = decideAll([made(1), ...events]);
      assert.deepEqual(
        record.payments.map(({ verdict }) => verdict),
        verdicts,
      );
      assert.equal(record.paidBy, paidBy);
    });
  }

  const money: [title: string, event: NewEvent, money: string][] = [
    ['taken when it is paid', paid('p', 1, 'paid'), 'taken'],
    ['authorized until it is captured', paid('p', 1, 'authorized'), 'authorized'],
    ['nowhere when it has failed', paid('p', 1, 'failed'), 'none'],
    ['returned when it is voided', paid('p', 1, 'voided'), 'returned'],
    ['taken when a part is refunded', paid('p', 1, 'refunded', { refunded: 9999 }), 'taken'],
    ['returned when all is refunded', paid('p', 1, 'refunded', { refunded: 10_000 }), 'returned'],
    [
      'taken when less is refunded than was captured',
      paid('p', 1, 'refunded', { captured: 5000, refunded: 4999 }),
      'taken',
    ],
    [
      'returned when all is refunded and nothing is said of a capture',
      paid('p', 1, 'refunded', { captured: 0, refunded: 10_000 }),
      'returned',
    ],
    ['unknown while the payment has no amount', paid('p', 1, 'paid', { amount: null }), 'unknown'],
    ['taken when a refund has no amount', paid('p', 1, 'refunded', { refunded: null }), 'taken'],
    ['unknown while the payment waits', paid('p', 1, 'initiated'), 'unknown'],
    ['unknown when the payment is for something else', paid('p', 2, 'paid'), 'unknown'],
  ];
  for (const [title, event, where] of money) {
    it(`the money is ${title}`, () => {
      assert.equal(decideAll([made(1), event]).record.payments[0]?.money, where);
    });
  }

  it('the money of a payment that was judged stays taken when a refund has an amount, and the payment none', () => {
    const refunded = paid('p', 1, 'refunded', { amount: null, refunded: 10_000 });
    const { record } = decideAll([made(1), paid('p', 1, 'paid'), refunded]);
    assert.equal(record.payments[0]?.money, 'taken');
  });

  it('the money of a payment that was judged is returned when it is voided, and says no amount', () => {
    const voided = paid('p', 1, 'voided', { amount: null });
    const { record } = decideAll([made(1), paid('p', 1, 'paid'), voided]);
    assert.equal(record.payments[0]?.money, 'returned');
  });

  it('saves a payment with its intent and the time of its first read', () => {
    const waiting = { firstSeenAt: start, verdict: 'open', money: 'unknown', unnotified: [] };
    const first = decideAll([made(1), paid('p', 1, 'initiated'), paid('q', 2, 'paid')]);
    assert.deepEqual(first.record.payments, [
      { id: 'p', intent: 1, createdAt: stamp(0), ...waiting },
      { id: 'q', intent: 0, createdAt: stamp(0), ...waiting, verdict: 'mismatch', unnotified: ['mismatch'] },
    ]);
    const [later] = decideAll([paid('p', 1, 'initiated')], 5, policy, first.record).record.payments;
    assert.equal(later?.firstSeenAt, start);
  });

  it('is noted without the time of its making when the service says none', () => {
    const { record } = decideAll([made(1), paid('p', 1, 'initiated', { created_at: null })]);
    assert.deepEqual(Object.keys(record.payments[0] ?? {}).sort(), [
      'firstSeenAt',
      'id',
      'intent',
      'money',
      'unnotified',
      'verdict',
    ]);
  });

  it('is noted with the time of its making once the service says it', () => {
    const undated = paid('p', 1, 'initiated', { created_at: null });
    const { record } = decideAll([made(1), undated, paid('p', 1, 'initiated')]);
    assert.equal(record.payments[0]?.createdAt, stamp(0));
  });

  it('uses its intent only when the service says so, since somebody else may repeat its address', () => {
    const states = (events: (NewEvent | NewEvent[])[]) =>
      decideAll(events).record.intents.map(({ state }) => state);
    assert.deepEqual(states([made(1), paid('p', 1, 'failed')]), ['open']);
    assert.deepEqual(states([made(1), paid('p', 1, 'failed'), used(1)]), ['used']);
  });

  it('queues a new verdict when a duplicate becomes the paying payment', () => {
    const events = [made(1), paid('p', 1, 'paid'), paid('q', 1, 'paid'), paid('p', 1, 'voided')];
    assert.deepEqual(
      decideAll(events).record.payments.map((entry) => entry.unnotified),
      [
        ['paid', 'reversed'],
        ['duplicate', 'paid'],
      ],
    );
  });

  it('confirms one queued verdict and keeps a later equal one', () => {
    const payment = decideAll([made(1), paid('p', 1, 'paid')]).record.payments[0]!;
    const record: OrderRecord = {
      ...emptyRecord,
      payments: [{ ...payment, unnotified: ['paid', 'reversed', 'paid'] }],
    };
    const unnotifiedAfter = (verdict: 'paid' | 'failed', paymentId = 'p') =>
      decideAll([{ type: 'notified', paymentId, verdict }], 0, policy, record).record.payments[0]?.unnotified;
    assert.deepEqual(unnotifiedAfter('paid'), ['reversed', 'paid']);
    assert.deepEqual(unnotifiedAfter('failed'), ['paid', 'reversed', 'paid']);
    assert.deepEqual(unnotifiedAfter('paid', 'q'), ['paid', 'reversed', 'paid']);
  });

  it('queues each new verdict once, and none for `open`', () => {
    const { record } = decideAll([
      made(1),
      paid('p', 1, 'initiated'),
      paid('p', 1, 'paid'),
      paid('p', 1, 'paid'),
      paid('p', 1, 'voided'),
    ]);
    assert.deepEqual(record.payments[0]?.unnotified, ['paid', 'reversed']);
    const decision = decideAll([{ type: 'notified', paymentId: 'p', verdict: 'paid' }], 0, policy, record);
    assert.deepEqual(decision.record.payments[0]?.unnotified, ['reversed']);
  });
});

describe('what is left to be done', () => {
  const day = 24 * 60;
  const table: [title: string, events: (NewEvent | NewEvent[])[], minutes: number, tasks: string[]][] = [
    ['nothing', [], 0, []],
    ['look whether a new intent was used', [made(1)], 1, ['read-intent']],
    ['look at an intent at the moment at which it expires', [made(1)], 60, ['read-intent']],
    ['nothing once the intent is over', [made(1), canceled(1)], 61, []],
    ['ask about the only payment that was announced', [made(1), announced('p')], 1, ['read-payment']],
    [
      'look at the intent for which two payments were announced',
      [made(1), announced('p'), announced('q')],
      1,
      ['read-intent'],
    ],
    ['nothing about what can no longer arrive', [made(1), announced('p'), canceled(1)], 1, []],
    [
      'ask about what was announced although another payment carries its address',
      [made(1), announced('p'), paid('q', 1, 'failed')],
      1,
      ['read-intent', 'read-payment', 'notify'],
    ],
    ['ask when the intent was used', [made(1), announced('p'), used(1)], 1, ['read-payment']],
    [
      'search when the intent was used by nothing that was announced',
      [made(1), used(1)],
      1,
      ['search-payment'],
    ],
    ['ask about what waits', [made(1), sent('p', 1, 'initiated')], day - 1, ['read-payment']],
    [
      'end the intent that a paid order does not need',
      [made(1), sent('p', 1, 'initiated'), made(2, 1, { insteadOf: 'p' }), paid('p', 1, 'paid')],
      1,
      ['retire-intent', 'notify'],
    ],
    ['nothing about what was announced before any intent', [announced('p')], 1, []],
    [
      'look at the open intent only, when another is over',
      [made(1), announced('p'), canceled(1), made(2)],
      1,
      ['read-intent'],
    ],
    [
      'ask about the second intent, when the payment of the first is known',
      [made(1), sent('p', 1, 'failed'), made(2), announced('q'), used(2)],
      1,
      ['notify', 'read-payment'],
    ],
    [
      'nothing about a payment that is decided, but to tell it',
      [made(1), sent('p', 1, 'paid'), paid('q', 1, 'paid'), paid('r', 2, 'paid')],
      1,
      ['notify', 'notify', 'notify'],
    ],
  ];
  for (const [title, events, minutes, tasks] of table) {
    it(title, () => {
      const decision = decideAll([], minutes, policy, decideAll(events).record);
      assert.deepEqual(decision.tasks.map((each) => each.type).sort(), tasks.sort());
    });
  }

  it('is to ask about what waits until an answer that came a day after its making', () => {
    const waiting = (minutes: number) =>
      decideAll([made(1), sent('p', 1, 'initiated'), paid('p', 1, 'initiated', {}, minutes)]).tasks.length;
    assert.equal(waiting(day - 1), 1);
    assert.equal(waiting(day), 0);
  });

  it('names the payments and intents that it is about', () => {
    const { record, tasks } = decideAll([made(1), sent('p', 1, 'failed'), made(2)]);
    assert.deepEqual(tasks, [
      { type: 'read-intent', intent: record.intents[1] },
      { type: 'notify', paymentId: 'p', verdict: 'failed' },
    ]);
  });

  const giving: Policy = { returnDuplicates: true };
  const gaveBack: NewEvent = { type: 'duplicate-returned', paymentId: 'q' };
  const [first, second] = [paid('p', 1, 'paid'), paid('q', 1, 'paid')];
  const returns: [title: string, events: (NewEvent | NewEvent[])[], giveBack: (string | undefined)[]][] = [
    ['a duplicate is to be given back', [first, second], [undefined, 'wanted']],
    ['an authorized duplicate is, too', [first, paid('q', 1, 'authorized')], [undefined, 'wanted']],
    [
      'a duplicate that was voided before it was seen is not',
      [first, paid('q', 1, 'voided')],
      [undefined, undefined],
    ],
    [
      'a payment of another amount is not',
      [first, paid('q', 1, 'paid', { amount: 1000 })],
      [undefined, undefined],
    ],
    [
      'a duplicate that was given back is not given back again',
      [first, second, gaveBack, second],
      [undefined, 'done'],
    ],
    [
      'only the payment that was given back is done',
      [first, second, paid('r', 1, 'paid'), gaveBack],
      [undefined, 'done', 'wanted'],
    ],
  ];
  for (const [title, events, giveBack] of returns) {
    it(`${title} with \`returnDuplicates\``, () => {
      const { record } = decideAll([made(1), ...events], 0, giving);
      assert.deepEqual(
        record.payments.map((entry) => entry.giveBack),
        giveBack,
      );
    });
  }

  it('does not let a duplicate that is on its way back pay for the order', () => {
    const { record } = decideAll([made(1), first, second, paid('p', 1, 'voided')], 0, giving);
    assert.equal(record.paidBy, undefined);
    assert.deepEqual(
      record.payments.map(({ verdict }) => verdict),
      ['reversed', 'duplicate'],
    );
  });

  it('is to give a duplicate back, when that is wished', () => {
    const both = [made(1), sent('p', 1, 'paid'), paid('q', 1, 'paid')];
    const returning = (rules: Policy) =>
      decideAll(both, 0, rules).tasks.filter(({ type }) => type === 'return-duplicate');
    assert.deepEqual(returning(giving), [{ type: 'return-duplicate', paymentId: 'q' }]);
    assert.deepEqual(returning(policy), []);
    // Another process, which does not return duplicates, was told of it first.
    const { tasks } = decideAll([], 0, giving, decideAll(both).record);
    assert.ok(tasks.some(({ type }) => type === 'return-duplicate'));
  });
});

describe('a payment that a page announces', () => {
  const answerTo = (...events: (NewEvent | NewEvent[])[]) => decideAll([made(1), ...events]).reply;

  it('is noted for the newest intent, and its money is unknown', () => {
    assert.deepEqual(decideAll([made(1), canceled(1), made(2), announced('p')]).record.payments, [
      {
        id: 'p',
        intent: 2,
        firstSeenAt: start,
        verdict: 'announced',
        money: 'unknown',
        isAnnounced: true,
        unnotified: [],
      },
    ]);
  });

  it('is refused when another has paid, and not when it has paid itself', () => {
    const order_paid = { type: 'order_paid', paymentId: 'p' };
    assert.deepEqual(answerTo(announced('q'), paid('p', 1, 'paid'), announced('q')), order_paid);
    assert.deepEqual(answerTo(paid('p', 1, 'paid'), announced('q')), order_paid);
    assert.deepEqual(answerTo(paid('p', 1, 'paid'), announced('p')), { type: 'accepted' });
  });

  it('holds the order up again when it was given up, and only while it is not decided', () => {
    const released = (...events: (NewEvent | NewEvent[])[]) =>
      decideAll([made(1), ...events]).record.payments.map((entry) => entry.isReleased);
    const instead = made(2, 1, { insteadOf: 'p' });
    assert.deepEqual(released(announced('p'), announced('q'), instead), [true, undefined]);
    assert.deepEqual(released(announced('p'), announced('q'), instead, announced('p')), [false, undefined]);
    assert.deepEqual(released(paid('p', 1, 'initiated'), instead, announced('p')), [true]);
    assert.deepEqual(released(announced('p'), announced('p')), [undefined]);
  });

  it('makes the oldest of fifty that were never seen forgotten, since each may be asked about', () => {
    const fifty = Array.from({ length: 50 }, (_, number) => announced(`p-${number}`));
    const { record, reply } = decideAll([made(1), ...fifty, announced('q')]);
    assert.deepEqual(reply, { type: 'accepted' });
    assert.deepEqual([record.payments.length, record.payments[0]?.id], [50, 'p-1']);
  });
});

describe('whatever becomes known, in any order,', () => {
  const ids = fc.constantFrom('p', 'q', 'r');
  const numbers = fc.integer({ min: 1, max: 4 });
  const statuses = fc.constantFrom(
    'initiated',
    'paid',
    'authorized',
    'captured',
    'failed',
    'voided',
    'refunded',
    'limbo',
  );
  const anything: fc.Arbitrary<NewEvent | NewEvent[]> = fc.oneof(
    fc.record({ type: fc.constant('attempt-announced' as const), paymentId: ids }),
    fc
      .tuple(ids, numbers, statuses, fc.constantFrom(10_000, 9000), fc.constantFrom(0, 4000, 10_000))
      .map(([id, number, status, amount, refunded]) => paid(id, number, status, { amount, refunded })),
    numbers.map(used),
    numbers.map(canceled),
    fc
      .tuple(
        numbers,
        fc.integer({ min: 0, max: 200 }),
        fc.option(ids, { nil: undefined }),
        fc.constantFrom(10_000, 9000),
      )
      .map(([number, minutes, insteadOf, amount]) =>
        made(number, minutes, { order: { ...order, amount }, ...(insteadOf !== undefined && { insteadOf }) }),
      ),
    fc.constant<NewEvent>({ type: 'intent-requested' }),
    fc.record({ type: fc.constant('duplicate-returned' as const), paymentId: ids }),
    fc.record({
      type: fc.constant('notified' as const),
      paymentId: ids,
      verdict: fc.constantFrom('paid' as const, 'failed' as const),
    }),
    fc.constant<NewEvent>({ type: 'time-passed' }),
  );
  const rules = fc.record({ returnDuplicates: fc.boolean() });

  /** Runs through all of it, and looks at each step. */
  const always = (look: (before: OrderRecord, event: NewEvent | NewEvent[], after: Decision) => void) =>
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 25 }), rules, (events, rule) => {
        events.reduce((record, each) => {
          const after = decideAll([each], 0, rule, record);
          look(record, each, after);
          return after.record;
        }, emptyRecord);
      }),
      { numRuns: 2000 },
    );

  it('at most one intent is open', () => {
    always((_, __, { record }) =>
      assert.ok(record.intents.filter(({ state }) => state === 'open').length <= 1),
    );
  });

  it('an intent is assigned only when none is open, nothing has paid and every used one has shown its payment', () => {
    always((before, _, { reply: answer, record }) => {
      if (answer.type !== 'assigned') return;
      assert.equal(before.paidBy, undefined);
      assert.ok(before.intents.every(({ state }) => state !== 'open'));
      for (const { number, state } of before.intents) {
        const on = record.payments.filter((entry) => entry.intent === number);
        if (state === 'used')
          assert.ok(on.length > 0 && on.some((e) => e.verdict !== 'announced' || e.isReleased));
      }
    });
  });

  it('one payment pays, and every other one that holds money is a duplicate or a mismatch', () => {
    always((_, __, { record }) => {
      const held = record.payments.filter(({ money }) => money === 'taken' || money === 'authorized');
      const pays = held.filter(({ verdict }) => verdict === 'paid' || verdict === 'authorized');
      assert.deepEqual(
        pays.map(({ id }) => id),
        record.paidBy === undefined ? [] : [record.paidBy],
      );
      for (const entry of held)
        assert.ok(pays.includes(entry) || ['duplicate', 'mismatch'].includes(entry.verdict));
    });
  });

  it('what pays is never given back', () => {
    always((_, __, { record }) => {
      const payer = record.payments.find(({ id }) => id === record.paidBy);
      assert.notEqual(payer?.giveBack, 'wanted');
    });
  });

  it('a repeated event changes nothing', () => {
    always((_, event, { record }) => {
      if (Array.isArray(event) || event.type === 'notified' || event.type === 'intent-requested') return;
      // What was announced once more after it was given up counts as announced.
      if (event.type === 'attempt-announced') return;
      assert.deepEqual(decideAll([event], 0, policy, record).record, record);
    });
  });

  it('the record is read back as it was written', () => {
    always((_, __, { record }) => {
      assert.deepEqual(readRecord('7', JSON.stringify(record)), JSON.parse(JSON.stringify(record)));
    });
  });
});
