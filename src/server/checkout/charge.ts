import { chooseIntentStep } from './choose-intent-step.js';
import { isOfOtherAccount } from './intent-state.js';
import { changeIntent, judgePayment } from './judge-payment.js';
import type { ChargeEvent, ChargeReply, ChargeRequested, Policy, Reply } from './order-event.js';
import { findHeld, findPaying, type Charge, type IntentEntry, type OrderRecord } from './record.js';
import { buildCallbackUrl, isSameIntentPrice, isSameTerms, readTerms } from './terms.js';
import { dayMs, lagBoundMs } from './times.js';

export const findCharge = ({ charges = [] }: OrderRecord, key: string): Charge | undefined =>
  charges.find((each) => each.key === key);

/** Whether the reads of the service show by now what the last request did. */
export const isChargeReadable = ({ sentAt }: Charge, serviceTime: number | undefined): boolean =>
  sentAt !== undefined && (serviceTime ?? NaN) - sentAt >= lagBoundMs;

interface ChargeDecision {
  readonly record: OrderRecord;
  readonly reply: Reply;
}

/** Decides whether the service is asked now. One process at most gets `send-charge`, because the send is saved first. */
export function decideCharge(record: OrderRecord, event: ChargeRequested): ChargeDecision {
  const { request } = event;
  const known = findCharge(record, request.key);
  if (!known) return addCharge(record, event);
  const answer = (type: Exclude<ChargeReply['type'], 'send-charge'>) => ({
    record,
    reply: { type, charge: known },
  });
  if (known.digest !== request.digest) return answer('charge-key-used');
  switch (known.state) {
    case 'done':
      return answer('charge-done');
    case 'refused':
      return answer('charge-refused');
    case 'wanted': {
      const entry = record.intents.find(({ id }) => id === known.paymentId);
      if (known.sentAt !== undefined) return answer('charge-pending');
      const reason = findObstacle(record, entry, event);
      if (reason === undefined) {
        const isOther = entry && isOfOtherAccount(entry, event.account);
        // Without a time it could never be proven that the service has not made a charge whose answer is lost.
        return isOther || event.serviceTime === undefined
          ? answer('charge-pending')
          : planSend(record, known, event.serviceTime);
      }
      const refused = refuseCharge(record, known, reason);
      return {
        record: refused,
        reply: { type: 'charge-refused', charge: findCharge(refused, known.key) ?? known },
      };
    }
    default:
      return known.state satisfies never;
  }
}

/** Why a charge that is not on its way is not sent any more. */
function findObstacle(
  record: OrderRecord,
  entry: IntentEntry | undefined,
  { order, now }: ChargeRequested,
): string | undefined {
  // A payment of a page that was declined when the charge was saved may have been approved later.
  if (findPaying(record) || findHeld(record)) return 'The order was paid otherwise.';
  if (entry && now - entry.handedOutAt > dayMs) return 'It was not sent within a day.';
  const isAsked =
    entry && order && isSameIntentPrice(entry, order) && isSameTerms(entry.terms, readTerms(order));
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
  const { key, digest, token, descriptor } = request;
  const added: Charge = {
    ...{ key, digest, paymentId, token, state: 'wanted', attempts: 0 },
    ...(descriptor !== undefined && { descriptor }),
  };
  const terms = readTerms(order);
  const entry: IntentEntry = {
    ...{ id: paymentId, paymentId, isCharge: true, amount: order.amount, currency: order.currency },
    ...(Object.keys(terms).length > 0 && { terms }),
    ...(account !== undefined && { account }),
    ...{ callbackUrl: buildCallbackUrl(order), expiresAt: '', localExpiresAt: at, handedOutAt: at },
    state: 'open',
  };
  const saved = {
    ...record,
    // A page that has created an intent meanwhile must not receive it.
    intentCount: record.intentCount + 1,
    intents: [...record.intents, entry],
    charges: [...(record.charges ?? []), added],
  };
  return planSend(saved, added, serviceTime);
}

function planSend(record: OrderRecord, known: Charge, serviceTime: number): ChargeDecision {
  const sent = { ...known, attempts: known.attempts + 1, sentAt: serviceTime };
  return { record: changeCharge(record, sent), reply: { type: 'send-charge', charge: sent } };
}

const changeCharge = (record: OrderRecord, changed: Charge): OrderRecord => ({
  ...record,
  charges: (record.charges ?? []).map((each) => (each.key === changed.key ? changed : each)),
});

/** A charge whose result is known: no token is kept. */
const endCharge = (
  record: OrderRecord,
  { sentAt: _, token: __, reason: ___, ...known }: Charge,
  end: Pick<Charge, 'state' | 'reason'>,
): OrderRecord => changeCharge(record, { ...known, ...end });

const refuseCharge = (record: OrderRecord, known: Charge, reason: string): OrderRecord =>
  changeIntent(endCharge(record, known, { state: 'refused', reason }), known.paymentId, { state: 'expired' });

/** What an answer of the service says of a charge. */
export function applyChargeAnswer(
  record: OrderRecord,
  event: Exclude<ChargeEvent, ChargeRequested> & { readonly at: number },
  policy: Policy,
): OrderRecord {
  const known = findCharge(record, event.key);
  if (known?.state !== 'wanted') return record;
  switch (event.type) {
    case 'charge-unsent': {
      // Another process may have sent it since this answer was asked for.
      const { sentAt: _, ...unsent } = known;
      return known.attempts === event.attempts ? changeCharge(record, unsent) : record;
    }
    case 'charge-refused':
      return known.attempts === event.attempts ? refuseCharge(record, known, event.reason) : record;
    case 'charge-made': {
      const entry = record.intents.find(({ id }) => id === known.paymentId);
      return entry ? endShownCharges(judgePayment(record, entry, event, policy)) : record;
    }
    default:
      return event satisfies never;
  }
}

/** Ends the charges whose payment the service has shown, also one that it had refused. */
export function endShownCharges(record: OrderRecord): OrderRecord {
  const isShown = ({ state, paymentId }: Charge) =>
    state !== 'done' && record.intents.some(({ id, payment }) => id === paymentId && payment);
  return (record.charges ?? [])
    .filter(isShown)
    .reduce(
      (all, each) => changeIntent(endCharge(all, each, { state: 'done' }), each.paymentId, { state: 'used' }),
      record,
    );
}
