import { findAwaitedAttempts, hasKnownPayment } from './intent-use.js';
import type { IntentRequest, IntentStep } from './order-event.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';
import { isSameDetails, readDetails } from './payment-details.js';
import { isSamePrice } from './reference.js';
import { hourMs, minuteMs, parseServiceTime } from './times.js';

/**
 * How long an announced payment alone blocks the order. Afterwards the intent must be read as used, because a stranger
 * may have made a payment that only looks like this order's.
 */
const announcementTrustMs = 10 * minuteMs;

/**
 * What a request for an intent does next, from what the record and the service's answers of this request say. Every
 * answer that is missing is asked for, one at a time, and only what decides something.
 */
export function chooseIntentStep(record: OrderRecord, request: IntentRequest): IntentStep {
  return (
    chooseForPaid(record, request) ??
    chooseForWaiting(record, request) ??
    chooseForUsed(record, request) ??
    chooseForOpen(record, request) ?? { type: 'create-intent', number: record.intentCount + 1 }
  );
}

const isChecked = ({ checked }: IntentRequest, id: string) => checked.includes(id);

/** What has paid may have been given back since, so it is read before anybody is told that the order is paid. */
function chooseForPaid({ paidBy }: OrderRecord, request: IntentRequest): IntentStep | undefined {
  if (paidBy === undefined) return undefined;
  if (isChecked(request, paidBy)) return { type: 'order_paid', paymentId: paidBy };
  return { type: 'read-payment', paymentId: paidBy };
}

/** A payment that waits at the bank, and the question whether the order's intent has made it. */
function chooseForWaiting(record: OrderRecord, request: IntentRequest): IntentStep | undefined {
  for (const entry of record.payments) {
    if (entry.verdict !== 'open' || entry.isReleased) continue;
    const intent = record.intents.find(({ number }) => number === entry.intent);
    if (intent?.state === 'canceled') continue;
    // While its intent is shown unused, the payment cannot be of it; and handing that intent out again is harmless.
    if (intent?.state === 'open' && isChecked(request, intent.id)) continue;
    const isTrusted = entry.isAnnounced === true && getAge(entry, request) < announcementTrustMs;
    if (intent?.state === 'open' && hasLostTrust(entry, request)) return { type: 'read-intent', intent };
    if (!isChecked(request, entry.id)) return { type: 'read-payment', paymentId: entry.id };
    if (intent?.state === 'open' && !isTrusted) return { type: 'read-intent', intent };
    if (!(getAge(entry, request) >= hourMs)) return { type: 'payment_open', paymentId: entry.id };
  }
  return undefined;
}

const getAge = ({ createdAt }: PaymentEntry, { serviceTime }: IntentRequest) =>
  (serviceTime ?? NaN) - parseServiceTime(createdAt);

/** Without the service's time only an announced payment is trusted. */
const hasLostTrust = (entry: PaymentEntry, request: IntentRequest) =>
  entry.isAnnounced !== true || getAge(entry, request) >= announcementTrustMs;

/** A used intent whose payment is not known yet. */
function chooseForUsed(record: OrderRecord, request: IntentRequest): IntentStep | undefined {
  for (const intent of record.intents) {
    if (intent.state !== 'used' || hasKnownPayment(record, intent)) continue;
    const awaited = findAwaitedAttempts(record, intent);
    const unchecked = awaited.find(({ id }) => !isChecked(request, id));
    if (unchecked) return { type: 'read-payment', paymentId: unchecked.id };
    const waiting = awaited.filter(({ isReleased }) => !isReleased);
    if (waiting.length === 0 && !request.searched.includes(intent.id))
      return { type: 'search-payment', intent };
    return { type: 'payment_open', paymentId: waiting.at(-1)?.id };
  }
  return undefined;
}

function chooseForOpen(record: OrderRecord, request: IntentRequest): IntentStep | undefined {
  const intent = record.intents.find(({ state }) => state === 'open');
  if (!intent) return undefined;
  const isAnswered = isChecked(request, intent.id);
  // Of one announced payment the answer is most likely the whole truth. Of many, the intent says it in one answer.
  const awaited = findAwaitedAttempts(record, intent);
  const [attempt] = awaited;
  if (attempt && awaited.length === 1 && !isAnswered && !isChecked(request, attempt.id))
    return { type: 'read-payment', paymentId: attempt.id };
  if (isUsable(intent, request))
    return isAnswered ? { type: 'reuse-intent', intent } : { type: 'read-intent', intent };
  // The cancel failed although the intent is shown unused: it may have been used just before it expired.
  return isAnswered
    ? { type: 'payment_open', paymentId: awaited.at(-1)?.id }
    : { type: 'retire-intent', intent };
}

/** Without the service's time the intent counts as not expired. */
const isUsable = (intent: IntentEntry, { order, serviceTime }: IntentRequest) =>
  isSamePrice(intent, order) &&
  isSameDetails(intent.details, readDetails(order)) &&
  !((serviceTime ?? NaN) >= parseServiceTime(intent.expiresAt));
