import { PayError } from '../../error.js';
import type { PaymentIntent } from '../../wire/index.js';
import { readMetadata } from '../response-metadata.js';
import { chooseIntentStep } from './choose-intent-step.js';
import { findAwaitedAttempts } from './intent-use.js';
import type { Dependencies, OrderContext } from './order-context.js';
import type { IntentRequest, IntentStep } from './order-event.js';
import type { Order } from './order.js';
import type { IssuedIntent, IntentConflict } from './issued-intent.js';
import { buildPaymentView } from './payment-view.js';
import type { IntentEntry } from './record.js';
import { buildCallbackUrl, buildDescription, readOrderId } from './reference.js';
import { fetchServiceIntent, fetchPayment, retireIntent, searchPayment } from './service-queries.js';

/** More steps than this mean that other requests change the order all the time. */
const maxSteps = 80;

/**
 * Resolves with the order's one open intent, or why there is none. Reads from the service only what decides whether the
 * order may get an intent. Rejects when the service does not answer: the missing answer may be a payment.
 */
export async function issueIntent(
  dependencies: Dependencies,
  context: OrderContext,
  order: Order,
): Promise<IssuedIntent> {
  for (let left = maxSteps; left > 0; left--) {
    const step = chooseIntentStep(context.session.record, buildIntentRequest(context, order));
    switch (step.type) {
      case 'read-payment':
        await fetchPayment(dependencies, context, step.paymentId);
        break;
      case 'read-intent':
        await fetchServiceIntent(dependencies, context, step.intent.id);
        break;
      case 'search-payment':
        await searchPayment(dependencies, context, step.intent);
        break;
      case 'retire-intent':
        await retireIntent(dependencies, context, step.intent.id);
        break;
      case 'create-intent': {
        const intent = await createIntent(dependencies, context, order, step.number);
        if (intent) return { kind: 'intent', intent };
        break;
      }
      case 'reuse-intent': {
        const intent = context.intents.get(step.intent.id);
        // Not shown, or in a state that came later than this library: nobody knows whether it can be used.
        return intent?.status === 'created'
          ? { kind: 'intent', intent }
          : buildConflict(context, { type: 'payment_open', paymentId: findAwaitedId(context, step.intent) });
      }
      case 'order_paid':
      case 'payment_open':
        return buildConflict(context, step);
      default:
        return step satisfies never;
    }
  }
  throw new PayError('api', 'Too many requests for this order at once.', { retryable: true });
}

const findAwaitedId = ({ session }: OrderContext, intent: IntentEntry) =>
  findAwaitedAttempts(session.record, intent).at(-1)?.id;

const buildIntentRequest = (
  { checked, searched, serviceTime }: OrderContext,
  order: Order,
): IntentRequest => ({
  order,
  checked: [...checked],
  searched: [...searched],
  serviceTime,
});

/** Undefined when another request has changed the order meanwhile, so that this intent must not be given to anybody. */
async function createIntent(
  { client, orderStore }: Dependencies,
  context: OrderContext,
  order: Order,
  number: number,
): Promise<PaymentIntent | undefined> {
  const intent = await client.createPaymentIntent({
    amount: order.amount,
    currency: order.currency,
    description: buildDescription(order),
    callback_url: buildCallbackUrl(order, number),
  });
  checkCreatedIntent(order, intent);
  context.serviceTime = readMetadata(intent)?.serviceTime ?? context.serviceTime;
  const request = buildIntentRequest(context, order);
  // A save that rejects may have been carried out, and then another page may get this intent: it is not canceled.
  const { reply } = await orderStore.appendEvents(context.session, {
    type: 'intent-created',
    ...request,
    intent,
    number,
  });
  // A store may report false for a save that it made: then the reply already names this intent.
  const isOwn = 'intent' in reply && reply.intent.id === intent.id;
  if (reply.type === 'assigned' || isOwn) return intent;
  // Nobody was given this intent. Ignore a failed cancel: it expires unused.
  await client.cancelPaymentIntent(intent.id).catch(() => undefined);
  return undefined;
}

/** Nobody is given an intent that can't be read again, or whose payment could not be recognised. */
function checkCreatedIntent(order: Order, { id, callback_url }: PaymentIntent): void {
  const isRecognisable = !callback_url || readOrderId({ id, status: '', callback_url }) === order.id;
  if (isRecognisable && /^[\w-]+$/.test(id)) return;
  throw new PayError(
    'api',
    `The service has made an intent for order ${order.id} whose \`${isRecognisable ? 'id' : 'callback_url'}\` is not what was asked for.`,
  );
}

/** With the payment as the service shows it now, so that another tab or device can go on with it. */
export function buildConflict(
  { payments }: OrderContext,
  { type, paymentId }: Extract<IntentStep, { type: IntentConflict['type'] }>,
): IntentConflict {
  const payment = paymentId === undefined ? undefined : payments.get(paymentId);
  // Announced, but not to be seen yet.
  const unseen = paymentId === undefined ? null : { id: paymentId, status: 'unknown' };
  return { kind: 'refused', type, payment: payment ? buildPaymentView(payment) : unseen };
}
