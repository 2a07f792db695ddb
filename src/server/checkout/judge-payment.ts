import type { Payment } from '../../wire/index.js';
import type { EventOf } from './order-event.js';
import type { Verdict } from './order.js';
import { findIntentOf, findPaying, isHeld } from './record.js';
import type { Charge, IntentEntry, IntentPayment, MoneyState, OrderRecord } from './record.js';
import { findDiscount, hasTerms } from './terms.js';
import { dayMs, hourMs, lagBoundMs, parseServiceTime, staleAuthorizationMs, useMarginMs } from './times.js';

type PaymentRead = EventOf<'payment-read'>;

/** What a payment, as the service has just shown it, means for its order. The record finds it by its id alone. */
export function applyPayment(record: OrderRecord, event: PaymentRead): OrderRecord {
  const { payment } = event;
  const intent = findIntentOf(record, payment.id);
  if (!intent) return record;
  return mayLeaveIntent(payment) && isBeforeUse(payment.created_at, intent.usedAt)
    ? changeIntent(record, intent.id, { isUsedOtherwise: true })
    : judgePayment(record, intent, event);
}

/** Declined by STC Pay, which may leave the intent usable. */
const mayLeaveIntent = (payment: Payment): boolean =>
  payment.source?.type === 'stcpay' && findMoneyState(payment) === 'none';

/** Whether a payment was made so long before its intent was used that another payment has used the intent. */
export const isBeforeUse = (
  createdAt: string | null | undefined,
  usedAt: string | null | undefined,
): boolean => parseServiceTime(usedAt) - parseServiceTime(createdAt) > useMarginMs;

type Seen = Partial<IntentPayment> & Pick<IntentPayment, 'firstSeenAt' | 'unnotified'>;

/** The same for a payment that is known to be the one of this intent. */
export function judgePayment(
  record: OrderRecord,
  intent: IntentEntry,
  { payment, serviceTime, at }: Pick<PaymentRead, 'payment' | 'serviceTime' | 'at'>,
): OrderRecord {
  const known = intent.payment;
  const money = findMoneyState(payment);
  const before: Seen = known ?? { firstSeenAt: at, unnotified: [] };
  const rechecks = countRechecks(before, at);
  // Answers may arrive out of order, and a payment never moves backwards: an older state only counts as a recheck. So does a
  // refund that cannot be: it must not open an order that is paid.
  const wasPaidOrAuthorized = known?.verdict === 'paid' || known?.verdict === 'authorized';
  if (known && (rank[money] < rank[known.money] || (wasPaidOrAuthorized && isOverRefunded(payment))))
    return changeIntent(record, intent.id, { payment: { ...known, ...rechecks } });

  const discount = findAgreedDiscount(intent, payment);
  const isAgreed = intent.isAdopted === true || discount !== undefined;
  const paying = findPaying(record);
  const isAlreadyPaid = paying !== undefined && paying.id !== intent.id;
  const verdict = decideVerdict(
    known?.verdict,
    money,
    isAgreed,
    isAlreadyPaid,
    isStale(payment, known, serviceTime),
  );
  const isNew = verdict !== known?.verdict;
  const next: IntentPayment = {
    ...before,
    ...rechecks,
    ...{ id: payment.id, status: payment.status, verdict, money },
    ...(typeof payment.amount === 'number' && { amount: payment.amount }),
    ...(payment.currency && { currency: payment.currency }),
    ...(discount !== undefined && discount > 0 && { discount }),
    ...(mayLeaveIntent(payment) && { mayLeaveIntent: true }),
    ...(typeof payment.created_at === 'string' && { createdAt: payment.created_at }),
    ...(isNew && verdict !== 'open' && { unnotified: [...before.unnotified, verdict] }),
  };
  // A charge is not a payer's attempt.
  const isDecline = isNew && verdict === 'failed' && !intent.charge;
  const declines = isDecline ? [...record.declines, at] : record.declines;
  const judged = changeIntent(record, intent.id, {
    payment: next,
    ...(intent.charge && { state: 'used', charge: endCharge(intent.charge) }),
  });
  return promoteDuplicate({ ...judged, declines });
}

/** A charge whose result is known: no token is kept. */
export const endCharge = ({ key, digest, attempts }: Charge): Charge => ({ key, digest, attempts });

export const changeIntent = (
  record: OrderRecord,
  intentId: string,
  change: Partial<IntentEntry>,
): OrderRecord => ({
  ...record,
  intents: record.intents.map((intent) => (intent.id === intentId ? { ...intent, ...change } : intent)),
});

const rank: Readonly<Record<MoneyState, number>> = {
  unknown: 0,
  none: 1,
  authorized: 2,
  taken: 3,
  returned: 4,
};

