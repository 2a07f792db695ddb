import { memoryStore } from '../../../src/server/stores/memory.js';
import { connectTo, type TableAddress } from './drivers.js';
import { buildIntent, buildPayment, createFakeService, notFound, respond } from './fake-service.js';
import { buildOrder, openShop } from './shop.js';

/**
 * `unreported`: it was paid, the payer never came back, and the message was lost. `left`: its intent has expired, and
 * nobody has sent a card.
 */
export type OpenOrderKind = 'unreported' | 'left';

const template = 'order-template';
const intentOf = (orderId: string) => `intent-${orderId}`;
const paymentOf = (orderId: string) => `payment-${orderId}`;
const hour = 3_600_000;

/** Which order a call is about. */
export const findOrderId = (url: string): string => /(?:intent|payment)-([^/?]+)/.exec(url)?.[1] ?? '';

/** The record of such an order, as the checkout itself has written it. */
async function buildRecord(kind: OpenOrderKind): Promise<string> {
  const store = memoryStore();
  const shop = openShop({ store, service: createFakeService() });
  const { id } = await shop.requestIntent(template);
  const record = JSON.parse((await store.load(template))?.record ?? '') as {
    intents: {
      id: string;
      paymentId: string;
      expiresAt: string;
      localExpiresAt: number;
      handedOutAt: number;
    }[];
  };
  const [intent] = record.intents;
  if (intent?.id !== id) throw new Error('The order has another intent than the one that was handed out.');
  intent.id = intentOf(template);
  intent.paymentId = paymentOf(template);
  intent.handedOutAt = Date.now() - hour;
  if (kind === 'left') Object.assign(intent, { expiresAt: expired(), localExpiresAt: Date.now() - hour });
  return JSON.stringify(record);
}

const expired = () => new Date(Date.now() - hour).toISOString();

/** Writes so many records at once, past the store, since a store only saves one at a time. */
export async function insertOpenOrders(
  at: TableAddress,
  kind: OpenOrderKind,
  count: number,
  dueAt: (number: number) => number,
): Promise<void> {
  const driver = await connectTo(at);
  const record = await buildRecord(kind);
  const batch = 5000;
  for (let first = 0; first < count; first += batch) {
    const numbers = Array.from({ length: Math.min(batch, count - first) }, (_, number) => first + number);
    const ids = numbers.map((number) => `order-${String(number).padStart(6, '0')}`);
    await driver.send({
      text: `INSERT INTO "${at.table}" (order_id, record, version, due_at)
             SELECT id, record, 2, due FROM unnest($1::text[], $2::text[], $3::bigint[]) AS new (id, record, due)`,
      values: [ids, ids.map((id) => record.replaceAll(template, id)), numbers.map(dueAt)] as never,
    });
  }
  await driver.send({ text: `ANALYZE "${at.table}"`, values: [] });
  await driver.close();
}

/** How many records are due at some time, and how many of them before a time. */
export async function countDue(at: TableAddress, before: number): Promise<{ all: number; before: number }> {
  const driver = await connectTo(at);
  const { rows } = (await driver.send({
    text: `SELECT count(due_at)::int AS all, (count(*) FILTER (WHERE due_at <= $1))::int AS before FROM "${at.table}"`,
    values: [before],
  })) as { readonly rows: { all: number; before: number }[] };
  await driver.close();
  return rows[0]!;
}

/** What the service says of them. It has no memory: all is in the id. */
export function answerOpenOrder(kind: OpenOrderKind, url: string): Response {
  const orderId = findOrderId(url);
  const { amount, currency, callbackUrl } = buildOrder(orderId);
  const asked = {
    ...{ amount, currency, description: orderId },
    callback_url: `${callbackUrl}&pay_order=${orderId}&pay_intent=1`,
  };
  if (url.includes('/payments/'))
    return kind === 'unreported' ? respond(buildPayment(paymentOf(orderId), asked)) : notFound();
  const intent = buildIntent(intentOf(orderId), asked);
  return respond(
    kind === 'unreported'
      ? { ...intent, status: 'fulfilled', fulfilled_at: intent.created_at }
      : { ...intent, expires_at: expired() },
  );
}

export function openOrderService(kind: OpenOrderKind) {
  let calls = 0;
  return {
    fetch(url: string) {
      calls++;
      return answerOpenOrder(kind, url);
    },
    countCalls: () => calls,
  };
}
