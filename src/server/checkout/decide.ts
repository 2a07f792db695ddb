import { applyChargeAnswer, decideCharge } from './charge.js';
import { assignIntent } from './choose-intent-step.js';
import {
  applyCandidates,
  applyIntentCanceled,
  applyIntentMissing,
  applyIntentRead,
  applyPaymentMissing,
} from './intent-state.js';
import { isSameJson } from '../../wire/json.js';
import { applyPayment, changeIntent, judgePayment } from './judge-payment.js';
import type { Decision, EventOf, OrderEvent, Policy, Reply } from './order-event.js';
import type { Verdict } from './order.js';
import {
  applyOperationAnswer,
  applyShownPayment,
  decideOperation,
  type PaymentOperation,
} from './payment-operation.js';
import { findPendingTasks } from './pending-tasks.js';
import { pruneRecord } from './prune-record.js';
import { findIntent, findIntentOf, type IntentPayment, type OrderRecord } from './record.js';
import { minuteMs } from './times.js';

/** Decides everything about an order: what an event makes of its record, and what is to be done. No I/O, no clock. */
export function decide(before: OrderRecord, event: OrderEvent, policy: Policy): Decision {
  const { record: changed, reply } = applyEvent(before, event);
  const record = countSweeps(before, pruneRecord(changed, event.at), event.type === 'swept');
  return { record, reply, tasks: findPendingTasks(record, event.at, policy) };
}

interface Applied {
  readonly record: OrderRecord;
  readonly reply: Reply;
}

function applyEvent(record: OrderRecord, event: OrderEvent): Applied {
  switch (event.type) {
    case 'intent-created':
      return assignIntent(record, event, event.at);
    case 'intent-handed-out':
      return accept(handOutIntent(record, event));
    case 'payment-released':
      return accept(releasePayment(record, event.paymentId));
    case 'payment-read':
      return accept(
        changeOperations(applyPayment(record, event), (all) => applyShownPayment(all, event.payment)),
      );
    case 'payment-missing':
      return accept(applyPaymentMissing(record, event));
    case 'intent-read':
      return accept(applyIntentRead(record, event));
    case 'intent-missing':
      return accept(applyIntentMissing(record, event));
    case 'intent-canceled':
      return accept(applyIntentCanceled(record, event));
    case 'candidates-listed':
      return accept(applyCandidates(record, event));
    case 'payment-adopted':
      return accept(adoptPayment(record, event));
    case 'refund-wanted':
      return accept(wantRefund(record, event.paymentId));
    case 'duplicate-refunded':
      return accept(changePayment(record, event.paymentId, { refund: 'done' }));
    case 'notified':
      return accept(confirmNotification(record, event.paymentId, event.verdict));
    case 'capture-warned':
      return accept(changePayment(record, event.paymentId, { isCaptureWarned: true }));
    case 'operator-told':
      return accept(changeIntent(record, event.intentId, { operatorToldAt: event.at }));
    case 'operation-requested': {
      const { operations, reply } = decideOperation(record.operations ?? [], event);
      return { record: changeOperations(record, () => operations), reply };
    }
    case 'operation-unsent':
    case 'operation-confirmed':
    case 'operation-refused':
      return accept(changeOperations(record, (all) => applyOperationAnswer(all, event)));
    case 'charge-requested':
      return decideCharge(record, event);
    case 'charge-unsent':
    case 'charge-refused':
    case 'charge-made':
      return accept(applyChargeAnswer(record, event));
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
  const operations = change(record.operations ?? []);
  return operations.length === 0 ? record : { ...record, operations: [...operations] };
}

/** Only says when to look at the order next, so a second page within the minute saves nothing. */
function handOutIntent(
  record: OrderRecord,
  { intentId, retireAt, at }: EventOf<'intent-handed-out'>,
): OrderRecord {
  const intent = findIntent(record, intentId);
  const isRecent = intent && Math.abs(at - intent.handedOutAt) < minuteMs && intent.retireAt === retireAt;
  return isRecent ? record : changeIntent(record, intentId, { handedOutAt: at, retireAt });
}

/**
 * Releases an intent whose payment is not decided; an id of another order changes nothing. A charge that the service has
 * not shown keeps the order closed whatever the payer wants, so nothing is released.
 */
function releasePayment(record: OrderRecord, paymentId: string): OrderRecord {
  const intent = findIntentOf(record, paymentId);
  const isUndecided = intent && (intent.payment ? intent.payment.verdict === 'open' : !intent.charge);
  return isUndecided && !intent.isReleased ? changeIntent(record, intent.id, { isReleased: true }) : record;
}

function adoptPayment(record: OrderRecord, event: EventOf<'payment-adopted'>): OrderRecord {
  const adopted = changeIntent(record, event.intentId, { isAdopted: true, operatorToldAt: undefined });
  const intent = findIntent(adopted, event.intentId);
  return intent ? judgePayment(adopted, intent, event) : record;
}

function changePayment(record: OrderRecord, paymentId: string, change: Partial<IntentPayment>): OrderRecord {
  const intent = findIntentOf(record, paymentId);
  return intent?.payment
    ? changeIntent(record, intent.id, { payment: { ...intent.payment, ...change } })
    : record;
}

/** Another process may have read meanwhile that the duplicate pays for the order. */
function wantRefund(record: OrderRecord, paymentId: string): OrderRecord {
  const isDuplicate = findIntentOf(record, paymentId)?.payment?.verdict === 'duplicate';
  return isDuplicate ? changePayment(record, paymentId, { refund: 'wanted' }) : record;
}

function confirmNotification(record: OrderRecord, paymentId: string, verdict: Verdict): OrderRecord {
  const unnotified = findIntentOf(record, paymentId)?.payment?.unnotified ?? [];
  // Confirm the first entry only, because the same verdict may be queued twice.
  const index = unnotified.indexOf(verdict);
  if (index < 0) return record;
  return changePayment(record, paymentId, { unnotified: unnotified.filter((_, at) => at !== index) });
}

/**
 * Counts the sweeps since the last change: any change starts the count again. The count has no end, because a sweep that
 * changed nothing would not be saved, and its order would be due again as soon as its lease is over.
 */
function countSweeps(before: OrderRecord, after: OrderRecord, isSweep: boolean): OrderRecord {
  const hasChanged =
    !isSameJson(before.intents, after.intents) || !isSameJson(before.operations, after.operations);
  if (hasChanged) return { ...after, sweeps: isSweep ? 1 : 0 };
  return isSweep ? { ...after, sweeps: before.sweeps + 1 } : after;
}