/** Whether the service shows more money as refunded than the payment has taken. */
const isOverRefunded = ({ amount, captured, refunded }: Payment): boolean =>
  (refunded ?? 0) > (captured || amount || Infinity);

/** Whether the service shows a payment as it was before what a message says of it. */
export const isOlderState = (shown: Payment, said: Partial<Payment>): boolean =>
  rank[findMoneyState(shown)] < rank[findMoneyState(said)];

/** Where the payer's money is: `unknown` for a status that the service added after this release. */
function findMoneyState({ status, amount, captured, refunded }: Partial<Payment>): MoneyState {
  switch (status) {
    case 'paid':
    case 'captured':
      return 'taken';
    case 'authorized':
      return 'authorized';
    // A check of a card, which charges nothing; and an end without money.
    case 'verified':
    case 'expired':
    case 'failed':
      return 'none';
    case 'voided':
      return 'returned';
    case 'refunded':
      // A part was refunded: the rest still pays. So does a refund of which the service does not say how much.
      return (refunded ?? 0) < (captured || amount || Infinity) ? 'taken' : 'returned';
    default:
      return 'unknown';
  }
}

/** The discount of a payment that is what its intent asked for; undefined for any other. */
function findAgreedDiscount(intent: IntentEntry, payment: Payment): number | undefined {
  if (intent.state === 'canceled') return undefined;
  // Made directly, when the intent could no longer make it.
  if (parseServiceTime(payment.created_at) - parseServiceTime(intent.expiresAt) > lagBoundMs)
    return undefined;
  return hasTerms(payment, intent.terms) ? findDiscount(payment, intent, intent.terms?.coupons) : undefined;
}

function decideVerdict(
  known: Verdict | undefined,
  money: MoneyState,
  isAgreed: boolean,
  isAlreadyPaid: boolean,
  isStaleAuthorization: boolean,
): Verdict {
  const hasPaid = known === 'paid' || known === 'authorized' || known === 'reversed';
  switch (money) {
    case 'unknown':
      return 'open';
    case 'none':
      return 'failed';
    case 'authorized':
    case 'taken':
      if (known === 'duplicate') return known;
      if (!hasPaid && !isAgreed) return 'mismatch';
      if (isAlreadyPaid) return 'duplicate';
      if (money === 'taken') return 'paid';
      return isStaleAuthorization ? 'open' : 'authorized';
    case 'returned':
      // Refunded, but never what paid for the order: that must not look as if the order were unpaid now.
      if (known === 'mismatch' || known === 'duplicate') return known;
      if (!hasPaid && !isAgreed) return 'mismatch';
      return isAlreadyPaid && known !== 'reversed' ? 'duplicate' : 'reversed';
    default:
      return money satisfies never;
  }
}

/** An authorization that is seen for the first time when its issuer may have released it is no ground to ship on. */
function isStale(
  payment: Payment,
  known: IntentPayment | undefined,
  serviceTime: number | undefined,
): boolean {
  const age = (serviceTime ?? NaN) - parseServiceTime(payment.created_at);
  return known?.verdict !== 'authorized' && age > staleAuthorizationMs;
}

/** A declined payment is read again an hour and a day after it was first seen. */
const recheckAfterMs = [hourMs, dayMs];

/** When a declined payment is read again, by this server's clock; undefined if never. */
export const findRecheckTime = ({ payment }: IntentEntry): number | undefined => {
  const afterMs = recheckAfterMs[payment?.rechecks ?? 0];
  return payment?.verdict === 'failed' && afterMs !== undefined ? payment.firstSeenAt + afterMs : undefined;
};

function countRechecks({ firstSeenAt, verdict, rechecks = 0 }: Seen, at: number) {
  if (verdict !== 'failed') return {};
  const count = recheckAfterMs.filter((ms) => firstSeenAt + ms <= at).length;
  return count > rechecks ? { rechecks: count } : {};
}

/**
 * When the paying payment was refunded and a duplicate was not, the duplicate pays from now on, since the payer's money
 * for the order is there.
 */
function promoteDuplicate(record: OrderRecord): OrderRecord {
  if (findPaying(record)) return record;
  const intent = record.intents.find(
    ({ payment }) =>
      payment?.verdict === 'duplicate' && isHeld(payment.money) && payment.refund === undefined,
  );
  if (!intent?.payment) return record;
  const { payment } = intent;
  const verdict = payment.money === 'taken' ? 'paid' : 'authorized';
  return changeIntent(record, intent.id, {
    payment: { ...payment, verdict, unnotified: [...payment.unnotified, verdict] },
  });
}
