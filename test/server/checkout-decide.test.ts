import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decide } from '../../src/server/checkout/decide.js';
import type { Decision, Fact, Policy } from '../../src/server/checkout/fact.js';
import { emptyRecord, readRecord, type OrderRecord } from '../../src/server/checkout/record.js';
import { callbackUrlOf } from '../../src/server/checkout/reference.js';
import type { Order } from '../../src/server/index.js';
import type { Payment, PaymentIntent } from '../../src/wire/index.js';

const order: Order = { id: '7', amount: 10_000, currency: 'SAR', callbackUrl: 'https://shop.example/back' };
const policy: Policy = { returnDuplicates: false, listens: true };
const minute = 60_000;
const start = Date.parse('2030-01-01T00:00:00Z');
const stamp = (minutes: number) => new Date(start + minutes * minute).toISOString();

type NewsOf<F> = F extends unknown ? Omit<F, 'at'> : never;
type News = NewsOf<Fact>;

/** A moment in minutes is the service's clock and this server's. */
const made = (number: number, minutes = 0, more: object = {}): News => ({
  kind: 'made',
  order,
  number,
  insteadOf: undefined,
  intent: {
    id: `i${number}`,
    client_secret: `pi_secret_${number}`,
    created_at: stamp(minutes),
    expires_at: stamp(minutes + 60),
    callback_url: callbackUrlOf(order, number),
    description: '7',
  } as PaymentIntent,
  ...more,
});
const paid = (id: string, number: number, status: string, more: object = {}): News => ({
  kind: 'payment',
  order,
  payment: {
    id,
    status,
    amount: 10_000,
    currency: 'SAR',
    description: '7',
    callback_url: callbackUrlOf(order, number),
    created_at: stamp(0),
    ...more,
  } as Payment,
});
const announced = (paymentId: string): News => ({ kind: 'announced', paymentId });
const intent = (number: number, state: 'used' | 'unused'): News => ({
  kind: 'intent',
  id: `i${number}`,
  state,
});
const wanted: News = { kind: 'wanted', order };

function decideAll(news: readonly News[], minutes = 0, rules = policy, record = emptyRecord): Decision {
  const at = start + minutes * minute;
  const first = decide(record, { kind: 'time', at }, rules);
  return news.reduce((decision, each) => decide(decision.record, { ...each, at } as Fact, rules), first);
}

describe('whether a new intent becomes the one of the order', () => {
  const table: [title: string, before: News[], asking: News, say: string][] = [
    ['the first one', [], made(1), 'adopted'],
    ['not a second one', [made(1)], made(2, 1), 'hand-out'],
    ['not before the first is proven unused, when it has expired', [made(1)], made(2, 60), 'retire'],
    [
      'not before the first is proven unused, when the price has changed',
      [made(1)],
      made(2, 1, { order: { ...order, amount: 9000 } }),
      'retire',
    ],
    ['when the first is proven unused', [made(1), intent(1, 'unused')], made(2, 1), 'adopted'],
    [
      'not when the first was used and its payment is not seen',
      [made(1), intent(1, 'used')],
      made(2, 90),
      'payment_open',
    ],
    [
      'not when a proof is contradicted',
      [made(1), intent(1, 'unused'), intent(1, 'used')],
      made(2),
      'payment_open',
    ],
    ['when the payment on the first has failed', [made(1), paid('p', 1, 'failed')], made(2), 'adopted'],
    ['not when it waits', [made(1), paid('p', 1, 'initiated')], made(2, 59), 'payment_open'],
    ['not when its status is a word of later', [made(1), paid('p', 1, 'limbo')], made(2, 59), 'payment_open'],
    ['when it has waited for an hour', [made(1), paid('p', 1, 'initiated')], made(2, 60), 'adopted'],
    [
      'not after an hour when the service never said when it was made',
      [made(1), paid('p', 1, 'initiated', { created_at: null })],
      made(2, 600),
      'payment_open',
    ],
    ["on the payer's word", [made(1), paid('p', 1, 'initiated')], made(2, 1, { insteadOf: 'p' }), 'adopted'],
    [
      "not on the payer's word about another",
      [made(1), paid('p', 1, 'initiated')],
      made(2, 1, { insteadOf: 'q' }),
      'payment_open',
    ],
    [
      "on the payer's word about an announced payment that is not seen",
      [made(1), announced('p'), intent(1, 'used')],
      made(2, 1, { insteadOf: 'p' }),
      'adopted',
    ],
    [
      "not on the payer's word about one of two that may have used the intent",
      [made(1), announced('p'), announced('q'), intent(1, 'used')],
      made(2, 1, { insteadOf: 'p' }),
      'payment_open',
    ],
    [
      'the same one, when an announced payment never arrived',
      [made(1), announced('p')],
      made(2, 1),
      'hand-out',
    ],
    ['not when it is paid', [made(1), paid('p', 1, 'paid')], made(2), 'order_paid'],
    [
      "not when it is paid, whatever the payer's word",
      [made(1), paid('p', 1, 'paid')],
      made(2, 1, { insteadOf: 'p' }),
      'order_paid',
    ],
    ['not when it is authorized', [made(1), paid('p', 1, 'authorized')], made(2), 'order_paid'],
    ['when it was voided', [made(1), paid('p', 1, 'paid'), paid('p', 1, 'voided')], made(2), 'adopted'],
    [
      'when another number is next by now',
      [made(1), intent(1, 'unused'), made(2), intent(2, 'unused')],
      made(2),
      'make',
    ],
  ];
  for (const [title, before, asking, say] of table) {
    it(`${say}: ${title}`, () => {
      assert.equal(decideAll([...before, asking]).answer.say, say);
    });
  }

  it('is not asked when the order is paid', () => {
    assert.deepEqual(decideAll([made(1), paid('p', 1, 'paid'), wanted]).answer, {
      say: 'order_paid',
      paymentId: 'p',
    });
    assert.deepEqual(decideAll([made(1), wanted]).answer, { say: 'make', number: 2 });
  });
});

