import type { Payment } from '../../wire/index.js';
import type { Policy } from './order-event.js';
import type { Order, Verdict } from './order.js';
import type { OrderRecord, PaymentEntry } from './record.js';
import { findIntent } from './reference.js';

interface PaymentReading {
  readonly payment: Payment;
  readonly order: Order;
  readonly at: number;
}

/** What a payment, as the service has just shown it, means for its order. */
export function applyPayment(record: OrderRecord, reading: PaymentReading, policy: Policy): OrderRecord {
  const { payment, order, at } = reading;
  const intent = findIntent(record, payment);
  const known = record.payments.find(({ id }) => id === payment.id);
  const money = intent ? moneyOf(payment) : 'unknown';
  // Two who ask at once may be reading in the wrong order. A payment never moves backwards, so what is older shows.
  if (known && known.verdict !== 'announced' && rank[money] < rank[known.money]) return record;

  const verdict = intent ? judge(record, known, money, agrees(payment, order)) : 'mismatch';
  const before = known ?? { id: payment.id, at, unnotified: [] };
  const entry: PaymentEntry = {
    ...before,
    // A payment that is for something else must not pass as the one that an intent of this order has made.
    intent: intent?.number ?? 0,
    ...(typeof payment.created_at === 'string' && { createdAt: payment.created_at }),
    verdict,
    money,
  };
  const isNews = verdict !== known?.verdict && verdict !== 'open' && policy.listens;
  if (isNews) entry.unnotified = [...entry.unnotified, verdict];
  if (verdict === 'duplicate' && known?.verdict !== 'duplicate' && isHeld(money) && policy.returnDuplicates)
    entry.giveBack = 'wanted';

  const payments = known
    ? record.payments.map((other) => (other.id === payment.id ? entry : other))
    : [...record.payments, entry];
  const intents = record.intents.map((other) =>
    other === intent ? { ...other, state: 'used' as const } : other,
  );
  return choosePayer({ ...record, intents, payments }, policy);
}

type Money = PaymentEntry['money'];
const rank: Record<Money, number> = { unknown: 0, authorized: 1, taken: 2, none: 2, returned: 3 };
const isHeld = (money: Money) => money === 'authorized' || money === 'taken';

/** Whether the service shows a payment as it was before what a message says of it. */
export const isBehind = (shown: Payment, said: Partial<Payment>): boolean =>
  rank[moneyOf(shown)] < rank[moneyOf(said)];

/** Where the payer's money is. A status that came later than this library says nothing about that. */
function moneyOf({ status, amount, captured, refunded }: Partial<Payment>): Money {
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

const agrees = ({ amount, currency }: Payment, order: Order) =>
  amount === order.amount && currency === order.currency;

function judge(
  { paidBy }: OrderRecord,
  known: PaymentEntry | undefined,
  money: Money,
  agreeing: boolean,
): Verdict {
  const before = known?.verdict;
  const second = paidBy !== undefined && paidBy !== known?.id;
  switch (money) {
    case 'unknown':
      return 'open';
    case 'none':
      return 'failed';
    case 'authorized':
    case 'taken':
      // What has been judged stays so, also when the order's price changes later.
      if (before === 'mismatch' || before === 'duplicate') return before;
      if (before !== 'paid' && before !== 'authorized' && !agreeing) return 'mismatch';
      if (second) return 'duplicate';
      return money === 'taken' ? 'paid' : 'authorized';
    case 'returned':
      // Given back, but it was never what paid for the order: that must not look as if the order were unpaid now.
      if (before === 'mismatch' || before === 'duplicate') return before;
      if (before !== 'paid' && before !== 'authorized' && before !== 'reversed' && !agreeing)
        return 'mismatch';
      return second && before !== 'reversed' ? 'duplicate' : 'reversed';
    default:
      return money satisfies never;
  }
}

/**
 * Which payment pays for the order: the one that did so far, as long as its money is there. When that one was given
 * back and a duplicate was not, the duplicate pays from now on, since the payer's money for the order is there.
 */
function choosePayer(record: OrderRecord, policy: Policy): OrderRecord {
  const { paidBy, ...rest } = record;
  const pays = ({ verdict, money }: PaymentEntry) =>
    isHeld(money) && (verdict === 'paid' || verdict === 'authorized');
  const current = record.payments.find((entry) => entry.id === paidBy && pays(entry));
  if (current) return record;
  const next = record.payments.find(pays);
  if (next) return { ...rest, paidBy: next.id };
  const spare = record.payments.find(
    ({ verdict, money, giveBack }) => verdict === 'duplicate' && isHeld(money) && giveBack === undefined,
  );
  if (!spare) return rest;
  const verdict = spare.money === 'taken' ? 'paid' : 'authorized';
  const promoted: PaymentEntry = {
    ...spare,
    verdict,
    unnotified: policy.listens ? [...spare.unnotified, verdict] : spare.unnotified,
  };
  return {
    ...rest,
    paidBy: spare.id,
    payments: record.payments.map((entry) => (entry === spare ? promoted : entry)),
  };
}
