import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isChargeReadable } from '../../src/server/checkout/charge.js';
import { chooseIntentStep } from '../../src/server/checkout/choose-intent-step.js';
import { decide } from '../../src/server/checkout/decide.js';
import type { IntentRequest, OrderEvent } from '../../src/server/checkout/order-event.js';
import { findRecheckTime, isOlderState } from '../../src/server/checkout/judge-payment.js';
import { findDueTime, findPendingTasks } from '../../src/server/checkout/pending-tasks.js';
import { pruneRecord } from '../../src/server/checkout/prune-record.js';
import {
  checkRecord,
  emptyRecord,
  type IntentEntry,
  type IntentPayment,
  type OrderRecord,
} from '../../src/server/checkout/record.js';
import { order7 } from './checkout-shop.js';

const [minute, hour] = [60_000, 3_600_000] as const;
/** The service's clock and this server's show the same here. */
const start = Date.UTC(2030, 0, 1);
const stamp = (afterMs: number) => new Date(start + afterMs).toISOString();

/** An intent of an hour that a page has just received. */
const intent = (changes: Partial<IntentEntry> = {}): IntentEntry => ({
  ...{ id: 'intent', paymentId: 'payment', amount: order7.amount, currency: 'SAR', account: 'ours' },
  ...{ callbackUrl: order7.callbackUrl, createdAt: stamp(0), expiresAt: stamp(hour) },
  ...{ localExpiresAt: start + hour, handedOutAt: start, state: 'open' },
  ...changes,
});

const payment = (changes: Partial<IntentPayment> = {}): IntentPayment => ({
  ...{ id: 'payment', status: 'initiated', verdict: 'open', money: 'unknown' },
  ...{ createdAt: stamp(0), firstSeenAt: start, unnotified: [] },
  ...changes,
});

const paid = { id: 'other', status: 'paid', amount: order7.amount, currency: 'SAR' };

const record = (...intents: IntentEntry[]): OrderRecord => ({
  ...emptyRecord,
  ...{ intents, intentCount: intents.length },
});

type Happening = { readonly type: OrderEvent['type'] } & Record<string, unknown>;

/** What an event makes of a record, `afterMs` after the start. */
function change(before: OrderRecord, event: Happening, afterMs = 0): OrderRecord {
  const at = start + afterMs;
  const timed = { serviceTime: at, at, ...event } as unknown as OrderEvent;
  return decide(before, timed, { refundDuplicates: false }).record;
}

/** What an event makes of the first intent. */
const apply = (before: OrderRecord, event: Happening, afterMs = 0) =>
  change(before, event, afterMs).intents[0];

it('an adopted payment is named to the operator again when its authorization is seven days old', () => {
  const held = payment({ verdict: 'mismatch', money: 'authorized' });
  const before = record(intent({ state: 'used', payment: held, operatorToldAt: start + 8 * 24 * hour }));
  const shown = { ...paid, id: 'payment', status: 'authorized', created_at: stamp(0), amount: 1 };
  const event = { type: 'payment-adopted', intentId: 'intent', payment: shown } as const;
  const adopted = change(before, { ...event, serviceTime: start }, 9 * 24 * hour);
  const tasks = findPendingTasks(adopted, start + 10 * 24 * hour, {
    refundDuplicates: false,
    captureDueAfterMs: hour,
  });
  assert.equal(adopted.intents[0]?.payment?.verdict, 'authorized');
  assert.ok(tasks.some(({ type }) => type === 'tell-operator'));
});

