import type { Payment } from '../../wire/index.js';
import type { OrderEvent, Policy } from './order-event.js';
import type { Verdict } from './order.js';
import type { OrderRecord, PaymentEntry } from './record.js';
import { hasDetails } from './payment-details.js';
import { findIntent, isSamePrice, isShown } from './reference.js';
import { dayMs, parseServiceTime } from './times.js';

type PaymentRead = Extract<OrderEvent, { type: 'payment-read' }>;

/** What a payment, as the service has just shown it, means for its order. */
export function applyPayment(record: OrderRecord, event: PaymentRead, policy: Policy): OrderRecord {
  const { payment, isForOrder, at } = event;
  const intent = findIntent(record, payment);
  const known = record.payments.find(({ id }) => id === payment.id);
  const shownMoney = findMoneyState(payment);
  // A payment of no intent concerns the order while it holds money, and from then on until that is given back.
  const isUnrecognised = known?.verdict === 'mismatch' && known.intent === 0;
  if (!intent && !isUnrecognised && !(isForOrder && isHeld(shownMoney)))
    return dropAttempt(record, payment.id);

  const isJudged = known !== undefined && isShown(known) && known.verdict !== 'open';
  const isReadable = isJudged || hasPrice(payment) || isDayOld(payment, event, known?.firstSeenAt ?? at);
  const money = isReadable && (intent || !isHeld(shownMoney)) ? shownMoney : 'unknown';
  // Responses may arrive out of order, and a payment never moves backwards: ignore older states.
  if (known && isShown(known) && rank[money] < rank[known.money]) return record;

  // The order's price may change at any time. What its intent asked for was its price when the payer agreed to it.
  const isAgreed =
    intent !== undefined && isSamePrice(intent, getPrice(payment)) && hasDetails(payment, intent.details);
  // A payment with a changed description matched no intent. Once the description is corrected, judge the payment anew.
  const judged = isUnrecognised ? undefined : known;
  const verdict = intent ? decideVerdict(record, judged, money, isAgreed) : 'mismatch';
  const before = known ?? { id: payment.id, firstSeenAt: at, unnotified: [] };
  const entry: PaymentEntry = {
    ...before,
    // 0: the payment must not count as the one that was made on an intent of this order.
    intent: intent?.number ?? 0,
    ...(typeof payment.created_at === 'string' && { createdAt: payment.created_at }),
    verdict,
    money,
    ...(verdict === 'open' && isDayOld(payment, event, before.firstSeenAt) && { isAbandoned: true }),
  };
  if (verdict !== known?.verdict && verdict !== 'open') entry.unnotified = [...entry.unnotified, verdict];
  if (verdict === 'duplicate' && known?.verdict !== 'duplicate' && isHeld(money) && policy.returnDuplicates)
    entry.giveBack = 'wanted';

  const payments = known
    ? record.payments.map((other) => (other.id === payment.id ? entry : other))
    : [...record.payments, entry];
  // Count announced payments only: payments sent by a stranger must not use up the payer's declines.
  const isDecline = verdict === 'failed' && known?.verdict !== 'failed' && entry.isAnnounced === true;
  const declines = isDecline ? [...record.declines, at] : record.declines;
  return choosePaidBy({ ...record, payments, declines });
}

/** An announced payment that is for something else is not going to be one of this order. */
const dropAttempt = (record: OrderRecord, id: string): OrderRecord => ({
  ...record,
  payments: record.payments.map((entry) =>
    entry.id === id && !isShown(entry) ? { ...entry, isMissing: true } : entry,
  ),
});

const getPrice = ({ amount, currency }: Payment) => ({ amount: amount ?? NaN, currency: currency ?? '' });

/**
 * A payment that does not say its price is no `mismatch` yet: that is final, and lets the order be paid again. A day later
 * the merchant is notified all the same.
 */
const hasPrice = ({ status, amount, currency }: Payment) =>
  status === 'failed' || ((amount ?? 0) > 0 && (currency ?? '') !== '');

