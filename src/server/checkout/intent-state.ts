import type { Payment, PaymentIntent } from '../../wire/index.js';
import type { EventOf } from './order-event.js';
import { changeIntent, isBeforeUse, judgePayment } from './judge-payment.js';
import { findFirstCheckTime } from './pending-tasks.js';
import { findIntent, findIntentOf, type IntentEntry, type OrderRecord } from './record.js';
import { isSameId } from './terms.js';
import { lagBoundMs, minuteMs, parseServiceTime } from './times.js';

/** `used` is final: if an earlier proof was wrong, the order is blocked rather than charged again. */
export function applyIntentRead(record: OrderRecord, event: EventOf<'intent-read'>): OrderRecord {
  const { intent: shown, serviceTime, at } = event;
  const intent = findIntent(record, shown.id);
  if (!intent || intent.state === 'used') return record;
  switch (shown.status) {
    case 'fulfilled': {
      const usedAt = shown.fulfilled_at ?? (serviceTime && new Date(serviceTime).toISOString());
      return changeIntent(record, intent.id, {
        state: 'used',
        ...(usedAt && { usedAt }),
        // The payment that is known was declined before, and has left the intent usable.
        ...(wasUsedAgain(intent, shown) && { isUsedOtherwise: true, payment: undefined }),
      });
    }
    case 'canceled':
      return changeIntent(record, intent.id, { state: 'canceled' });
    case 'created': {
      if (intent.state !== 'open') return record;
      const left = parseServiceTime(shown.expires_at ?? intent.expiresAt) - (serviceTime ?? NaN);
      if (left <= -lagBoundMs) return changeIntent(record, intent.id, { state: 'expired' });
      return changeIntent(record, intent.id, {
        ...((findFirstCheckTime(intent) ?? Infinity) <= at && { unusedAt: at }),
        // The clocks of two processes differ. The time that is left by the service's clock is right for each of them.
        ...(Math.abs(at + left - intent.localExpiresAt) > minuteMs && { localExpiresAt: at + left }),
      });
    }
    default:
      return record;
  }
}

const wasUsedAgain = ({ payment }: IntentEntry, { fulfilled_at: usedAt }: PaymentIntent): boolean =>
  payment?.verdict === 'failed' && payment.mayLeaveIntent === true && isBeforeUse(payment.createdAt, usedAt);

/**
 * An intent that the service does not know later than the bound on lag after its creation cannot be paid, unless the
 * present key belongs to another account than the one that made it.
 */
export function applyIntentMissing(record: OrderRecord, event: EventOf<'intent-missing'>): OrderRecord {
  const intent = findIntent(record, event.intentId);
  if (intent?.state !== 'open' || isOfOtherAccount(intent, event.account)) return record;
  const isOver = (event.serviceTime ?? NaN) - parseServiceTime(intent.createdAt) >= lagBoundMs;
  return isOver ? changeIntent(record, intent.id, { state: 'expired' }) : record;
}

export const isOfOtherAccount = ({ account }: IntentEntry, present: string | undefined): boolean =>
  account !== undefined && present !== undefined && account !== present;

export function applyIntentCanceled(
  record: OrderRecord,
  { intentId }: EventOf<'intent-canceled'>,
): OrderRecord {
  return findIntent(record, intentId)?.state === 'used'
    ? record
    : changeIntent(record, intentId, { state: 'canceled' });
}

/** A used intent whose payment does not appear within the bound on lag was used with another id. */
export function applyPaymentMissing(record: OrderRecord, event: EventOf<'payment-missing'>): OrderRecord {
  const intent = record.intents.find(({ paymentId }) => isSameId(paymentId, event.paymentId));
  // A charge is sent by the server, so no page has changed its id.
  if (intent?.state !== 'used' || intent.payment || intent.charge) return record;
  return isMissingTooLong(intent, event)
    ? changeIntent(record, intent.id, { isUsedOtherwise: true })
    : record;
}

/** Without the service's times this server's clock will do, because the order stays closed either way. */
function isMissingTooLong(
  { usedAt, createdAt, expiresAt, localExpiresAt }: IntentEntry,
  { serviceTime, at }: EventOf<'payment-missing'>,
): boolean {
  const now = serviceTime ?? at + parseServiceTime(expiresAt) - localExpiresAt;
  const lateBy = now - parseServiceTime(usedAt ?? createdAt);
  return (Number.isNaN(lateBy) ? at - localExpiresAt : lateBy) >= lagBoundMs;
}

/** Exactly one payment that fits is the one of the intent. Any other number is the operator's to decide. */
export function applyCandidates(
  record: OrderRecord,
  { intentId, candidates, at }: EventOf<'candidates-listed'>,
): OrderRecord {
  const intent = findIntent(record, intentId);
  if (!intent || intent.payment) return record;
  // A payment that another intent of the order has named, or was proven to have made, is no candidate.
  const isFree = ({ id }: Payment) => (findIntentOf(record, id)?.id ?? intentId) === intentId;
  const free = candidates.filter(isFree);
  const [only, ...others] = free;
  const ids = free.map(({ id }) => id);
  const listed = changeIntent(record, intentId, { candidates: ids });
  return only && others.length === 0
    ? judgePayment(listed, intent, { payment: only, serviceTime: undefined, at })
    : listed;
}