describe('what the service says of an intent', () => {
  const used = intent({ state: 'used', usedAt: stamp(0) });
  const canceled = intent({ state: 'canceled' });
  const shownUnused = { type: 'intent-read', intent: { id: 'intent', status: 'created' } } as const;
  const missing = { type: 'intent-missing', intentId: 'intent', account: 'ours' } as const;
  const [canceling, paused] = [
    { type: 'intent-canceled', intentId: 'intent' },
    { type: 'intent-read', intent: { id: 'intent', status: 'paused' } },
  ] as const;
  for (const [title, before, event, afterMs, state] of [
    ['leaves a used one used, although a late read shows it unused', used, shownUnused, 2 * hour, 'used'],
    ['leaves a canceled one canceled, although it is shown', canceled, shownUnused, 2 * hour, 'canceled'],
    ['leaves a used one used, although it cannot be found', used, missing, hour, 'used'],
    ['leaves a used one used, although a cancel succeeds', used, canceling, 0, 'used'],
    [
      'ends one that is unused five minutes after its end',
      intent(),
      shownUnused,
      hour + 5 * minute,
      'expired',
    ],
    ['does not end one that is unused before', intent(), shownUnused, hour + 5 * minute - 1, 'open'],
    ['ends one that cannot be found after five minutes', intent(), missing, 5 * minute, 'expired'],
    ['does not end one that cannot be found before', intent(), missing, 5 * minute - 1, 'open'],
    ['does not end one of another account', intent(), { ...missing, account: 'theirs' }, hour, 'open'],
    ['ends one if no account is known', intent(), { ...missing, account: undefined }, hour, 'expired'],
    ['leaves it as it is in a state that came later', intent(), paused, 2 * hour, 'open'],
  ] as const)
    it(title, () => assert.equal(apply(record(before), event, afterMs)?.state, state));

  it('notes that it is unused a minute after a page has received it, and not before', () => {
    const noted = (afterMs: number) => apply(record(intent()), shownUnused, afterMs)?.unusedAt;
    assert.deepEqual([noted(minute - 1), noted(minute)], [undefined, start + minute]);
  });

  it('moves its end by this server’s clock only if that is more than a minute wrong', () => {
    const read = (localExpiresAt: number) =>
      apply(record(intent({ localExpiresAt })), shownUnused, minute)?.localExpiresAt;
    for (const wrong of [-minute, minute]) assert.equal(read(start + hour + wrong), start + hour + wrong);
    for (const wrong of [-minute - 1, minute + 1]) assert.equal(read(start + hour + wrong), start + hour);
  });

  it('hides no payment that came before its use, unless STC Pay declined that one and left the intent usable', () => {
    const use = (status: string, mayLeaveIntent: boolean) =>
      apply(
        record(intent({ payment: payment({ status, verdict: 'failed', money: 'none', mayLeaveIntent }) })),
        { type: 'intent-read', intent: { id: 'intent', status: 'fulfilled', fulfilled_at: stamp(minute) } },
      );
    assert.deepEqual(
      [use('failed', false)?.payment?.id, use('failed', false)?.isUsedOtherwise],
      ['payment', undefined],
    );
    assert.deepEqual([use('failed', true)?.payment, use('failed', true)?.isUsedOtherwise], [undefined, true]);
  });
});

describe('a payment that the service does not know', () => {
  const missing = { type: 'payment-missing', paymentId: 'payment' } as const;
  it('was made by another id once its intent has been used for five minutes, by any clock that there is', () => {
    const isOther = (changes: Partial<IntentEntry>, afterMs: number, event: object = {}) =>
      apply(record(intent({ state: 'used', ...changes })), { ...missing, ...event }, afterMs)
        ?.isUsedOtherwise === true;
    const lateUse = { usedAt: stamp(minute) };
    assert.deepEqual([isOther(lateUse, 6 * minute - 1), isOther(lateUse, 6 * minute)], [false, true]);
    assert.deepEqual([isOther({}, 5 * minute - 1), isOther({}, 5 * minute)], [false, true]);
    // No answer says the time: the end of the intent by both clocks does.
    const untimed = { serviceTime: undefined };
    const ahead = { localExpiresAt: start + 2 * hour };
    assert.deepEqual(
      [5 * minute - 1, 5 * minute].map((ms) => isOther(ahead, hour + ms, untimed)),
      [false, true],
    );
    // Nor is there a time of the intent.
    const blank = { createdAt: undefined, expiresAt: '' };
    assert.deepEqual(
      [5 * minute - 1, 5 * minute].map((ms) => isOther(blank, hour + ms, untimed)),
      [false, true],
    );
  });

  it('says nothing of an intent that is not known to be used', () => {
    assert.deepEqual(apply(record(intent()), missing, hour), intent());
  });

  it('says nothing of an intent whose payment is known, nor does a list of payments', () => {
    const known = intent({ state: 'used', payment: payment() });
    assert.deepEqual(apply(record(known), missing, hour), known);
    const listed = { type: 'candidates-listed', intentId: 'intent', candidates: [paid] } as const;
    assert.deepEqual(apply(record(known), listed), known);
  });
});

