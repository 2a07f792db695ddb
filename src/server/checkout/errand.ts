import { PayError } from '../../error.js';
import type { Payment, PaymentIntent } from '../../wire/index.js';
import type { PayClient } from '../client.js';
import type { Books, News } from './books.js';
import { findPayment, intentNews, readIntent, readPayment, retire } from './inquiry.js';
import type { Order, Settlement } from './order.js';
import type { Work } from './outstanding.js';

export interface Parts {
  readonly client: PayClient;
  readonly books: Books;
  readonly onSettled: ((settlement: Settlement) => unknown) | undefined;
  /** Told of what failed without anybody being answered so. */
  readonly report: (error: unknown) => void;
}

/** What one request or one sweep does for one order, and what it has seen on the way. */
export interface Errand {
  readonly order: Order;
  /** As last read from the service. */
  readonly payments: Map<string, Payment>;
  readonly intents: Map<string, PaymentIntent>;
}

export const newErrand = (order: Order): Errand => ({ order, payments: new Map(), intents: new Map() });

/** Asks the service about one payment, and notes the answer. Undefined when there is no such payment. */
export async function askPayment({ client, books }: Parts, errand: Errand, id: string) {
  const payment = await readPayment(client, id);
  if (payment) await books.note(errand.order.id, seen(errand, payment));
  return payment;
}

const seen = ({ order, payments }: Errand, payment: Payment): News => {
  payments.set(payment.id, payment);
  return { kind: 'payment', payment, order };
};

/**
 * Asks the service about everything that is undecided, and notes what it says. Answers what failed: what could be
 * learned is noted all the same.
 */
export async function askAll(parts: Parts, errand: Errand, work: readonly Work[]): Promise<unknown[]> {
  const news: News[] = [];
  const results = await Promise.allSettled(
    work.map(async (each) => void news.push(...(await ask(parts, errand, each)))),
  );
  const [first, ...rest] = news;
  if (first) await parts.books.note(errand.order.id, first, ...rest);
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
}

async function ask({ client }: Parts, errand: Errand, work: Work): Promise<News[]> {
  switch (work.do) {
    case 'ask': {
      const payment = await readPayment(client, work.paymentId);
      return payment ? [seen(errand, payment)] : [];
    }
    case 'find': {
      const payment = await findPayment(client, work.intent);
      return payment ? [seen(errand, payment)] : [];
    }
    case 'check': {
      const intent = await readIntent(client, work.intent.id);
      if (!intent) return [];
      errand.intents.set(intent.id, intent);
      return intentNews(intent);
    }
    case 'retire': {
      // The clocks may differ: what counts here is only whether the intent's whole life has passed.
      const news = await retire(client, work.intent, work.intent.until <= Date.now() ? Infinity : 0);
      return news ? [news] : [];
    }
    // These follow when all that can be known is known.
    case 'give-back':
    case 'tell':
      return [];
    default:
      return work satisfies never;
  }
}

/** Gives duplicates back and calls `onSettled`. Answers what failed; that is left for the next time. */
export async function finish(
  parts: Parts,
  errand: Errand,
  work: readonly Work[],
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const each of work)
    if (each.do === 'give-back')
      await giveBack(parts, errand, each.paymentId).catch((error: unknown) => void failures.push(error));
  const untold = new Set<string>();
  for (const each of work) {
    // What became of a payment later is told later.
    if (each.do !== 'tell' || untold.has(each.paymentId)) continue;
    await tell(parts, errand, each.paymentId, each.verdict).catch((error: unknown) => {
      failures.push(error);
      untold.add(each.paymentId);
    });
  }
  return failures;
}

/**
 * The wish is saved, so this may run again after a crash, and at two places at once: the service voids and refunds a
 * payment at most once, whoever asks. Whether it is done is read from the service, never concluded.
 */
async function giveBack(parts: Parts, errand: Errand, id: string): Promise<void> {
  const { client, books } = parts;
  const isDone = async () => {
    await askPayment(parts, errand, id);
    const entry = (await books.read(errand.order.id))?.payments.find((each) => each.id === id);
    return entry?.money === 'returned';
  };
  if (!(await isDone())) {
    // Only on the day of the payment; a refusal by the service leaves the refund. Silence leaves it for later.
    await client.voidPayment(id).catch(unlessRefused);
    if (!(await isDone())) await client.refundPayment(id).catch(unlessRefused);
    if (!(await isDone())) throw new PayError('api', `The duplicate payment ${id} is not given back yet.`);
  }
  await books.note(errand.order.id, { kind: 'given-back', paymentId: id });
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof PayError && error.status === 400)) throw error;
}

async function tell(
  { client, books, onSettled }: Parts,
  errand: Errand,
  paymentId: string,
  verdict: Settlement['verdict'],
): Promise<void> {
  const orderId = errand.order.id;
  const payment = errand.payments.get(paymentId) ?? (await client.retrievePayment(paymentId));
  await onSettled?.({ orderId, payment, verdict });
  await books.note(orderId, { kind: 'told', paymentId, verdict });
}
