import { PayError } from '../../error.js';
import { addOrderToError, type OrderContext } from './order-context.js';
import type { Task } from './order-event.js';
import type { Settlement } from './order.js';
import { findPendingTasks } from './pending-tasks.js';
import { fetchPayment, savePayment } from './queries.js';
import {
  findIntent,
  findIntentOf,
  findPaying,
  isUncaptured,
  isUnidentified,
  type IntentEntry,
  type IntentPayment,
} from './record.js';
import { runCharge } from './run-charge.js';
import { runOperation } from './run-operation.js';
import { onSettledTimeoutMs, pageTimeoutMs, withTimeout } from './times.js';

/** Refunds duplicates and calls `onSettled`. Resolves with what failed, which is left for the next time. */
export async function runTasks(context: OrderContext): Promise<readonly unknown[]> {
  const failures = await runEach(context, async (task) => {
    if (task.type === 'refund-duplicate') await refundDuplicate(context, task.paymentId);
  });
  failures.push(...(await notifyAll(context)));
  return failures.map((failure) => addOrderToError(context.session.orderId, failure));
}

/** The response does not wait long for `onSettled`, and does not mention its failure. */
export async function runTasksForPage(context: OrderContext): Promise<void> {
  const { reportError } = context;
  const done = runTasks(context).then((failures) => failures.forEach(reportError));
  const message = 'A page was answered before `onSettled` had ended.';
  await withTimeout(done, pageTimeoutMs, message).catch(reportError);
}

/**
 * What only a sweep does, because no payer waits for it: continues charges, refunds, captures and voids whose caller has
 * gone, warns of captures and notifies the operator. Resolves with what failed.
 */
export async function runSweepTasks(context: OrderContext): Promise<readonly unknown[]> {
  return runEach(context, async (task) => {
    if (task.type === 'run-operation') await runOperation(context, task.operation);
    else if (task.type === 'run-charge') await runCharge(context, task.charge);
    else if (task.type === 'warn-of-capture') await warnOfCapture(context, task.paymentId);
    else if (task.type === 'tell-operator') await tellOperator(context, task.intentId);
  });
}

async function runEach(
  { appendEvents }: OrderContext,
  run: (task: Task) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const { tasks } = await appendEvents({ type: 'time-passed' });
  for (const task of tasks) await run(task).catch((error: unknown) => void failures.push(error));
  return failures;
}

/** Calls `onSettled` for one order at a time, and never from within itself. */
async function notifyAll(context: OrderContext): Promise<unknown[]> {
  const { orderStore, notifying, onSettled, session } = context;
  const isUnnotified = () => session.record.intents.some(({ payment }) => payment?.unnotified.length);
  // A process without `onSettled` leaves the verdicts to one that has it.
  if (!onSettled || notifying.has(session.orderId) || !isUnnotified()) return [];
  notifying.add(session.orderId);
  try {
    // Another request may have notified the merchant meanwhile: reload.
    await orderStore.reload(session);
    const failures: unknown[] = [];
    for (const { payment } of session.record.intents)
      if (payment)
        await notifyOfPayment(context, payment.id).catch((error: unknown) => void failures.push(error));
    return failures;
  } finally {
    notifying.delete(session.orderId);
  }
}

/** Notifies verdicts of one payment in order; a failed one stops the later ones. */
async function notifyOfPayment(
  { client, appendEvents, onSettled, session, payments }: OrderContext,
  paymentId: string,
): Promise<void> {
  const { orderId } = session;
  const { unnotified = [], discount } = findIntentOf(session.record, paymentId)?.payment ?? {};
  for (const verdict of unnotified) {
    const payment = payments.get(paymentId) ?? (await client.retrievePayment(paymentId));
    const settlement: Settlement = { orderId, payment, verdict, ...(discount !== undefined && { discount }) };
    const message = `\`onSettled\` has not ended within ${onSettledTimeoutMs / 1000} s for order ${orderId}.`;
    await withTimeout(Promise.resolve(onSettled?.(settlement)), onSettledTimeoutMs, message);
    await appendEvents({ type: 'notified', paymentId, verdict });
  }
}

/**
 * The wish is saved first, so the refund can go on after a crash or run in two processes: the service voids and refunds
 * a payment at most once, whatever the number of requests. Whether the money is back is read from the service.
 */