describe('a payment that the service shows', () => {
  it('changes no order in which it is unknown, nor does an intent', () => {
    const before = record(intent());
    for (const event of [
      { type: 'payment-read', payment: paid },
      { type: 'intent-missing', intentId: 'other', account: 'ours' },
      { type: 'intent-canceled', intentId: 'other' },
    ] as const)
      assert.deepEqual(apply(before, event, hour), intent());
  });

  it('is the one of its intent up to two seconds before the use; one before that by STC Pay is not, if declined', () => {
    const before = record(intent({ state: 'used', usedAt: stamp(minute) }));
    const read = (type: string, status: string, ms: number) => {
      const shown = { ...paid, id: 'payment', status, source: { type }, created_at: stamp(minute - ms) };
      const after = apply(before, { type: 'payment-read', payment: shown });
      return after?.isUsedOtherwise ? 'another' : after?.payment?.verdict;
    };
    for (const [type, status, ms, expected] of [
      ['stcpay', 'failed', 2000, 'failed'],
      ['stcpay', 'failed', 3000, 'another'],
      ['stcpay', 'paid', 3000, 'paid'],
      ['creditcard', 'failed', 3000, 'failed'],
    ] as const)
      assert.equal(read(type, status, ms), expected);
  });

  it('stays declined by a late read of an earlier state, which counts as one read again', () => {
    const declined = payment({ status: 'failed', verdict: 'failed', money: 'none' });
    const read = (afterMs: number) =>
      apply(
        record(intent({ state: 'used', payment: declined })),
        { type: 'payment-read', payment: { ...paid, id: 'payment', status: 'initiated' } },
        afterMs,
      )?.payment;
    assert.deepEqual(read(hour - 1), declined);
    assert.deepEqual(read(hour), { ...declined, rechecks: 1 });
    assert.deepEqual(read(24 * hour), { ...declined, rechecks: 2 });
  });

  it('is no ground to ship if it was first seen authorized more than seven days after it was made', () => {
    const read = (afterMs: number, known?: IntentPayment) =>
      apply(
        record(intent({ state: 'used', payment: known })),
        {
          type: 'payment-read',
          payment: { ...paid, id: 'payment', status: 'authorized', created_at: stamp(0) },
        },
        afterMs,
      )?.payment?.verdict;
    const week = 7 * 24 * hour;
    const known = payment({ status: 'authorized', verdict: 'authorized', money: 'authorized' });
    assert.deepEqual(
      [read(week), read(week + 1), read(week + 1, known)],
      ['authorized', 'open', 'authorized'],
    );
  });

  it('is a mismatch if it was made more than five minutes after the end of its intent, or beside a canceled one', () => {
    const read = (changes: Partial<IntentEntry>, ms: number) =>
      apply(record(intent(changes)), {
        ...{ type: 'payment-read', payment: { ...paid, id: 'payment', created_at: stamp(hour + ms) } },
      })?.payment?.verdict;
    assert.deepEqual(
      [read({}, 5 * minute), read({}, 5 * minute + 1000), read({ state: 'canceled' }, 0)],
      ['paid', 'mismatch', 'mismatch'],
    );
  });

  it('pays for the order from now on if it was a duplicate, and the one that had paid is given back', () => {
    const first = (changes: Partial<IntentPayment>) =>
      intent({
        state: 'used',
        payment: payment({ status: 'paid', verdict: 'paid', money: 'taken', ...changes }),
      });
    const second = (changes: Partial<IntentPayment>) =>
      intent({
        ...{ id: 'second', paymentId: 'second', state: 'used' },
        payment: payment({ id: 'second', status: 'paid', verdict: 'duplicate', money: 'taken', ...changes }),
      });
    const verdictsAfterVoid = (changes: Partial<IntentPayment>) => {
      const shown = { ...paid, id: 'payment', status: 'voided' };
      const before = record(first({}), second(changes));
      return change(before, { type: 'payment-read', payment: shown }).intents.map((each) => [
        each.payment?.verdict,
        ...(each.payment?.unnotified ?? []),
      ]);
    };
    const reversed = ['reversed', 'reversed'];
    assert.deepEqual(verdictsAfterVoid({}), [reversed, ['paid', 'paid']]);
    assert.deepEqual(verdictsAfterVoid({ money: 'authorized' }), [reversed, ['authorized', 'authorized']]);
    for (const changes of [{ refund: 'wanted' }, { money: 'returned' }] as const)
      assert.deepEqual(verdictsAfterVoid(changes), [reversed, ['duplicate']]);
  });

  it('is judged by what was known of it, by what the order asked for, and by another payment that pays', () => {
    const read = (
      known: Partial<IntentPayment> | undefined,
      status: string,
      amount: number,
      isPaidByAnother: boolean,
    ) => {
      const judged = intent({ state: 'used', payment: known && payment(known) });
      const other = intent({
        ...{ id: 'other', paymentId: 'other', state: 'used' },
        payment: payment({ id: 'other', status: 'paid', verdict: 'paid', money: 'taken' }),
      });
      const before = record(judged, ...(isPaidByAnother ? [other] : []));
      return apply(before, { type: 'payment-read', payment: { ...paid, id: 'payment', status, amount } })
        ?.payment?.verdict;
    };
    const wasPaid = { verdict: 'paid', money: 'taken' } as const;
    const wasAuthorized = { verdict: 'authorized', money: 'authorized' } as const;
    const wasReversed = { verdict: 'reversed', money: 'returned' } as const;
    const wasDuplicate = { verdict: 'duplicate', money: 'authorized', refund: 'done' } as const;
    const wasMismatch = { verdict: 'mismatch', money: 'taken' } as const;
    // As asked for: alone, beside a paid one unless it pays itself. Another amount: the same.
    for (const [known, status, ...expected] of [
      [undefined, 'initiated', 'open', 'open', 'open', 'open'],
      [undefined, 'failed', 'failed', 'failed', 'failed', 'failed'],
      [undefined, 'authorized', 'authorized', 'duplicate', 'mismatch', 'mismatch'],
      [undefined, 'paid', 'paid', 'duplicate', 'mismatch', 'mismatch'],
      [undefined, 'voided', 'reversed', 'duplicate', 'mismatch', 'mismatch'],
      [wasAuthorized, 'authorized', 'authorized', 'authorized'],
      [wasAuthorized, 'paid', 'paid', 'paid'],
      [wasAuthorized, 'voided', 'reversed', 'reversed'],
      [wasPaid, 'paid', 'paid', 'paid'],
      [wasPaid, 'voided', 'reversed', 'reversed'],
      [wasReversed, 'voided', 'reversed', 'reversed', 'reversed', 'reversed'],
      [wasReversed, 'paid', 'reversed', 'reversed', 'reversed', 'reversed'],
      [wasDuplicate, 'paid', 'duplicate', 'duplicate', 'duplicate', 'duplicate'],
      [wasDuplicate, 'voided', 'duplicate', 'duplicate', 'duplicate', 'duplicate'],
      [wasMismatch, 'paid', 'paid', 'duplicate', 'mismatch', 'mismatch'],
      [wasMismatch, 'voided', 'mismatch', 'mismatch', 'mismatch', 'mismatch'],
    ] as const) {
      const verdicts = [paid.amount, 1].flatMap((amount) =>
        (expected.length === 2 ? [false] : [false, true]).map((isPaidByAnother) =>
          read(known, status, amount, isPaidByAnother),
        ),
      );
      assert.deepEqual(verdicts, expected, `${known?.verdict ?? 'unknown'}, then ${status}`);
    }
  });

  it('is read again an hour and a day after it was first seen, if it was declined', () => {
    const findTime = (changes: Partial<IntentPayment>) =>
      findRecheckTime(intent({ payment: payment(changes) }));
    assert.deepEqual(
      [undefined, 1, 2].map((rechecks) => findTime({ verdict: 'failed', rechecks })),
      [start + hour, start + 24 * hour, undefined],
    );
    assert.deepEqual([findTime({ verdict: 'paid' }), findRecheckTime(intent())], [undefined, undefined]);
    const before = record(intent({ state: 'used', payment: payment() }));
    const read = { type: 'payment-read', payment: { ...paid, id: 'payment', status: 'initiated' } } as const;
    assert.equal(apply(before, read, 24 * hour)?.payment?.rechecks, undefined);
  });

  it('counts as a try of the payer once, if it was declined and is no charge', () => {
    const count = (changes: Partial<IntentEntry>, status: string) => {
      const shown = { ...paid, id: 'payment', status };
      return change(record(intent({ state: 'used', ...changes })), { type: 'payment-read', payment: shown })
        .declines;
    };
    const declined = payment({ status: 'failed', verdict: 'failed', money: 'none' });
    const charge = { key: 'key', digest: 'digest', attempts: 1 };
    assert.deepEqual(
      [count({}, 'failed'), count({}, 'paid'), count({ payment: declined }, 'failed')],
      [[start], [], []],
    );
    assert.deepEqual(count({ charge }, 'failed'), []);
  });

  it('is shown as it was before, if the money was less far than a message says', () => {
    for (const [shown, said, expected] of [
      ['initiated', 'paid', true],
      ['authorized', 'paid', true],
      ['paid', 'paid', false],
      ['refunded', 'paid', false],
      ['later', 'failed', true],
    ] as const)
      assert.equal(isOlderState({ ...paid, status: shown }, { status: said }), expected);
  });
});

