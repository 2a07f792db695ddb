import { chooseIntentStep } from './choose-intent-step.js';
import type { CreatedIntent, Reply } from './order-event.js';
import type { IntentEntry, OrderRecord } from './record.js';
import { readDetails } from './payment-details.js';
import { buildCallbackUrl, buildDescription } from './reference.js';
import { hourMs, parseServiceTime } from './times.js';

/** A created intent becomes the order's, unless another request has changed the order meanwhile. */
export function assignIntent(
  record: OrderRecord,
  created: CreatedIntent,
  at: number,
): { record: OrderRecord; reply: Reply } {
  const reply = chooseIntentStep(record, created);
  if (reply.type !== 'create-intent' || reply.number !== created.number) return { record, reply };
  return {
    record: {
      ...record,
      intentCount: created.number,
      intents: [...record.intents, buildIntentEntry(created, at)],
    },
    reply: { type: 'assigned' },
  };
}

function buildIntentEntry({ intent, order, number }: CreatedIntent, at: number): IntentEntry {
  const expiresAt = intent.expires_at ?? '';
  const details = readDetails(order);
  const lifetimeMs = parseServiceTime(expiresAt) - parseServiceTime(intent.created_at);
  return {
    number,
    id: intent.id,
    amount: order.amount,
    currency: order.currency,
    ...(Object.keys(details).length > 0 && { details }),
    // As the service holds them, because that is how they come back in the payment.
    description: intent.description ?? buildDescription(order),
    callbackUrl: intent.callback_url ?? buildCallbackUrl(order, number),
    expiresAt,
    localExpiresAt: at + (Number.isNaN(lifetimeMs) ? hourMs : lifetimeMs),
    state: 'open',
  };
}
