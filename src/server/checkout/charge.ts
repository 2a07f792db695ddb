import { chooseIntentStep } from './choose-intent-step.js';
import { isOfOtherAccount } from './intent-state.js';
import { changeIntent, endCharge, judgePayment } from './judge-payment.js';
import type { ChargeEvent, ChargeReply, ChargeRequested, Reply } from './order-event.js';
import {
  findCharge,
  findHeld,
  findPaying,
  type Charge,
  type ChargeEntry,
  type OrderRecord,
} from './record.js';
import { buildCallbackUrl, isSameIntentPrice, isSameTerms, readTerms } from './terms.js';
import { dayMs, lagBoundMs } from './times.js';

/** Whether the reads of the service show by now what the last request did. */
export const isChargeReadable = ({ sentAt }: Charge, serviceTime: number | undefined): boolean =>
  (serviceTime ?? NaN) - (sentAt ?? NaN) >= lagBoundMs;

interface ChargeDecision {
  readonly record: OrderRecord;
  readonly reply: Reply;
}

/** Decides whether to ask the service now. One process at most gets `send-charge`, because the send is saved first. */
export function decideCharge(record: OrderRecord, event: ChargeRequested): ChargeDecision {
  const { request, serviceTime } = event;
  const known = findCharge(record, request.key);
  if (!known) return addCharge(record, event);
  const answer = (type: Exclude<ChargeReply['type'], 'send-charge'>) => ({
    record,
    reply: { type, entry: known },
  });
  if (known.charge.digest !== request.digest) return answer('charge-key-used');
  if (known.payment) return answer('charge-done');
  if (known.state !== 'open') return answer('charge-refused');
  if (known.charge.sentAt !== undefined) return answer('charge-pending');
  const reason = findObstacle(record, known, event);
  if (reason !== undefined) return refuseCharge(record, known, reason);
  // Without a time it could never be proven that the service has not made a charge whose answer is lost.
  return serviceTime === undefined || isOfOtherAccount(known, event.account)
    ? answer('charge-pending')
    : planSend(record, known, serviceTime);
}

/** Why a charge that is not on its way is not sent any more. */
function findObstacle(
  record: OrderRecord,
  entry: ChargeEntry,
  { order, now }: ChargeRequested,
): string | undefined {
  // A payment of a page that was declined when the charge was saved may have been approved later.
  if (findPaying(record) || findHeld(record)) return 'The order was paid otherwise.';
  if (now - entry.handedOutAt > dayMs) return 'It was not sent within a day.';
  const isAsked = order && isSameIntentPrice(entry, order) && isSameTerms(entry.terms, readTerms(order));
  return isAsked && !isExpired(order, now)
    ? undefined
    : 'It was not sent, and the order asks for something else now, or is gone.';
}

export const isExpired = ({ expiresAt }: { readonly expiresAt?: string | undefined }, now: number): boolean =>
  Date.parse(expiresAt ?? '') <= now;

function addCharge(record: OrderRecord, event: ChargeRequested): ChargeDecision {
  const { request, order, paymentId, account, at, serviceTime } = event;
  if (!order || serviceTime === undefined) return { record, reply: { type: 'accepted' } };
  const step = chooseIntentStep(record, { ...event, order, isCharge: true });
  if (step.type !== 'create-intent') return { record, reply: step };
  const entry: ChargeEntry = {
    ...{ id: paymentId, paymentId, charge: { ...request, attempts: 0 } },
    ...{ amount: order.amount, currency: order.currency },
    ...{ terms: readTerms(order), account },
    ...{ callbackUrl: buildCallbackUrl(order), expiresAt: '', localExpiresAt: at, handedOutAt: at },
    state: 'open',
  };
  // A page that has created an intent meanwhile must not receive it.
  const intentCount = record.intentCount + 1;
  return planSend({ ...record, intentCount, intents: [...record.intents, entry] }, entry, serviceTime);
}

function planSend(record: OrderRecord, known: ChargeEntry, serviceTime: number): ChargeDecision {
  const charge = { ...known.charge, attempts: known.charge.attempts + 1, sentAt: serviceTime };
  const entry = { ...known, charge };
  return { record: changeIntent(record, entry.id, entry), reply: { type: 'send-charge', entry } };
}

function refuseCharge(record: OrderRecord, known: ChargeEntry, reason: string): ChargeDecision {
  const entry = { ...known, state: 'expired' as const, charge: { ...endCharge(known.charge), reason } };
  return { record: changeIntent(record, entry.id, entry), reply: { type: 'charge-refused', entry } };
}

/** What an answer of the service says of a charge. */
export function applyChargeAnswer(
  record: OrderRecord,
  event: Exclude<ChargeEvent, ChargeRequested> & { readonly at: number },
): OrderRecord {
  const known = findCharge(record, event.key);
  if (!known || known.payment) return record;
  if (event.type === 'charge-made') return judgePayment(record, known, event);
  // Another process may have sent it since this request.
  if (known.state !== 'open' || known.charge.attempts !== event.attempts) return record;
  switch (event.type) {
    case 'charge-unsent': {
      const { sentAt: _, ...charge } = known.charge;
      return changeIntent(record, known.id, { charge });
    }
    case 'charge-refused':
      return refuseCharge(record, known, event.reason).record;
    default:
      return event satisfies never;
  }
}