describe('a request for an intent', () => {
  const choose = (entries: IntentEntry | IntentEntry[], changes: Partial<IntentRequest> = {}) =>
    chooseIntentStep(record(...[entries].flat()), {
      ...{ order: order7, checked: ['payment', 'intent'], unused: [], serviceTime: start, now: start },
      ...changes,
    });

  it('is refused while forty payments that were given up, or that are not known, are not decided', () => {
    const givenUp = (id: string) =>
      intent({ id, paymentId: id, state: 'used', isReleased: true, payment: payment({ id }) });
    const unseen = (id: string) => intent({ id, paymentId: id, state: 'used', isReleased: true });
    const ended = intent({ state: 'canceled' });
    for (const build of [givenUp, unseen]) {
      const entries = Array.from({ length: 40 }, (_, number) => build(`p${number}`));
      assert.deepEqual(choose([...entries, ended]), { type: 'payment_open', paymentId: 'p39' });
      assert.deepEqual(choose([...entries.slice(1), ended]), { type: 'create-intent' });
    }
  });

  it('of an order whose payment waits at the bank is refused for an hour, and a charge for ever', () => {
    const waiting = intent({ state: 'used', payment: payment() });
    for (const [afterMs, isCharge, type] of [
      [hour - 1, false, 'payment_open'],
      [hour, false, 'create-intent'],
      [hour, true, 'payment_open'],
    ] as const)
      assert.equal(choose(waiting, { serviceTime: start + afterMs, isCharge }).type, type);
  });

  it('asks the service nothing about an intent that a payment of another id has used', () => {
    const step = choose(intent({ state: 'used', isUsedOtherwise: true }), { checked: [] });
    assert.deepEqual(step, { type: 'payment_open', paymentId: 'payment' });
  });

  it('gets the open intent until its end: by the service’s clock, else by this server’s', () => {
    for (const [serviceTime, now, type] of [
      [start + hour - 1, start + 2 * hour, 'reuse-intent'],
      [start + hour, start, 'retire-intent'],
      [undefined, start + hour - 1, 'reuse-intent'],
      [undefined, start + hour, 'retire-intent'],
    ] as const) {
      const checked = type === 'reuse-intent' ? ['payment', 'intent'] : ['payment'];
      assert.equal(choose(intent(), { serviceTime, now, checked }).type, type);
    }
  });

  it('saves the end of the order with its intent, also that the order has none any more', () => {
    const handOut = (retireAt: number | undefined) =>
      apply(record(intent({ retireAt: start })), { type: 'intent-handed-out', intentId: 'intent', retireAt });
    assert.deepEqual(
      [start + hour, undefined].map((at) => handOut(at)?.retireAt),
      [start + hour, undefined],
    );
  });

  it('of a charge waits for five minutes for a page that has received an intent', () => {
    const about = { isCharge: true, checked: ['payment'] };
    const after = (ms: number) => choose(intent(), { ...about, now: start + ms }).type;
    assert.deepEqual([after(5 * minute - 1), after(5 * minute)], ['payment_open', 'retire-intent']);
  });
});

