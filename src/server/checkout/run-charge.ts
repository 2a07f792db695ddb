import { PayError } from '../../error.js';
import { createPayment, type CreatePayment, type Payment } from '../../wire/index.js';
import { readAccount } from '../client.js';
import { checkBody, createArgumentError } from '../check.js';
import { readMetadata } from '../response-metadata.js';
import { isChargeReadable, isExpired } from './charge.js';
import { isOfOtherAccount } from './intent-state.js';
import { describeReads } from './issue-intent.js';
import type { OrderContext } from './order-context.js';
import { isQuery, type ChargeRequest } from './order-event.js';
import type { Order, Settlement } from './order.js';
import { describeSettlement } from './payment-view.js';
import { fetchPayment, listPaymentsAround, runQuery } from './queries.js';
import { findCharge, findIntentOf, paymentIdOf, type ChargeEntry } from './record.js';
import {
  createRefusedError,
  createUntimedError,
  isCertainlyNotDone,
  isFinalRefusal,
  maxPlanMs,
} from './run-operation.js';
import { buildCallbackUrl, buildDescription, readOrderId, readTerms } from './terms.js';

/** The member of a charge's metadata by which its payment is found if the service gives it another id. */
const markKey = 'pay_charge';

const maxRounds = 80;

/**
 * Charges the order by a saved card, once for each key. What is wanted is saved before the service is asked, and its
 * result is read from the payment, so this may be called again after anything, and in several processes at once.
 */
export async function runCharge(context: OrderContext, request: ChargeRequest): Promise<Settlement> {
  const { appendEvents, client, session, order } = context;
  const account = await readAccount(client);
  // Read before anything is saved: that proves the connection and the key, and says the service's time.
  const paymentId = crypto.randomUUID();
  for (let rounds = maxRounds; rounds > 0; rounds--) {
    const begunAt = Date.now();
    const known = findCharge(session.record, request.key);
    if (known) await readCharge(context, known);
    else await checkNewCharge(context, request, paymentId);
    const { reply } = await appendEvents({
      ...{ type: 'charge-requested', request, order, paymentId, account },
      ...describeReads(context),
    });
    if (isQuery(reply)) {
      await runQuery(context, reply);
      continue;
    }
    switch (reply.type) {
      case 'order_paid':
      case 'payment_open':
      case 'payment_held':
        throw createConflict(session.orderId, reply.type);
      case 'charge-key-used':
        throw invalid('key', 'was used before for another card or descriptor: use another key');
      case 'charge-refused':
        throw createRefusedError('charge', reply.entry.charge.reason);
      case 'charge-pending':
      case 'charge-done':
        return describeCharge(context, reply.entry);
      case 'send-charge':
        // Another process may have sent it while this process waited for its database: ask the record again.
        if (Math.abs(Date.now() - begunAt) > maxPlanMs) break;
        return sendCharge(context, reply.entry);
      default:
        throw new Error(`Not an answer to a charge: ${reply.type}`);
    }
  }
  throw new PayError('api', 'Too many requests for this order at once.', { retryable: true });
}

const invalid = (field: string, problem: string) => createArgumentError('charge', field, problem);

/** Refuses what cannot be charged, before anything is saved. */
async function checkNewCharge(
  context: OrderContext,
  request: ChargeRequest,
  paymentId: string,
): Promise<void> {
  const { order } = context;
  if (!order) throw invalid('orderId', 'is unknown: `orders.get` returns no such order');
  if (isExpired(order, Date.now())) throw invalid('orderId', 'has ended: the time to pay it has passed');
  if (order.methods?.includes('creditcard') === false)
    throw invalid('orderId', 'takes no card: its `methods` have no `creditcard`');
  checkBody('charge', createPayment, buildPayment(order, request, paymentId));
  if (Object.hasOwn(order.metadata ?? {}, markKey))
    throw invalid('metadata', `has the key \`${markKey}\`, which the charge sets`);
  if (Object.keys(order.metadata ?? {}).length === maxMetadataKeys)
    throw invalid('metadata', `may have ${maxMetadataKeys - 1} keys: the charge adds one`);
  if (!context.checked.has(paymentId)) await fetchPayment(context, paymentId);
  // A charge whose answer is lost could never be proven absent, and the order would stay closed.
  if (context.serviceTime === undefined) throw createUntimedError('charge');
}

const maxMetadataKeys = 30;

