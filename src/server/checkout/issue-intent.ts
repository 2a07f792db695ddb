import { PayError } from '../../error.js';
import type { PaymentIntent } from '../../wire/index.js';
import { readAccount } from '../client.js';
import { readMetadata } from '../response-metadata.js';
import { chooseIntentStep, findRetireTime } from './choose-intent-step.js';
import type { IntentConflict, IssuedIntent, OrderContext } from './order-context.js';
import { isQuery, type Conflict } from './order-event.js';
import type { Order } from './order.js';
import { buildPageView } from './payment-view.js';
import { fetchPayment, runQuery } from './queries.js';
import { findIntent, findIntentOf } from './record.js';
import { buildCallbackUrl, buildDescription, readOrderId } from './terms.js';
import { parseServiceTime } from './times.js';

/** More steps than this mean that other requests change the order all the time. */
const maxSteps = 80;

/**
 * Resolves with the order's one open intent and the id of its payment, or why there is none. Reads from the service only
 * what decides whether the order may get an intent. Rejects if the service does not answer: the missing answer may be a
 * payment.
 *
 * @param insteadOf The payment that the payer gives up for another way to pay.
 */
export async function issueIntent(
  context: OrderContext,
  order: Order,
  insteadOf: string | undefined,
): Promise<IssuedIntent> {
  const { appendEvents, session } = context;
  if (insteadOf !== undefined && findIntentOf(session.record, insteadOf)) {
    // It may have been approved since the page last asked about it, and then it pays for the order.
    await fetchPayment(context, insteadOf);
    await appendEvents({ type: 'payment-released', paymentId: insteadOf });
  }
  for (let left = maxSteps; left > 0; left--) {
    const step = chooseIntentStep(session.record, { ...describeReads(context), order });
    if (isQuery(step)) {
      await runQuery(context, step);
      continue;
    }
    switch (step.type) {
      case 'create-intent': {
        const issued = await createIntent(context, order);
        if (issued) return issued;
        break;
      }
      case 'reuse-intent': {
        const { id: intentId, paymentId } = step.intent;
        const intent = context.intents.get(intentId);
        // Not shown, or in a state that came later than this library: whether it can be used is unknown.
        if (intent?.status !== 'created') return buildConflict(context, 'payment_open', paymentId);
        checkIntent(order, intent);
        const retireAt = findRetireTime(order);
        await appendEvents({ type: 'intent-handed-out', intentId, retireAt });
        return { kind: 'intent', intent, paymentId };
      }
      case 'order_paid':
      case 'payment_open':
      case 'payment_held':
        return buildConflict(context, step.type, step.paymentId);
      default:
        return step satisfies never;
    }
  }
  throw new PayError('api', 'Too many requests for this order at once.', { retryable: true });
}

/** What the answers of this request say so far. */
export const describeReads = ({ checked, intents, serviceTime }: OrderContext) => ({
  checked: [...checked],
  unused: [...intents.values()].filter(({ status }) => status === 'created').map(({ id }) => id),
  serviceTime,
  now: Date.now(),
});

/** Undefined if another request has changed the order meanwhile, so that no page may receive this intent. */
async function createIntent(context: OrderContext, order: Order): Promise<IssuedIntent | undefined> {
  const { client, appendEvents, session } = context;
  const { intentCount } = session.record;
  const intent = await client.createPaymentIntent({
    amount: order.amount,
    currency: order.currency,
    description: buildDescription(order),
    callback_url: buildCallbackUrl(order),
  });
  checkIntent(order, intent);
  // Without a time of the answer, the time of the new intent says whether the intents before it have expired.
  context.serviceTime =
    readMetadata(intent)?.serviceTime ?? context.serviceTime ?? parseServiceTime(intent.created_at);
  const paymentId = crypto.randomUUID();
  // A save that rejects may have been carried out, and then another page may receive this intent: it is not canceled.
  const { reply } = await appendEvents({
    ...{ type: 'intent-created', ...describeReads(context), order },
    ...{ intent, paymentId, intentCount, account: await readAccount(client) },
  });
  if (reply.type === 'assigned') return { kind: 'intent', intent, paymentId };
  // A store may report false for a save that it made: then the record holds this intent already.
  const saved = findIntent(session.record, intent.id);
  if (saved) return { kind: 'intent', intent, paymentId: saved.paymentId };
  // No page has received it. Ignore a failed cancel: it expires unused.
  await client.cancelPaymentIntent(intent.id).catch(() => undefined);
  return undefined;
}

/** No page receives an intent that cannot be read again, is over another amount, or whose payment could not lead to its order. */
function checkIntent(order: Order, intent: PaymentIntent): void {
  const { id, callback_url } = intent;
  const wrong =
    (!/^[\w-]+$/.test(id) && 'id') ||
    (callback_url && readOrderId({ callback_url }) !== order.id && 'callback_url') ||
    (['amount', 'currency'] as const).find((name) => (intent[name] ?? order[name]) !== order[name]);
  if (!wrong) return;
  throw new PayError(
    'api',
    `The service created an intent for order ${order.id} with another \`${wrong}\` than requested.`,
  );
}

/** With the payment as the service shows it now, so that another tab or device can go on with it. */
function buildConflict({ payments }: OrderContext, type: Conflict, paymentId: string): IntentConflict {
  const payment = payments.get(paymentId);
  return {
    ...{ kind: 'refused', type },
    payment: payment ? buildPageView(payment) : { id: paymentId, status: 'unknown' },
  };
}