describe('a new intent', () => {
  const assign = (before: IntentEntry, created: object) => {
    const event = {
      ...{ type: 'intent-created', order: order7, checked: ['payment', 'intent'], unused: ['intent'] },
      ...{ now: start, at: start, paymentId: 'second', intentCount: 1, account: 'ours' },
      ...{ serviceTime: start + hour + 5 * minute, ...created },
      intent: { id: 'new', created_at: stamp(hour + 5 * minute), expires_at: stamp(3 * hour) },
    } as unknown as OrderEvent;
    const { record: after, reply } = decide(record(before), event, { refundDuplicates: false });
    return [reply.type, after.intents[0]?.state, after.intents.length];
  };

  it('is the order’s if the one before was shown unused for five minutes after its end', () => {
    assert.deepEqual(assign(intent(), {}), ['assigned', 'expired', 2]);
    // Its own time says so too, if no answer has the time.
    assert.deepEqual(assign(intent(), { serviceTime: undefined }), ['assigned', 'expired', 2]);
    assert.deepEqual(assign(intent(), { serviceTime: start + hour + 5 * minute - 1 }), [
      'payment_open',
      'open',
      1,
    ]);
    assert.deepEqual(assign(intent(), { unused: [] }), ['payment_open', 'open', 1]);
  });

  it('does not end one that was used, although it was shown unused', () => {
    assert.deepEqual(assign(intent({ state: 'used' }), {}), ['payment_open', 'used', 1]);
  });
});

