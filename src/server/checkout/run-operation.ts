import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import { readMetadata } from '../response-metadata.js';
import { createArgumentError } from '../check.js';
import type { PayClient } from '../client.js';
import type { OrderContext } from './order-context.js';
import {
  isDefaultKey,
  type OperationReply,
  type OperationRequest,
  type PaymentOperation,
} from './payment-operation.js';
import { fetchPayment, isRecordNotFound, savePayment } from './queries.js';
import { findHeld, findPaying, paymentIdOf, type IntentEntry, type OrderRecord } from './record.js';
import { isSameId } from './terms.js';
import { minuteMs } from './times.js';

/**
 * Refunds, captures or voids the payment of an order, once for each key. The operation is saved before it is sent, and its
 * result is read from the payment, so this may be called again after anything, and in several processes at once. Resolves
 * with the payment once the operation is carried out.
 */
export async function runOperation(context: OrderContext, request: OperationRequest): Promise<Payment> {
  const { appendEvents } = context;
  for (let rounds = maxRounds; rounds > 0; rounds--) {
    const begunAt = Date.now();
    const payment = await fetchOperationPayment(context, request);
    const { reply } = await appendEvents({
      ...{ type: 'operation-requested', request, payment },
      serviceTime: readMetadata(payment)?.serviceTime,
    });
    switch (reply.type) {
      case 'operation-done':
        return payment;
      case 'operation-refused':
        throw createRefusedError(request.type, reply.operation.reason);
      case 'operation-invalid':
        throw createArgumentError(request.type, reply.field, reply.problem);
      case 'operation-pending':
        throw createPendingError(request);
      case 'operation-untimed':
        throw createUntimedError(request.type);
      case 'operation-busy':
        await finishOther(context, request, reply.operation);
        break;
      case 'send-operation':
        // Another process may have sent the operation while this process waited for its database: ask the record again.
        if (Math.abs(Date.now() - begunAt) > maxPlanMs) break;
        return sendOperation(context, reply);
      default:
        throw new Error(`Not an answer to an operation: ${reply.type}`);
    }
  }
  throw new PayError('api', 'Too many requests for this order at once.', { retryable: true });
}

const maxRounds = 10;

/** Much less than the bound on lag, so that no other process repeats what this process has yet to send. */
export const maxPlanMs = minuteMs;

/** Finishes the operation that was begun before. Its refusal concerns its own caller only. */
async function finishOther(
  context: OrderContext,
  request: OperationRequest,
  other: PaymentOperation,
): Promise<void> {
  try {
    await runOperation(context, other);
  } catch (error) {
    const { operations = [] } = context.session.record;
    if (operations.find(({ key }) => key === other.key)?.state !== 'wanted') return;
    const message = `Another ${other.type} of this order has to be finished first: nothing of this ${request.type} was saved or sent. Repeat the call with the same key.`;
    throw new PayError('api', message, { retryable: true, cause: error });
  }
}

const createPendingError = ({ type }: OperationRequest) =>
  new PayError(
    'network',
    `The ${type} is saved, but its result is not known yet. The sweep continues it. Repeat the call with the same key to get the result.`,
    { retryable: true },
  );

export const createUntimedError = (what: OperationRequest['type'] | 'charge') =>
  new PayError(
    'api',
    `An answer of the service has no \`Date\` header, by which a lost ${what} is recognized. Nothing was sent. Does a proxy remove the header?`,
  );

export function createRefusedError(what: OperationRequest['type'] | 'charge', reason = ''): PayError {
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  const instead = what === 'void' ? ' If the payment is settled, refund it instead.' : '';
  return new PayError(
    'api',
    `The ${what} was refused: ${sentence}${instead} To try again, use another key.`,
    {
      ...{ status: 400, type: 'refused' },
    },
  );
}