const conflicts = {
  order_paid: 'is paid already',
  payment_open: 'has a payment that is under way. Call again in some minutes',
  payment_held: 'holds money that is not what it asked for: decide on that first, by `adopt` or `refund`',
} as const;

const createConflict = (orderId: string, type: keyof typeof conflicts) =>
  new PayError('api', `Order ${orderId} ${conflicts[type]}. This call did not charge.`, {
    ...{ type, retryable: type === 'payment_open' },
  });

/** Finds out the result of a charge that was sent, maybe by a process that died. */
async function readCharge(context: OrderContext, entry: ChargeEntry): Promise<void> {
  const { client, appendEvents, session } = context;
  const { paymentId, charge } = entry;
  if (await fetchPayment(context, paymentIdOf(entry))) return;
  if (entry.payment || isOfOtherAccount(entry, await readAccount(client))) return;
  if (!isChargeReadable(charge, context.serviceTime)) return;
  // A page can write the mark on its payment of another order, which would pay for both then.
  const isOwn = (payment: Payment) =>
    payment.metadata?.[markKey] === paymentId &&
    (readOrderId(payment) ?? session.orderId) === session.orderId;
  const listed = await listPaymentsAround(client, charge.sentAt ?? 0, isOwn);
  if (!listed) throw new PayError('api', 'The list of payments could not be read to its end.');
  const [payment] = listed;
  if (payment) return saveMade(context, entry, payment);
  const { key, attempts } = charge;
  await appendEvents({ type: 'charge-unsent', key, attempts });
}

async function saveMade(
  { appendEvents, payments }: OrderContext,
  { charge: { key } }: ChargeEntry,
  payment: Payment,
): Promise<void> {
  payments.set(payment.id, payment);
  const serviceTime = readMetadata(payment)?.serviceTime;
  await appendEvents({ type: 'charge-made', key, payment, serviceTime });
}

async function sendCharge(context: OrderContext, entry: ChargeEntry): Promise<Settlement> {
  const { client, appendEvents, order } = context;
  const { paymentId, charge } = entry;
  const { key, attempts } = charge;
  if (!order) throw new Error('A charge is sent for an order only.');
  let payment;
  try {
    payment = await client.createPayment(buildPayment(order, charge, paymentId));
  } catch (error) {
    if (!(error instanceof PayError)) throw error;
    if (isCertainlyNotDone(error)) {
      await appendEvents({ type: 'charge-unsent', key, attempts });
      const message = `${error.message} The charge is saved, and the sweep goes on with it.`;
      throw new PayError(error.code, message, { ...error, retryable: true, cause: error });
    }
    const isShown = await fetchPayment(context, paymentId).catch(() => 'unknown');
    if (isShown === undefined && isFinalRefusal(error)) {
      const reason = error.message;
      await appendEvents({ type: 'charge-refused', key, attempts, reason });
      throw createRefusedError('charge', reason);
    }
    return describeCharge(context, entry);
  }
  // The answer to this request is the payment of this charge, whatever id the service has given it.
  await saveMade(context, entry, payment);
  return describeCharge(context, entry);
}

function buildPayment(
  order: Order,
  { token = '', descriptor }: Pick<ChargeRequest, 'token' | 'descriptor'>,
  paymentId: string,
): CreatePayment {
  const { metadata, splits, manual, invoiceId, coupons = [] } = readTerms(order);
  return {
    ...{ amount: order.amount, currency: order.currency, given_id: paymentId },
    ...{ description: buildDescription(order), callback_url: buildCallbackUrl(order) },
    source: {
      ...{ type: 'token', token },
      ...(manual !== undefined && { manual }),
      ...(descriptor !== undefined && { statement_descriptor: descriptor }),
    },
    ...{ apply_coupon: coupons.length > 0, metadata: { ...metadata, [markKey]: paymentId } },
    ...(splits !== undefined && { splits }),
    ...(invoiceId !== undefined && { invoice_id: invoiceId }),
  };
}

/** What is known of the charge; `open` also if the service has not shown its payment. */
function describeCharge({ session, payments }: OrderContext, { paymentId }: ChargeEntry): Settlement {
  const { orderId, record } = session;
  const id = findIntentOf(record, paymentId)?.payment?.id ?? paymentId;
  const payment = payments.get(id) ?? { id, status: 'unknown' };
  return describeSettlement(record, orderId, payment) ?? { orderId, payment, verdict: 'open' };
}