describe('a charge', () => {
  const day = 24 * hour;
  const demand = (before: OrderRecord, changes: object = {}) => {
    const event = {
      ...{ type: 'charge-requested', request: { key: 'june', digest: 'd', token: 't' }, order: order7 },
      ...{ paymentId: 'payment', account: 'ours', checked: [], unused: [] },
      ...{ serviceTime: start, now: start, at: start, ...changes },
    } as unknown as OrderEvent;
    return decide(before, event, { refundDuplicates: false });
  };
  const unsent = intent({ id: 'payment', charge: { key: 'june', digest: 'd', attempts: 1 } });

  it('saves what the order asks for, so that a payment without it is a mismatch', () => {
    const order = { ...order7, metadata: { plan: 'gold' } };
    const { record: before, reply } = demand(record(), { order });
    assert.deepEqual(
      [reply.type, before.intentCount, before.intents[0]?.terms, before.intents[0]?.account],
      ['send-charge', 1, { metadata: order.metadata }, 'ours'],
    );
    for (const [metadata, verdict] of [
      [order.metadata, 'paid'],
      [{ plan: 'free' }, 'mismatch'],
    ] as const) {
      const shown = { ...paid, id: 'payment', metadata };
      assert.equal(
        apply(before, { type: 'charge-made', key: 'june', payment: shown })?.payment?.verdict,
        verdict,
      );
    }
  });

  it('is not begun without an order, or without the time of the service', () => {
    for (const changes of [{ order: undefined }, { serviceTime: undefined }])
      assert.deepEqual(demand(record(), changes), {
        record: record(),
        reply: { type: 'accepted' },
        tasks: [],
      });
  });

  it('that was not sent is sent for a day, and until the end of its order', () => {
    const expiresAt = stamp(hour);
    for (const [order, afterMs, type] of [
      [order7, day, 'send-charge'],
      [order7, day + 1, 'charge-refused'],
      [{ ...order7, expiresAt }, hour - 1, 'send-charge'],
      [{ ...order7, expiresAt }, hour, 'charge-refused'],
      [{ ...order7, amount: order7.amount + 1 }, 0, 'charge-refused'],
      [{ ...order7, manual: true }, 0, 'charge-refused'],
    ] as const)
      assert.equal(demand(record(unsent), { order, now: start + afterMs }).reply.type, type);
  });

  it('that was sent can be looked for five minutes later, by the service’s clock', () => {
    const sent = { key: 'june', digest: 'd', attempts: 1, sentAt: start };
    const readable = [start + 5 * minute - 1, start + 5 * minute, undefined].map((at) =>
      isChargeReadable(sent, at),
    );
    assert.deepEqual(readable, [false, true, false]);
    assert.equal(isChargeReadable({ ...sent, sentAt: undefined }, start + day), false);
  });
});

describe('an answer about a charge', () => {
  const charge = { key: 'june', digest: 'd', attempts: 2, sentAt: start };
  const wanted = intent({ id: 'payment', charge });
  it('of an earlier request changes nothing after the next one was sent', () => {
    for (const type of ['charge-unsent', 'charge-refused'] as const)
      assert.deepEqual(apply(record(wanted), { type, key: 'june', attempts: 1, reason: 'no' }), wanted);
  });

  it('changes nothing once its payment is known', () => {
    const made = intent({ ...wanted, state: 'used', payment: payment({ verdict: 'paid', money: 'taken' }) });
    for (const type of ['charge-unsent', 'charge-refused', 'charge-made'] as const)
      assert.deepEqual(
        apply(record(made), { type, key: 'june', attempts: 2, reason: 'no', payment: paid }),
        made,
      );
  });

  it('changes no order in which its key is unknown', () => {
    const event = { type: 'charge-made', key: 'july', payment: paid } as const;
    assert.deepEqual(change(record(wanted), event), record(wanted));
  });
});