describe('what a payment means', () => {
  const full = { refunded: 10_000 };
  const table: [title: string, news: News[], verdicts: string[], paidBy: string | undefined][] = [
    ['paid', [paid('p', 1, 'paid')], ['paid'], 'p'],
    ['captured', [paid('p', 1, 'captured', { captured: 10_000 })], ['paid'], 'p'],
    ['verified', [paid('p', 1, 'verified')], ['paid'], 'p'],
    ['authorized, then captured', [paid('p', 1, 'authorized'), paid('p', 1, 'captured')], ['paid'], 'p'],
    ['failed', [paid('p', 1, 'failed')], ['failed'], undefined],
    ['waiting', [paid('p', 1, 'initiated')], ['open'], undefined],
    ['of another amount', [paid('p', 1, 'paid', { amount: 1000 })], ['mismatch'], undefined],
    ['in another currency', [paid('p', 1, 'paid', { currency: 'KWD' })], ['mismatch'], undefined],
    ['without an amount', [paid('p', 1, 'paid', { amount: null })], ['mismatch'], undefined],
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
  for (const [title, news, verdicts, paidBy] of table) {
    it(`${verdicts.join(' and ')}: ${title}`, () => {
      const { record } = decideAll([made(1), ...news]);
      assert.deepEqual(
        record.payments.map(({ verdict }) => verdict),
        verdicts,
      );
      assert.equal(record.paidBy, paidBy);
    });
  }

  it('is told once for each change, and not for what is open', () => {
    const { record } = decideAll([
      made(1),
      paid('p', 1, 'initiated'),
      paid('p', 1, 'paid'),
      paid('p', 1, 'paid'),
      paid('p', 1, 'voided'),
    ]);
    assert.deepEqual(record.payments[0]?.untold, ['paid', 'reversed']);
    const told = decideAll([{ kind: 'told', paymentId: 'p', verdict: 'paid' }], 0, policy, record);
    assert.deepEqual(told.record.payments[0]?.untold, ['reversed']);
  });

  it('is told to nobody when nobody listens', () => {
    const { record, work } = decideAll([made(1), paid('p', 1, 'paid')], 0, { ...policy, listens: false });
    assert.deepEqual(record.payments[0]?.untold, []);
    assert.deepEqual(work, []);
    assert.equal(record.open, false);
  });
});

describe('what is left to be done', () => {
  const day = 24 * 60;
  const table: [title: string, news: News[], minutes: number, work: string[]][] = [
    ['nothing', [], 0, []],
    ['look whether the intent was used', [made(1)], 1, ['check']],
    ['end the intent that has expired by this clock', [made(1)], 61, ['retire']],
    ['nothing once it is over', [made(1), intent(1, 'unused')], 61, []],
    ['ask about what was announced', [made(1), announced('p')], 1, ['ask', 'check']],
    ['nothing about what can no longer arrive', [made(1), announced('p'), intent(1, 'unused')], 1, []],
    [
      'nothing about it when another used the intent',
      [made(1), announced('p'), paid('q', 1, 'failed')],
      1,
      ['tell'],
    ],
    [
      'ask and search when the intent was used',
      [made(1), announced('p'), intent(1, 'used')],
      1,
      ['ask', 'find'],
    ],
    ['ask about what waits', [made(1), paid('p', 1, 'initiated')], day - 1, ['ask']],
    [
      'end the intent that a paid order does not need',
      [made(1), paid('p', 1, 'initiated'), made(2, 1, { insteadOf: 'p' }), paid('p', 1, 'paid')],
      1,
      ['tell', 'retire'],
    ],
  ];
  for (const [title, news, minutes, work] of table) {
    it(title, () => {
      const decision = decideAll([], minutes, policy, decideAll(news).record);
      assert.deepEqual(
        decision.work.map((each) => each.do),
        work,
      );
      assert.equal(decision.record.open, work.length > 0);
    });
  }

  it('is to ask about what waits until a day has passed', () => {
    const { record } = decideAll([made(1), paid('p', 1, 'initiated')]);
    assert.equal(decideAll([], day - 1, policy, record).record.open, true);
    assert.equal(decideAll([], day, policy, record).record.open, false);
  });

  it('is to give a duplicate back, when that is wished', () => {
    const both = [made(1), paid('p', 1, 'paid'), paid('q', 1, 'paid')];
    const { work } = decideAll(both, 0, { returnDuplicates: true, listens: false });
    assert.deepEqual(work, [{ do: 'give-back', paymentId: 'q' }]);
    assert.deepEqual(decideAll(both, 0, { returnDuplicates: false, listens: false }).work, []);
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
  const anything: fc.Arbitrary<News> = fc.oneof(
    fc.record({ kind: fc.constant('announced' as const), paymentId: ids }),
    fc
      .tuple(ids, numbers, statuses, fc.constantFrom(10_000, 9000), fc.constantFrom(0, 4000, 10_000))
      .map(([id, number, status, amount, refunded]) => paid(id, number, status, { amount, refunded })),
    fc
      .tuple(numbers, fc.constantFrom('used' as const, 'unused' as const))
      .map(([n, state]) => intent(n, state)),
    fc
      .tuple(
        numbers,
        fc.integer({ min: 0, max: 200 }),
        fc.option(ids, { nil: undefined }),
        fc.constantFrom(10_000, 9000),
      )
      .map(([number, minutes, insteadOf, amount]) =>
        made(number, minutes, { insteadOf, order: { ...order, amount } }),
      ),
    fc.constant(wanted),
    fc.record({ kind: fc.constant('given-back' as const), paymentId: ids }),
    fc.record({
      kind: fc.constant('told' as const),
      paymentId: ids,
      verdict: fc.constantFrom('paid' as const, 'failed' as const),
    }),
    fc.constant<News>({ kind: 'time' }),
  );
  const rules = fc.record({ returnDuplicates: fc.boolean(), listens: fc.boolean() });

  /** Runs through all of it, and looks at each step. */
  const always = (look: (before: OrderRecord, news: News, after: Decision) => void) =>
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 25 }), rules, (news, rule) => {
        news.reduce((record, each) => {
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

  it('an intent is adopted only when none is open, nothing has paid and every used one has shown its payment', () => {
    always((before, _, { answer, record }) => {
      if (answer.say !== 'adopted') return;
      assert.equal(before.paidBy, undefined);
      assert.ok(before.intents.every(({ state }) => state !== 'open'));
      for (const { number, state } of before.intents) {
        const on = record.payments.filter((entry) => entry.intent === number);
        if (state === 'used')
          assert.ok(on.length > 0 && on.some((e) => e.verdict !== 'announced' || e.released));
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

  it('hearing it again changes nothing', () => {
    always((_, news, { record }) => {
      if (news.kind === 'made' || news.kind === 'told') return;
      assert.deepEqual(decideAll([news], 0, policy, record).record, record);
    });
  });

  it('the record is read back as it was written, and says whether anything is left', () => {
    always((_, __, { record, work }) => {
      assert.deepEqual(readRecord('7', JSON.stringify(record)), JSON.parse(JSON.stringify(record)));
      assert.equal(record.open, work.length > 0);
    });
  });
});