/** The payment that the operation is about: the one that it was begun with, else the one that pays for the order. */
async function fetchOperationPayment(context: OrderContext, request: OperationRequest): Promise<Payment> {
  const { type } = request;
  const { session } = context;
  const findKnown = () => {
    const operation = session.record.operations?.find((each) => each.key === request.key);
    const isNew = !operation || (operation.state === 'refused' && isDefaultKey(request));
    return { operation, isNew };
  };
  if ((findKnown().isNew || isDefaultKey(request)) && !findMoney(session.record))
    await fetchUndecided(context);
  // Only now: these reads may have shown that it is done, or another process may have begun it meanwhile.
  const { operation: known, isNew } = findKnown();
  const paidBy = findMoney(session.record)?.payment.id;
  const isOfAnother = paidBy !== undefined && known !== undefined && !isSameId(known.paymentId, paidBy);
  // Without a key, this is a request for the payment that pays now, or repeats an earlier one: there is no way to tell.
  if (isOfAnother && isDefaultKey(request) && known.state === 'done') {
    const problem = `is left out, and the order's payment was ${type === 'void' ? 'voided' : 'captured'} before: another one pays now. Pass a new key`;
    throw createArgumentError(type, 'key', problem);
  }
  const paymentId = (isNew ? paidBy : undefined) ?? known?.paymentId;
  if (paymentId === undefined) throw createArgumentError(type, 'orderId', 'has no payment that pays for it');
  const payment = await context.client.retrievePayment(paymentId);
  await savePayment(context, payment);
  return payment;
}

/** Money that is not what the order asked for can be refunded too. */
const findMoney = (record: OrderRecord) => findPaying(record) ?? findHeld(record);

/** The payer may have paid a moment ago, and no webhook, page or sweep has told of it yet. */
async function fetchUndecided(context: OrderContext): Promise<void> {
  const isUndecided = ({ state, payment }: IntentEntry) =>
    payment ? payment.verdict === 'open' : state === 'open' || state === 'used';
  for (const intent of context.session.record.intents.filter(isUndecided))
    await fetchPayment(context, paymentIdOf(intent));
}

async function sendOperation(
  context: OrderContext,
  { operation, isOnlyRequest }: Extract<OperationReply, { type: 'send-operation' }>,
): Promise<Payment> {
  const { client, appendEvents } = context;
  const { key, type } = operation;
  try {
    const payment = await send(client, operation);
    if (await applyAndCheckDone(context, operation, payment)) return payment;
    if (isSameId(payment.id, operation.paymentId)) {
      const { record } = await appendEvents({ type: 'operation-confirmed', key, payment });
      if (isDone(record, key)) return payment;
    }
    throw createPendingError(operation);
  } catch (error) {
    if (!(error instanceof PayError)) throw error;
    if (isCertainlyNotDone(error)) {
      // An earlier request of the same key may still have done it.
      if (isOnlyRequest) await appendEvents({ type: 'operation-unsent', key });
      throw error;
    }
    // It may have been carried out, by this request or an earlier one of the same key.
    const payment = await client.retrievePayment(operation.paymentId).catch(() => undefined);
    if (payment && (await applyAndCheckDone(context, operation, payment))) return payment;
    if (!isOnlyRequest || !payment || !isFinalRefusal(error)) throw createPendingError(operation);
    const reason = error.message;
    await appendEvents({ type: 'operation-refused', key, reason });
    throw createRefusedError(type, reason);
  }
}

async function send(client: PayClient, { type, paymentId, before, target }: PaymentOperation) {
  switch (type) {
    // Always with an amount, so that no more is refunded when another process refunds a part meanwhile.
    case 'refund':
      return client.refundPayment(paymentId, { amount: target - before });
    case 'capture':
      return client.capturePayment(paymentId, { amount: target });
    case 'void':
      return client.voidPayment(paymentId);
    default:
      return type satisfies never;
  }
}

/** Saves what the payment shows, and resolves with whether it shows the operation as done. */
async function applyAndCheckDone(
  context: OrderContext,
  { key, paymentId }: PaymentOperation,
  payment: Payment,
): Promise<boolean> {
  if (!isSameId(payment.id, paymentId)) return false;
  const { record } = await savePayment(context, payment);
  return isDone(record, key);
}

const isDone = ({ operations = [] }: OrderRecord, key: string) =>
  operations.find((each) => each.key === key)?.state === 'done';

/** The service says for sure that it did nothing, for a reason that passes or that the merchant can fix. */
export const isCertainlyNotDone = ({ code, status = 0 }: PayError) =>
  code === 'api' && (status === 429 || status === 401 || status === 403 || status === 405);

/** The service has looked at the request and did nothing. */
export const isFinalRefusal = (error: PayError) =>
  (error.status === 400 && !namesUsedId(error)) || isRecordNotFound(error);

/** Whether a refusal says, in any of its forms, that the id or the intent is used: then a payment may exist. */
const namesUsedId = ({ type, message, errors }: PayError) =>
  errors?.['given_id'] !== undefined || /used_given_id|intent_not_fulfillable/i.test(`${type} ${message}`);