describe('a record', () => {
  const declined = { status: 'failed', verdict: 'failed', money: 'none', rechecks: 2 } as const;
  const reversed = { status: 'voided', verdict: 'reversed', money: 'returned' } as const;
  const duplicate = { status: 'voided', verdict: 'duplicate', money: 'returned' } as const;
  const entries = (count: number, changes: Partial<IntentEntry>) =>
    Array.from({ length: count }, (_, index) => intent({ id: `later ${index}`, ...changes }));
  const prune = (before: OrderRecord) => pruneRecord(before, start).intents;
  const charge = { key: 'june', digest: 'digest', attempts: 1 };

  it('keeps, beside ten later ones that are over, only an intent of which something is expected', () => {
    const isKept = (changes: Partial<IntentEntry>) =>
      prune(record(intent(changes), ...entries(10, { state: 'expired' }))).length === 11;
    for (const [changes, expected] of [
      [{ state: 'expired' }, false],
      [{ state: 'canceled' }, false],
      [{ state: 'open' }, true],
      [{ state: 'used' }, true],
      [{ state: 'expired', charge }, true],
      [{ payment: payment() }, true],
      [{ payment: payment(declined) }, false],
      [{ payment: payment({ ...declined, rechecks: 1 }) }, true],
      [{ payment: payment({ ...declined, unnotified: ['failed'] }) }, true],
      [{ payment: payment({ status: 'paid', verdict: 'paid', money: 'taken' }) }, true],
      [{ payment: payment(reversed) }, false],
      [{ payment: payment({ ...reversed, unnotified: ['failed', 'reversed'] }) }, true],
      [{ payment: payment({ ...duplicate, refund: 'wanted' }) }, true],
      [{ payment: payment({ ...duplicate, refund: 'done' }) }, false],
    ] as const)
      assert.equal(isKept(changes as Partial<IntentEntry>), expected, JSON.stringify(changes));
  });

  it('keeps the last 20 declined payments that were told to nobody, and the last 40 that are read again', () => {
    const waiting = payment({ ...declined, rechecks: 1 });
    for (const [changes, limit] of [
      [{ payment: payment({ ...declined, unnotified: ['failed'] }) }, 20],
      [{ payment: waiting }, 40],
    ] as const) {
      const all = entries(limit + 2, { state: 'used', ...changes } as Partial<IntentEntry>);
      assert.deepEqual(prune(record(...all)), all.slice(2));
    }
    const charges = entries(42, { state: 'used', charge, payment: waiting });
    assert.deepEqual(prune(record(...charges)), charges);
    const unused = entries(42, {});
    assert.deepEqual(prune(record(...unused)), unused);
    const reversals = entries(22, { payment: payment({ ...reversed, unnotified: ['reversed'] }) });
    assert.deepEqual(prune(record(...reversals)), reversals);
  });

  it('stays within half of what a store takes, whatever a thousand intents came to, or forty that were given up', () => {
    const given = { paymentId: crypto.randomUUID(), account: 'a'.repeat(64) };
    for (const [count, changes] of [
      [1000, { state: 'canceled' }],
      [1000, { state: 'used', payment: payment(declined) }],
      [1000, { state: 'used', payment: payment({ ...declined, rechecks: 1 }) }],
      [1000, { state: 'used', payment: payment({ ...declined, unnotified: ['failed'] }) }],
      [40, { state: 'used', isReleased: true, payment: payment() }],
    ] as const) {
      const before = record(...entries(count, { ...given, ...changes } as Partial<IntentEntry>));
      const { length } = JSON.stringify(checkRecord(change(before, { type: 'time-passed' })));
      assert.ok(length < 65_536 / 2, `${length} characters of ${JSON.stringify(changes)}`);
    }
  });

  it('counts declines for an hour, also after the clock was moved back', () => {
    const declines = [-hour, 1 - hour, hour - 1, hour].map((ms) => start + ms);
    assert.deepEqual(pruneRecord({ ...record(), declines }, start).declines, declines.slice(1, 3));
  });

  it('saves nothing for a second page within a minute, unless the intent is to be retired at another time', () => {
    const before = intent({ handedOutAt: start, retireAt: start + hour });
    const handOut = (afterMs: number, retireAt: number) =>
      apply(record(before), { type: 'intent-handed-out', intentId: 'intent', retireAt }, afterMs);
    assert.deepEqual(handOut(minute - 1, start + hour), before);
    assert.deepEqual(handOut(minute, start + hour), { ...before, handedOutAt: start + minute });
    assert.deepEqual(handOut(1, start), { ...before, handedOutAt: start + 1, retireAt: start });
  });

  it('releases only a payment that is not decided', () => {
    const release = (changes: Partial<IntentPayment>) =>
      apply(record(intent({ state: 'used', payment: payment(changes) })), {
        ...{ type: 'payment-released', paymentId: 'payment' },
      })?.isReleased;
    assert.deepEqual([release({}), release(declined), release(reversed)], [true, undefined, undefined]);
  });

  it('wants back only a duplicate, not one that pays for the order since another process has read it', () => {
    const want = (changes: Partial<IntentPayment>) =>
      apply(record(intent({ state: 'used', payment: payment({ money: 'taken', ...changes }) })), {
        ...{ type: 'refund-wanted', paymentId: 'payment' },
      })?.payment?.refund;
    assert.deepEqual([want({ verdict: 'duplicate' }), want({ verdict: 'paid' })], ['wanted', undefined]);
  });

  it('takes out one verdict for each notification', () => {
    const before = payment({ ...reversed, unnotified: ['paid', 'reversed', 'paid'] });
    const confirm = (verdict: string, paymentId = 'payment') =>
      apply(record(intent({ state: 'used', payment: before })), { type: 'notified', paymentId, verdict })
        ?.payment?.unnotified;
    assert.deepEqual(confirm('paid'), ['reversed', 'paid']);
    assert.deepEqual(confirm('reversed'), ['paid', 'paid']);
    assert.deepEqual(confirm('failed'), before.unnotified);
    assert.deepEqual(confirm('paid', 'other'), before.unnotified);
  });

  it('counts the sweeps since its last change', () => {
    const count = (event: Happening) => change({ ...record(intent()), sweeps: 3 }, event, hour).sweeps;
    assert.equal(count({ type: 'swept' }), 4);
    assert.equal(count({ type: 'time-passed' }), 3);
    assert.equal(count({ type: 'payment-released', paymentId: 'payment' }), 0);
  });
});

