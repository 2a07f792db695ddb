import { PayError } from '../../error.js';
import type { PaymentIntent } from '../../wire/index.js';
import type { Reply } from './order-event.js';
import { createOrderContext, type Dependencies, type OrderContext } from './order-context.js';
import { refreshPayment, runQueries, runTasks } from './run-tasks.js';
import { interpretIntent, fetchIntent, retireIntent } from './service-queries.js';
import type { Order } from './order.js';
import { buildCallbackUrl, buildDescription } from './reference.js';
import { buildPaymentView, type PaymentView } from './payment-view.js';

export type IssuedIntent = { readonly kind: 'intent'; readonly intent: PaymentIntent } | Refusal;

export interface Refusal {
  readonly kind: 'refused';
  readonly type: 'order_paid' | 'payment_open';
  readonly payment: PaymentView | null;
}

/**
 * The order's one open intent. A new one is made first and judged then, because only the time of its making says how
 * late it is for the service. One that is not needed was given to nobody, so it can do no harm: it is canceled, and
 * should this server be killed before that, it expires.
 */
export async function issueIntent(
  dependencies: Dependencies,
  order: Order,
  insteadOf: string | undefined,
): Promise<IssuedIntent> {
  const { store, reportError } = dependencies;
  const context = createOrderContext(order);
  await queryPending(dependencies, context);
  const { paidBy, payments = [] } = (await store.load(order.id)) ?? {};
  // What has paid may have been given back since, and what has waited at the bank for so long that the sweep has left it
  // may have been approved; and nobody has heard of that.
  for (const { id, verdict } of payments)
    if (id === paidBy || (verdict === 'open' && !context.payments.has(id)))
      await refreshPayment(dependencies, context, id);
  const wanted = await store.appendEvents(order.id, { type: 'intent-requested', order });
  const failures = await runTasks(dependencies, context, wanted.tasks);
  failures.forEach(reportError);
  let reply = wanted.reply;
  // Each further round means that another request has changed the order meanwhile.
  for (let rounds = 10; rounds > 0; rounds--) {
    switch (reply.type) {
      case 'order_paid':
      case 'payment_open':
        return buildRefusal(dependencies, context, reply);
      case 'create-intent': {
        const result = await tryNewIntent(dependencies, context, reply.number, insteadOf);
        if (result.kind !== 'again') return result;
        reply = result.reply;
        break;
      }
      default:
        throw new Error(`Not an reply to a wish: ${reply.type}`);
    }
  }
  throw tooBusyError();
}

const tooBusyError = () =>
  new PayError('api', 'Too many requests for this order at once.', { retryable: true });

/** Twice, because the first answers may show that there is more to ask: a used intent whose payment is to be found. */
async function queryPending(dependencies: Dependencies, context: OrderContext): Promise<void> {
  for (const _ of [1, 2]) {
    const { tasks: work } = await dependencies.store.appendEvents(context.order.id, { type: 'time-passed' });
    // What cannot be asked now could be the payment that paid already, so nobody gets an intent.
    const [failure] = await runQueries(dependencies, context, work);
    if (failure !== undefined) throw failure;
  }
}

type Tried = IssuedIntent | { readonly kind: 'again'; readonly reply: Reply };

async function tryNewIntent(
  dependencies: Dependencies,
  context: OrderContext,
  number: number,
  insteadOf: string | undefined,
): Promise<Tried> {
  const { client, store } = dependencies;
  const { order } = context;
  const intent = await client.createPaymentIntent({
    amount: order.amount,
    currency: order.currency,
    description: buildDescription(order),
    callback_url: buildCallbackUrl(order, number),
  });
  let adopted = false;
  try {
    for (let rounds = 10; rounds > 0; rounds--) {
      // Until the store reply: a save that fails may have been carried out, and then another page may have this intent.
      adopted = true;
      const { reply: reply } = await store.appendEvents(order.id, {
        type: 'intent-created',
        order,
        intent,
        number,
        insteadOf,
      });
      // Also when it is handed out: a database may refuse a save that it has carried out, and it is found saved then.
      adopted = reply.type === 'assigned' || (reply.type === 'reuse-intent' && reply.intent.id === intent.id);
      switch (reply.type) {
        case 'assigned':
          return { kind: 'intent', intent };
        case 'reuse-intent': {
          const current =
            context.intents.get(reply.intent.id) ?? (await fetchIntent(client, reply.intent.id));
          if (current?.status === 'created') return { kind: 'intent', intent: current };
          // Used or canceled since it was noted; or not shown at all, and then only a cancel proves something.
          const [news] = current ? interpretIntent(current) : [];
          const proof = news ?? (await retireIntent(client, reply.intent, serviceTime(intent)));
          if (!proof)
            return buildRefusal(dependencies, context, { type: 'payment_open', paymentId: undefined });
          await store.appendEvents(order.id, proof);
          break;
        }
        case 'retire-intent': {
          const proof = await retireIntent(client, reply.intent, serviceTime(intent));
          if (!proof)
            return buildRefusal(dependencies, context, { type: 'payment_open', paymentId: undefined });
          await store.appendEvents(order.id, proof);
          // It was used: its payment may be there by now.
          await queryPending(dependencies, context);
          break;
        }
        case 'order_paid':
        case 'payment_open':
          return await buildRefusal(dependencies, context, reply);
        case 'create-intent':
          return { kind: 'again', reply };
        case 'accepted':
        case 'too-many-attempts':
          throw new Error(`Not an reply to a new intent: ${reply.type}`);
        default:
          return reply satisfies never;
      }
    }
    throw tooBusyError();
  } finally {
    // Ignore a failed cancel: nobody was given this intent.
    if (!adopted) await client.cancelPaymentIntent(intent.id).catch(() => undefined);
  }
}

const serviceTime = ({ created_at: made }: PaymentIntent) => Date.parse(made ?? '') || Date.now();

/** With the payment as the service shows it now, so that another tab or device can go on with it. */
export async function buildRefusal(
  dependencies: Dependencies,
  context: OrderContext,
  { type, paymentId }: Extract<Reply, { type: Refusal['type'] }>,
): Promise<Refusal> {
  const payment =
    paymentId === undefined
      ? undefined
      : (context.payments.get(paymentId) ?? (await refreshPayment(dependencies, context, paymentId)));
  // Announced, but not to be seen yet.
  const unseen = paymentId === undefined ? null : { id: paymentId, status: 'unknown' };
  return { kind: 'refused', type, payment: payment ? buildPaymentView(payment) : unseen };
}