/** Abandon a payment only on a response from after its first day, so that a server that was down until then asks once more. */
function isDayOld({ created_at }: Payment, { serviceTime, at }: PaymentRead, heardAt: number): boolean {
  const age = (serviceTime ?? NaN) - parseServiceTime(created_at);
  return Number.isNaN(age) ? at - heardAt >= dayMs : age >= dayMs;
}

type MoneyState = PaymentEntry['money'];
const rank: Record<MoneyState, number> = { unknown: 0, authorized: 1, taken: 2, none: 2, returned: 3 };
export const isHeld = (money: MoneyState): boolean => money === 'authorized' || money === 'taken';

/** Whether the service shows a payment as it was before what a message says of it. */
export const isOlderState = (shown: Payment, said: Partial<Payment>): boolean =>
  rank[findMoneyState(shown)] < rank[findMoneyState(said)];

/** Where the payer's money is. A status that came later than this library says nothing about that. */
function findMoneyState({ status, amount, captured, refunded }: Partial<Payment>): MoneyState {
  switch (status) {
    case 'paid':
    case 'captured':
    case 'verified':
      return 'taken';
    case 'authorized':
      return 'authorized';
    case 'failed':
      return 'none';
    case 'voided':
      return 'returned';
    case 'refunded':
      // A part was given back: the rest still pays. So does a refund of which the service does not say how much.
      return (refunded ?? 0) < (captured || amount || Infinity) ? 'taken' : 'returned';
    default:
      return 'unknown';
  }
}

function decideVerdict(
  { paidBy }: OrderRecord,
  known: PaymentEntry | undefined,
  money: MoneyState,
  isAgreed: boolean,
): Verdict {
  const before = known?.verdict;
  const isAlreadyPaid = paidBy !== undefined && paidBy !== known?.id;
  switch (money) {
    case 'unknown':
      return 'open';
    case 'none':
      return 'failed';
    case 'authorized':
    case 'taken':
      // What has been judged stays so.
      if (before === 'mismatch' || before === 'duplicate') return before;
      if (before !== 'paid' && before !== 'authorized' && !isAgreed) return 'mismatch';
      if (isAlreadyPaid) return 'duplicate';
      return money === 'taken' ? 'paid' : 'authorized';
    case 'returned':
      // Given back, but it was never what paid for the order: that must not look as if the order were unpaid now.
      if (before === 'mismatch' || before === 'duplicate') return before;
      if (before !== 'paid' && before !== 'authorized' && before !== 'reversed' && !isAgreed)
        return 'mismatch';
      return isAlreadyPaid && before !== 'reversed' ? 'duplicate' : 'reversed';
    default:
      return money satisfies never;
  }
}

/**
 * Which payment pays for the order: the one that did so far, as long as its money is there. When that one was given
 * back and a duplicate was not, the duplicate pays from now on, since the payer's money for the order is there.
 */
function choosePaidBy(record: OrderRecord): OrderRecord {
  const { paidBy, ...rest } = record;
  const isPaying = ({ verdict, money }: PaymentEntry) =>
    isHeld(money) && (verdict === 'paid' || verdict === 'authorized');
  const current = record.payments.find((entry) => entry.id === paidBy && isPaying(entry));
  if (current) return record;
  const next = record.payments.find(isPaying);
  if (next) return { ...rest, paidBy: next.id };
  const duplicate = record.payments.find(
    ({ verdict, money, giveBack }) => verdict === 'duplicate' && isHeld(money) && giveBack === undefined,
  );
  if (!duplicate) return rest;
  const verdict = duplicate.money === 'taken' ? 'paid' : 'authorized';
  const promoted: PaymentEntry = { ...duplicate, verdict, unnotified: [...duplicate.unnotified, verdict] };
  return {
    ...rest,
    paidBy: duplicate.id,
    payments: record.payments.map((entry) => (entry === duplicate ? promoted : entry)),
  };
}
