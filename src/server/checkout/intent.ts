import { PayError } from '../../error.js';
import type { PaymentIntent } from '../../wire/index.js';
import type { Answer } from './fact.js';
import { askAll, askPayment, finish, newErrand, type Errand, type Parts } from './errand.js';
import { intentNews, readIntent, retire } from './inquiry.js';
import type { Order } from './order.js';
import { callbackUrlOf, descriptionOf } from './reference.js';
import { viewOf, type PaymentView } from './view.js';

export type IntentAnswer = { readonly kind: 'intent'; readonly intent: PaymentIntent } | Refusal;

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
export async function intentFor(
  parts: Parts,
  order: Order,
  insteadOf: string | undefined,
): Promise<IntentAnswer> {
  const { books, report } = parts;
  const errand = newErrand(order);
  await catchUp(parts, errand);
  const { paidBy, payments = [] } = (await books.read(order.id)) ?? {};
  // What has paid may have been given back since, and what has waited at the bank for so long that the sweep has left it
  // may have been approved; and nobody has heard of that.
  for (const { id, verdict } of payments)
    if (id === paidBy || (verdict === 'open' && !errand.payments.has(id)))
      await askPayment(parts, errand, id);
  const wanted = await books.note(order.id, { kind: 'wanted', order });
  const failures = await finish(parts, errand, wanted.work);
  failures.forEach(report);
  let answer = wanted.answer;
  // Each further round means that another request has changed the order meanwhile.
  for (let rounds = 10; rounds > 0; rounds--) {
    switch (answer.say) {
      case 'order_paid':
      case 'payment_open':
        return refusal(parts, errand, answer);
      case 'make': {
        const result = await tryNew(parts, errand, answer.number, insteadOf);
        if (result.kind !== 'again') return result;
        answer = result.answer;
        break;
      }
      default:
        throw new Error(`Not an answer to a wish: ${answer.say}`);
    }
  }
  throw busy();
}

const busy = () => new PayError('api', 'Too many requests for this order at once.', { retryable: true });

/** Twice, because the first answers may show that there is more to ask: a used intent whose payment is to be found. */
async function catchUp(parts: Parts, errand: Errand): Promise<void> {
  for (const _ of [1, 2]) {
    const { work } = await parts.books.note(errand.order.id, { kind: 'time' });
    // What cannot be asked now could be the payment that paid already, so nobody gets an intent.
    const [failure] = await askAll(parts, errand, work);
    if (failure !== undefined) throw failure;
  }
}

type Tried = IntentAnswer | { readonly kind: 'again'; readonly answer: Answer };

async function tryNew(
  parts: Parts,
  errand: Errand,
  number: number,
  insteadOf: string | undefined,
): Promise<Tried> {
  const { client, books } = parts;
  const { order } = errand;
  const intent = await client.createPaymentIntent({
    amount: order.amount,
    currency: order.currency,
    description: descriptionOf(order),
    callback_url: callbackUrlOf(order, number),
  });
  let adopted = false;
  try {
    for (let rounds = 10; rounds > 0; rounds--) {
      // Until the books answer: a save that fails may have been carried out, and then another page may have this intent.
      adopted = true;
      const { answer } = await books.note(order.id, { kind: 'made', order, intent, number, insteadOf });
      // Also when it is handed out: a database may refuse a save that it has carried out, and it is found saved then.
      adopted = answer.say === 'adopted' || (answer.say === 'hand-out' && answer.intent.id === intent.id);
      switch (answer.say) {
        case 'adopted':
          return { kind: 'intent', intent };
        case 'hand-out': {
          const current =
            errand.intents.get(answer.intent.id) ?? (await readIntent(client, answer.intent.id));
          if (current?.status === 'created') return { kind: 'intent', intent: current };
          // Used or canceled since it was noted; or not shown at all, and then only a cancel proves something.
          const [news] = current ? intentNews(current) : [];
          const proof = news ?? (await retire(client, answer.intent, serviceTime(intent)));
          if (!proof) return refusal(parts, errand, { say: 'payment_open', paymentId: undefined });
          await books.note(order.id, proof);
          break;
        }
        case 'retire': {
          const proof = await retire(client, answer.intent, serviceTime(intent));
          if (!proof) return refusal(parts, errand, { say: 'payment_open', paymentId: undefined });
          await books.note(order.id, proof);
          // It was used: its payment may be there by now.
          await catchUp(parts, errand);
          break;
        }
        case 'order_paid':
        case 'payment_open':
          return await refusal(parts, errand, answer);
        case 'make':
          return { kind: 'again', answer };
        case 'noted':
        case 'too-many':
          throw new Error(`Not an answer to a new intent: ${answer.say}`);
        default:
          return answer satisfies never;
      }
    }
    throw busy();
  } finally {
    // Ignore a failed cancel: nobody was given this intent.
    if (!adopted) await client.cancelPaymentIntent(intent.id).catch(() => undefined);
  }
}

const serviceTime = ({ created_at: made }: PaymentIntent) => Date.parse(made ?? '') || Date.now();

/** With the payment as the service shows it now, so that another tab or device can go on with it. */
export async function refusal(
  parts: Parts,
  errand: Errand,
  { say, paymentId }: Extract<Answer, { say: Refusal['type'] }>,
): Promise<Refusal> {
  const payment =
    paymentId === undefined
      ? undefined
      : (errand.payments.get(paymentId) ?? (await askPayment(parts, errand, paymentId)));
  // Announced, but not to be seen yet.
  const unseen = paymentId === undefined ? null : { id: paymentId, status: 'unknown' };
  return { kind: 'refused', type: say, payment: payment ? viewOf(payment) : unseen };
}