async function refundDuplicate(context: OrderContext, paymentId: string): Promise<void> {
  const { client, appendEvents, session } = context;
  const findEntry = () => findIntentOf(session.record, paymentId)?.payment;
  const isDone = async () => {
    await fetchPayment(context, paymentId);
    return findEntry()?.money === 'returned';
  };
  if (!(await isDone())) {
    // Meanwhile it may have become the payment that pays for the order.
    if (findEntry()?.verdict !== 'duplicate') return;
    await appendEvents({ type: 'refund-wanted', paymentId });
    if (findEntry()?.verdict !== 'duplicate') return;
    // A void is possible for a short time only, and never for STC Pay. After a refusal, the payment is refunded instead; without
    // an answer, the next sweep tries again.
    if (context.payments.get(paymentId)?.source?.type !== 'stcpay')
      await client.voidPayment(paymentId).catch(ignoreRefusal);
    if (!(await isDone())) await client.refundPayment(paymentId).catch(ignoreRefusal);
    if (!(await isDone()))
      throw new PayError('api', `The duplicate payment ${paymentId} is not refunded yet.`);
  }
  await appendEvents({ type: 'duplicate-refunded', paymentId });
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof PayError && error.status === 400)) throw error;
}

/** A process without `onCaptureDue` leaves the warning to one that has it. */
async function warnOfCapture(context: OrderContext, paymentId: string): Promise<void> {
  const { client, appendEvents, onCaptureDue, policy, session } = context;
  if (!onCaptureDue) return;
  const payment = await client.retrievePayment(paymentId);
  await savePayment(context, payment);
  // Captured or voided meanwhile, by hand.
  const isDue = findPendingTasks(session.record, Date.now(), policy).some(
    (task) => task.type === 'warn-of-capture' && task.paymentId === paymentId,
  );
  if (!isDue) return;
  const warning = { orderId: session.orderId, payment };
  const message = `\`onCaptureDue\` has not ended within ${onSettledTimeoutMs / 1000} s for order ${session.orderId}.`;
  await withTimeout(Promise.resolve(onCaptureDue(warning)), onSettledTimeoutMs, message);
  await appendEvents({ type: 'capture-warned', paymentId });
}

/** Names the money or the intent that only a person can decide, and what can be done. */
async function tellOperator(
  { appendEvents, reportError, session }: OrderContext,
  intentId: string,
): Promise<void> {
  const { orderId } = session;
  const intent = findIntent(session.record, intentId);
  const told = intent && describeForOperator(orderId, intent, findPaying(session.record)?.payment.id);
  if (!told) return;
  const [type, message] = told;
  reportError(new PayError('api', message, { type }));
  await appendEvents({ type: 'operator-told', intentId });
}

function describeForOperator(
  orderId: string,
  intent: IntentEntry,
  payingId: string | undefined,
): readonly [type: string, message: string] | undefined {
  const { id, payment, candidates = [] } = intent;
  if (isUnidentified(intent)) {
    const listed = candidates.length === 0 ? 'none that fits' : candidates.join(', ');
    const message = `Order ${orderId} stays closed: its intent ${id} was used by a payment with an id that a page has changed, and the list of payments shows ${listed}. Find the payment, and call \`adopt('${orderId}', paymentId)\`.`;
    return ['payment_unidentified', message];
  }
  if (payment?.verdict === 'mismatch' && payingId !== undefined) {
    // `refund` would return the money that pays.
    const message = `Order ${orderId} is paid by payment ${payingId}, and holds money twice: payment ${payment.id} ${describeDifference(payment, intent)}. Refund payment ${payment.id} at the service.`;
    return ['payment_held', message];
  }
  if (payment?.verdict === 'mismatch') {
    const message = `Order ${orderId} stays closed: payment ${payment.id} ${describeDifference(payment, intent)}, and its money is held. Accept it by \`adopt('${orderId}', '${payment.id}')\`, or refund it by \`refund('${orderId}', { key })\`.`;
    return ['payment_held', message];
  }
  if (!payment || !isUncaptured(intent)) return undefined;
  const message = `Payment ${payment.id} of order ${orderId} was authorized more than seven days ago, and its issuer may have released it. Do not ship: capture it at the service, or void it.`;
  return ['authorization_stale', message];
}

/** Why a payment is a mismatch, as an operator reads it. */
function describeDifference({ amount, currency }: IntentPayment, intent: IntentEntry): string {
  const isOtherPrice = amount !== intent.amount || currency !== intent.currency;
  return isOtherPrice
    ? `is over ${amount} ${currency} and not over ${intent.amount} ${intent.currency} (smallest unit)`
    : 'is not what the order asked for: its metadata, splits, invoice, source, capture or time differ';
}
