import { findAwaitedAttempts } from './intent-use.js';
import type { OrderEvent } from './order-event.js';
import type { IntentEntry, OrderRecord } from './record.js';
import { isShown } from './reference.js';
import { arrivalMarginMs, dayMs, expiryMarginMs, hourMs, minuteMs, parseServiceTime } from './times.js';

type EventOf<Type extends OrderEvent['type']> = Extract<OrderEvent, { type: Type }>;

function changeIntent(record: OrderRecord, id: string, change: (intent: IntentEntry) => IntentEntry) {
  const intents = record.intents.map((intent) => (intent.id === id ? change(intent) : intent));
  return { ...record, intents };
}

/** `used` is final: if an earlier proof was wrong, the order is blocked rather than charged again. */
export function applyIntentRead(
  record: OrderRecord,
  { intent: shown, serviceTime, at }: EventOf<'intent-read'>,
) {
  return changeIntent(record, shown.id, (intent) => {
    if (intent.state === 'used') return intent;
    switch (shown.status) {
      case 'fulfilled': {
        const usedAt = shown.fulfilled_at ?? (serviceTime && new Date(serviceTime).toISOString());
        return { ...intent, state: 'used', ...(usedAt && { usedAt }) };
      }
      case 'canceled':
        return { ...intent, state: 'canceled' };
      case 'created':
        return intent.state === 'open' ? applyUnused(intent, shown.expires_at, serviceTime, at) : intent;
      default:
        return intent;
    }
  });
}

function applyUnused(
  intent: IntentEntry,
  expiresAt: string | null | undefined,
  serviceTime: number | undefined,
  at: number,
): IntentEntry {
  const left = parseServiceTime(expiresAt ?? intent.expiresAt) - (serviceTime ?? NaN);
  if (left <= -expiryMarginMs) return { ...intent, state: 'expired' };
  // The clocks of two processes differ. What the service says of the time that is left is right for each of them.
  return Math.abs(at + left - intent.localExpiresAt) > minuteMs
    ? { ...intent, localExpiresAt: at + left }
    : intent;
}

/**
 * An intent that the service does not know cannot be paid. But reads may lag, so wait as long as they may after its
 * creation. While an announced payment may have used it, only its end proves that nothing can.
 */
export function applyIntentMissing(record: OrderRecord, event: EventOf<'intent-missing'>): OrderRecord {
  return changeIntent(record, event.intentId, (intent) => {
    const isAwaited = findAwaitedAttempts(record, intent).length > 0;
    const end = parseServiceTime(intent.expiresAt) - (isAwaited ? 0 : hourMs);
    const isOver = (event.serviceTime ?? NaN) - end >= expiryMarginMs;
    return intent.state === 'open' && isOver ? { ...intent, state: 'expired' } : intent;
  });
}

export const applyIntentCanceled = (record: OrderRecord, event: EventOf<'intent-canceled'>): OrderRecord =>
  changeIntent(record, event.intentId, (intent) =>
    intent.state === 'used' ? intent : { ...intent, state: 'canceled' },
  );

/** Whether a shown payment of this intent was created when the intent was used, so that no other can exist. */
const isMadeAtUse = ({ payments }: OrderRecord, { number, usedAt }: IntentEntry): boolean =>
  payments.some(
    (entry) =>
      entry.intent === number &&
      isShown(entry) &&
      Math.abs(parseServiceTime(entry.createdAt) - parseServiceTime(usedAt)) <= minuteMs,
  );

export const applyNotListed = (record: OrderRecord, event: EventOf<'payment-not-listed'>): OrderRecord =>
  changeIntent(record, event.intentId, (intent) => {
    const age = (event.serviceTime ?? NaN) - parseServiceTime(intent.usedAt);
    return {
      ...intent,
      ...(event.isComplete &&
        (age >= arrivalMarginMs || isMadeAtUse(record, intent)) && { isSearched: true }),
      ...(age >= dayMs && { isLost: true }),
    };
  });

/** Marks an announced payment missing when the service would have shown it by now. */
export function applyPaymentMissing(record: OrderRecord, event: EventOf<'payment-missing'>): OrderRecord {
  const { paymentId, serviceTime = NaN } = event;
  const isOver = (number: number) => {
    const intent = record.intents.find((each) => each.number === number);
    if (intent?.state === 'used') return serviceTime - parseServiceTime(intent.usedAt) >= arrivalMarginMs;
    if (intent?.state === 'expired') return serviceTime - parseServiceTime(intent.expiresAt) >= hourMs;
    return false;
  };
  const payments = record.payments.map((entry) =>
    entry.id === paymentId && !isShown(entry) && isOver(entry.intent) ? { ...entry, isMissing: true } : entry,
  );
  return { ...record, payments };
}
