import type { CreatedIntent, IntentRequest, IntentStep, Reply } from './order-event.js';
import {
  findHeld,
  findPaying,
  isUnidentified,
  paymentIdOf,
  type IntentEntry,
  type OrderRecord,
} from './record.js';
import { buildCallbackUrl, isSameIntentPrice, isSameTerms, readTerms } from './terms.js';
import { hourMs, lagBoundMs, parseServiceTime } from './times.js';

/**
 * What a request for an intent does next, from what the record and the service's answers of this request say. Every
 * answer that is missing is asked for, one at a time, and only what decides something. The payment comes before its intent:
 * a page asks again after a decline more often than beside an unused intent.
 */
export function chooseIntentStep(record: OrderRecord, request: IntentRequest): IntentStep {
  const isChecked = (id: string) => request.checked.includes(id);
  const paying = findPaying(record);
  if (paying) return checkThen(isChecked, paying.payment.id, 'order_paid');
  const held = findHeld(record);
  if (held) return checkThen(isChecked, held.payment.id, 'payment_held');
  for (const intent of record.intents) {
    const step = intent.payment ? chooseForShown(intent, request) : chooseForUnseen(intent, request);
    if (step) return step;
  }
  const undecided = record.intents.filter(({ payment, state }) =>
    payment ? payment.verdict === 'open' : state === 'used',
  );
  const last = undecided.at(-1);
  return last && undecided.length >= maxUndecided
    ? { type: 'payment_open', paymentId: paymentIdOf(last) }
    : { type: 'create-intent' };
}

/** With more payments that were given up and not decided, a record would outgrow its store. The service ends each in time. */
const maxUndecided = 40;

/** What has paid may have been refunded since, so it is read before a page learns that the order is paid. */
const checkThen = (
  isChecked: (id: string) => boolean,
  paymentId: string,
  type: 'order_paid' | 'payment_held',
): IntentStep => (isChecked(paymentId) ? { type, paymentId } : { type: 'read-payment', paymentId });

/** A payment that waits at the bank blocks the order for an hour, unless the payer gives it up. */
function chooseForShown(
  { payment, isReleased }: IntentEntry,
  { checked, serviceTime, isCharge }: IntentRequest,
): IntentStep | undefined {
  if (payment?.verdict !== 'open' || (isReleased && !isCharge)) return undefined;
  if (!checked.includes(payment.id)) return { type: 'read-payment', paymentId: payment.id };
  // The payer may take the risk of a second charge. A charge without the payer may not.
  if (isCharge) return { type: 'payment_open', paymentId: payment.id };
  const age = (serviceTime ?? NaN) - parseServiceTime(payment.createdAt);
  // A status that is not known may be money, so it blocks without an end.
  const isAbandoned = payment.status === 'initiated' && age >= hourMs;
  return isAbandoned ? undefined : { type: 'payment_open', paymentId: payment.id };
}

function chooseForUnseen(intent: IntentEntry, request: IntentRequest): IntentStep | undefined {
  const { id, paymentId } = intent;
  const isReleased = intent.isReleased && !request.isCharge;
  const blocked: IntentStep = { type: 'payment_open', paymentId };
  switch (intent.state) {
    case 'canceled':
    case 'expired':
      return undefined;
    case 'used':
      if (isReleased) return undefined;
      if (isUnidentified(intent)) return blocked;
      return request.checked.includes(paymentId) ? blocked : { type: 'read-payment', paymentId };
    case 'open': {
      if (!request.checked.includes(paymentId)) return { type: 'read-payment', paymentId };
      if (intent.charge || (request.isCharge && isPayerPaying(intent, request))) return blocked;
      const isRead = request.checked.includes(id);
      if (isUsable(intent, request))
        return isRead ? { type: 'reuse-intent', intent } : { type: 'read-intent', intentId: id };
      if (!isRead) return { type: 'retire-intent', intentId: id };
      // The cancel failed although the intent is shown unused: it may have been used just before its end. If the service
      // does not say the time, a new intent's `created_at` does.
      const isTimeUnknown =
        request.serviceTime === undefined && request.unused.includes(id) && !request.isCharge;
      return isTimeUnknown ? undefined : blocked;
    }
    default:
      return intent.state satisfies never;
  }
}

/** A page has received the intent just now. An older unused one is canceled. */
const isPayerPaying = ({ handedOutAt }: IntentEntry, { now }: IntentRequest): boolean =>
  Math.abs(now - handedOutAt) < lagBoundMs;

/** Without the service's time, this server's clock decides only whether to try a cancel. */
function isUsable(intent: IntentEntry, request: IntentRequest): boolean {
  const { order, serviceTime, now } = request;
  const isOver =
    serviceTime === undefined
      ? now >= intent.localExpiresAt
      : serviceTime >= parseServiceTime(intent.expiresAt);
  return (
    !isOver &&
    !request.isCharge &&
    intent.isReleased !== true &&
    isSameIntentPrice(intent, order) &&
    isSameTerms(intent.terms, readTerms(order))
  );
}

/** A created intent becomes the order's, unless another request has changed the order meanwhile. */
export function assignIntent(
  record: OrderRecord,
  created: CreatedIntent,
  at: number,
): { record: OrderRecord; reply: Reply } {
  const { intent, unused } = created;
  const serviceTime = created.serviceTime ?? parseServiceTime(intent.created_at);
  const isClosed = ({ state, id, expiresAt }: IntentEntry) =>
    state === 'open' && unused.includes(id) && serviceTime - parseServiceTime(expiresAt) >= lagBoundMs;
  const intents = record.intents.map((each) =>
    isClosed(each) ? { ...each, state: 'expired' as const } : each,
  );
  const closed = { ...record, intents };
  const reply = chooseIntentStep(closed, { ...created, serviceTime });
  if (reply.type !== 'create-intent' || record.intentCount !== created.intentCount)
    return { record: closed, reply };
  return {
    record: {
      ...closed,
      intentCount: record.intentCount + 1,
      intents: [...intents, buildIntentEntry(created, at)],
    },
    reply: { type: 'assigned' },
  };
}

function buildIntentEntry({ intent, order, paymentId, account }: CreatedIntent, at: number): IntentEntry {
  const expiresAt = intent.expires_at ?? '';
  const lifetimeMs = parseServiceTime(expiresAt) - parseServiceTime(intent.created_at);
  return {
    id: intent.id,
    paymentId,
    amount: order.amount,
    currency: order.currency,
    terms: readTerms(order),
    callbackUrl: intent.callback_url ?? buildCallbackUrl(order),
    account,
    createdAt: intent.created_at ?? undefined,
    expiresAt,
    localExpiresAt: at + (Number.isNaN(lifetimeMs) ? hourMs : lifetimeMs),
    handedOutAt: at,
    retireAt: findRetireTime(order),
    state: 'open',
  };
}

/** When the order can no longer be paid, in milliseconds by this server's clock. */
export function findRetireTime({ expiresAt }: IntentRequest['order']): number | undefined {
  const at = Date.parse(expiresAt ?? '');
  return Number.isNaN(at) ? undefined : at;
}