describe('what is left to do', () => {
  const day = 24 * hour;
  const policy = { refundDuplicates: true, captureDueAfterMs: 3 * day };
  const told = { state: 'used', isUsedOtherwise: true, candidates: [], operatorToldAt: start } as const;
  const mismatch = { payment: payment({ verdict: 'mismatch', money: 'taken' }), operatorToldAt: start };
  const duplicate = payment({ verdict: 'duplicate', money: 'taken' });
  const authorized = {
    payment: payment({ verdict: 'authorized', status: 'authorized', money: 'authorized' }),
  };
  const warning = 'warn-of-capture';
  for (const [title, changes, afterMs, expected] of [
    ['nothing for an intent that a page has just received', {}, minute - 1, []],
    ['the intent is read a minute later', {}, minute, ['read-intent']],
    ['nothing once that has shown it unused', { unusedAt: start + minute }, hour, []],
    ['the intent is read six minutes after its end', {}, hour + 6 * minute, ['read-intent']],
    ['nothing where the operator was told today', told, day - 1, []],
    ['the operator is told again after a day', told, day, ['list-candidates', 'tell-operator']],
    ['an intent beside which another payment was made is retired', mismatch, 0, ['retire-intent']],
    ['an intent that made it is not', { ...mismatch, state: 'used' }, 0, []],
    ['a duplicate is refunded', { state: 'used', payment: duplicate }, 0, ['refund-duplicate']],
    ['a refunded duplicate is not', { state: 'used', payment: { ...duplicate, refund: 'done' } }, 0, []],
    ['no warning before a capture is due', authorized, 3 * day - 1, []],
    ['a warning from then on', authorized, 3 * day, [warning]],
    ['and the operator is told after seven', authorized, 7 * day, ['read-payment', 'tell-operator', warning]],
    ['no warning after thirty days more', { ...authorized, operatorToldAt: start + 7 * day }, 33 * day, []],
  ] as const)
    it(title, () => {
      const before = record(intent(changes as Partial<IntentEntry>));
      const types = findPendingTasks(before, start + afterMs, policy).map(({ type }) => type);
      assert.deepEqual(types, expected);
    });

  it('the sweep comes back after the end of an intent that STC Pay may have left usable', () => {
    const declined = payment({ verdict: 'failed', status: 'failed', money: 'none', mayLeaveIntent: true });
    const dueAt = findDueTime(record(intent({ payment: declined })), start + hour, [], policy);
    assert.equal(dueAt, start + hour + 6 * minute);
  });
});
