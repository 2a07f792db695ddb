import {
  applyIntentCanceled,
  applyIntentMissing,
  applyIntentRead,
  applyNotListed,
  applyPaymentMissing,
} from './apply-intent.js';
import { applyPayment } from './apply-payment.js';
import { assignIntent } from './assign-intent.js';
import { findOrderWait } from './limits.js';
import type { Decision, OrderEvent, Policy, Reply } from './order-event.js';
import type { Verdict } from './order.js';
import {
  applyOperationAnswer,
  applyShownPayment,
  decideOperation,
  type PaymentOperation,
} from './payment-operation.js';
import { findPendingTasks } from './pending-tasks.js';
import { pruneRecord } from './prune-record.js';
import type { OrderRecord, PaymentEntry } from './record.js';
import { isShown } from './reference.js';
import { countSweeps } from './schedule.js';

/** Decides everything about an order: what an event makes of its record, and what is to be done. No I/O, no clock. */
export function decide(before: OrderRecord, event: OrderEvent, policy: Policy): Decision {
  const { record: changed, reply } = applyEvent(before, event, policy);
  const record = countSweeps(before, pruneRecord(changed, event.at), event.type === 'swept');
  return { record, reply, tasks: findPendingTasks(record, event.at, policy) };
}

interface Applied {
  readonly record: OrderRecord;
  readonly reply: Reply;
}

function applyEvent(record: OrderRecord, event: OrderEvent, policy: Policy): Applied {
  switch (event.type) {
    case 'attempt-announced':
      return announceAttempt(record, event.paymentId, event.at, policy);
    case 'intent-created':
      return assignIntent(record, event, event.at);
    case 'payment-released':
      return accept(releasePayment(record, event.paymentId));
    case 'payment-read':
      return accept(
        changeOperations(applyPayment(record, event, policy), (all) => applyShownPayment(all, event.payment)),
      );
    case 'payment-missing':
      return accept(applyPaymentMissing(record, event));
    case 'payment-not-listed':
      return accept(applyNotListed(record, event));
    case 'intent-read':
      return accept(applyIntentRead(record, event));
    case 'intent-missing':
      return accept(applyIntentMissing(record, event));
    case 'intent-canceled':
      return accept(applyIntentCanceled(record, event));
    case 'intent-requested':
      return (
        refuseTry(record, 'intent', event.at, policy) ??
        accept({ ...record, requests: [...record.requests, event.at] })
      );
    case 'return-requested':
      return accept(changePayment(record, event.paymentId, { giveBack: 'wanted' }));
    case 'duplicate-returned':
      return accept(changePayment(record, event.paymentId, { giveBack: 'done' }));
    case 'notified':
      return accept(confirmNotification(record, event.paymentId, event.verdict));
    case 'operation-requested': {
      const { operations, reply } = decideOperation(record.operations ?? [], event);
      return { record: changeOperations(record, () => operations), reply };
    }
    case 'operation-unsent':
    case 'operation-confirmed':
    case 'operation-refused':
      return accept(changeOperations(record, (all) => applyOperationAnswer(all, event)));
    case 'capture-warned':
      return accept(changePayment(record, event.paymentId, { isCaptureWarned: true }));
    case 'report-updated':
      return accept({ ...record, isListed: event.isListed });
    case 'time-passed':
    case 'swept':
      return accept(record);
    default:
      return event satisfies never;
  }
}

const accept = (record: OrderRecord): Applied => ({ record, reply: { type: 'accepted' } });

function changeOperations(
  record: OrderRecord,
  change: (operations: readonly PaymentOperation[]) => readonly PaymentOperation[],
): OrderRecord {
  const before = record.operations ?? [];
  const operations = change(before);
  return operations === before || operations.length === 0
    ? record
    : { ...record, operations: [...operations] };
}

/** Checked here too: of many requests at once, each passes the route's check before the first is counted. */
function refuseTry(
  record: OrderRecord,
  kind: 'intent' | 'attempt',
  at: number,
  { limits }: Policy,
): Applied | undefined {
  const waitMs = limits ? findOrderWait(record, kind, limits, at) : 0;
  return waitMs > 0 ? { record, reply: { type: 'too-many-tries', waitMs } } : undefined;
}

/** A page announces a payment before it sends, and again before it sends again. */
function announceAttempt(record: OrderRecord, id: string, at: number, policy: Policy): Applied {
  // A page that was left open while another payment paid is stopped before it sends.
  if (record.paidBy !== undefined && record.paidBy !== id)
    return { record, reply: { type: 'order_paid', paymentId: record.paidBy } };
  const known = record.payments.find((entry) => entry.id === id);
  if (known) {
    if (isShown(known) || !(known.isReleased || known.isMissing)) return accept(record);
    // Another page has released the payment. The page that goes on with the payment makes it block the order again.
    return accept(changePayment(record, id, { isReleased: false, isMissing: false }));
  }
  const refused = refuseTry(record, 'attempt', at, policy);
  if (refused) return refused;
  const entry: PaymentEntry = {
    id,
    intent: record.intentCount,
    firstSeenAt: at,
    verdict: 'announced',
    money: 'unknown',
    isAnnounced: true,
    unnotified: [],
  };
  return accept({
    ...record,
    payments: [...record.payments, entry],
    attempts: [...record.attempts, at],
  });
}

/** Releases a payment that the payer gave up; an id of another order changes nothing. */
function releasePayment(record: OrderRecord, id: string): OrderRecord {
  const entry = record.payments.find((each) => each.id === id);
  const isUndecided = entry?.verdict === 'open' || entry?.verdict === 'announced';
  return isUndecided && !entry.isReleased ? changePayment(record, id, { isReleased: true }) : record;
}

const changePayment = (record: OrderRecord, id: string, change: Partial<PaymentEntry>): OrderRecord => ({
  ...record,
  payments: record.payments.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
});

function confirmNotification(record: OrderRecord, id: string, verdict: Verdict): OrderRecord {
  const unnotified = record.payments.find((entry) => entry.id === id)?.unnotified ?? [];
  // Confirm the first entry only, because the same verdict may be queued twice.
  const index = unnotified.indexOf(verdict);
  if (index < 0) return record;
  return changePayment(record, id, { unnotified: unnotified.filter((_, at) => at !== index) });
}
