import { assignIntent } from './assign-intent.js';
import type { Decision, OrderEvent, Policy, Reply } from './order-event.js';
import { applyPayment } from './apply-payment.js';
import type { Verdict } from './order.js';
import { findPendingTasks, isAwaited } from './pending-tasks.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';
import { countSweeps } from './schedule.js';

/** Each is asked about at the service, so their number is limited. An honest page needs one for each intent. */
const mostAnnounced = 50;

/** Decides everything about an order: what an event makes of its record, and what is to be done. No I/O, no clock. */
export function decide(before: OrderRecord, event: OrderEvent, policy: Policy): Decision {
  const { record: changed, reply } = applyEvent(before, event, policy);
  const record = countSweeps(before, changed, event.type === 'swept');
  return { record, reply, tasks: findPendingTasks(record, event.at) };
}

const accepted: Reply = { type: 'accepted' };

function applyEvent(
  record: OrderRecord,
  event: OrderEvent,
  policy: Policy,
): { readonly record: OrderRecord; readonly reply: Reply } {
  switch (event.type) {
    case 'attempt-announced':
      return announceAttempt(record, event.paymentId, event.at);
    case 'payment-read':
      return { record: applyPayment(record, event, policy), reply: accepted };
    case 'intent-read':
      return { record: applyIntentState(record, event.id, event.state), reply: accepted };
    case 'intent-requested':
      return {
        record,
        reply: replyPaid(record) ?? { type: 'create-intent', number: record.intents.length + 1 },
      };
    case 'intent-created':
      return assignIntent(record, event, event.at);
    case 'duplicate-returned':
      return { record: changePayment(record, event.paymentId, { giveBack: 'done' }), reply: accepted };
    case 'notified':
      return { record: confirmNotification(record, event.paymentId, event.verdict), reply: accepted };
    case 'time-passed':
    case 'swept':
      return { record, reply: accepted };
    default:
      return event satisfies never;
  }
}

const replyPaid = ({ paidBy }: OrderRecord): Reply | undefined =>
  paidBy === undefined ? undefined : { type: 'order_paid', paymentId: paidBy };

/** A page says so before it sends, and says it again before it sends again. */
function announceAttempt(record: OrderRecord, id: string, at: number) {
  // A page that was left open while another payment paid is stopped before it sends.
  const paid = record.paidBy === id ? undefined : replyPaid(record);
  if (paid) return { record, reply: paid };
  const known = record.payments.find((entry) => entry.id === id);
  if (known) {
    // Given up by another page of the order: this one goes on with it, so it holds the order up again.
    const goesOn = known.released && known.verdict === 'announced';
    return { record: goesOn ? changePayment(record, id, { released: false }) : record, reply: accepted };
  }
  const awaited = record.payments.filter(
    (entry) => entry.verdict === 'announced' && isAwaited(record, entry, at),
  );
  if (awaited.length >= mostAnnounced) return { record, reply: { type: 'too-many-attempts' } as const };
  const entry: PaymentEntry = {
    id,
    intent: record.intents.length,
    at,
    verdict: 'announced',
    money: 'unknown',
    unnotified: [],
  };
  return { record: { ...record, payments: [...record.payments, entry] }, reply: accepted };
}

/** `used` outweighs everything: should a proof ever have been wrong, the order is held up and not charged again. */
function applyIntentState(record: OrderRecord, id: string, state: 'used' | 'unused'): OrderRecord {
  const intents = record.intents.map((intent): IntentEntry => {
    if (intent.id !== id || intent.state === 'used') return intent;
    return { ...intent, state: state === 'used' ? 'used' : 'over' };
  });
  return { ...record, intents };
}

const changePayment = (record: OrderRecord, id: string, change: Partial<PaymentEntry>): OrderRecord => ({
  ...record,
  payments: record.payments.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
});

function confirmNotification(record: OrderRecord, id: string, verdict: Verdict): OrderRecord {
  const unnotified = record.payments.find((entry) => entry.id === id)?.unnotified ?? [];
  // The first one only: the same verdict may have come again since.
  const index = unnotified.indexOf(verdict);
  return index < 0
    ? record
    : changePayment(record, id, { unnotified: unnotified.filter((_, at) => at !== index) });
}
