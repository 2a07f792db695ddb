import { createConfigurationError } from '../check.js';
import { PayError } from '../../error.js';
import { readMetadata } from '../response-metadata.js';
import type { Store } from '../stores/store.js';
import {
  addOrderToError,
  createOrderContext,
  type Dependencies,
  type OrderContext,
} from './order-context.js';
import type { Settlement } from './order.js';
import { isQuery, type Query } from './order-event.js';
import { runQuery } from './queries.js';
import { type IntentEntry } from './record.js';
import { saveLastSweep } from './report.js';
import { runSweepTasks, runTasks } from './run-tasks.js';
import { listSettlements } from './settle-payment.js';
import { hourMs, minuteMs, storeTimeoutMs, withTimeout } from './times.js';

export interface SweepOptions {
  /** At most so many orders; 10000 when omitted. */
  readonly limit?: number | undefined;
  /** So many orders at the same time; 8 when omitted. */
  readonly concurrency?: number | undefined;
  /** No further order is begun once it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface SweepResult {
  /** How many orders were asked about. */
  readonly asked: number;
  /** What was seen of their payments. */
  readonly settled: Settlement[];
  /** Of how many orders something could not be asked or done; `onError` has the reason. */
  readonly failed: number;
  /** Whether due orders remain: call again, at once only where `asked` is above 0. */
  readonly left: boolean;
}

/** How long no other process is handed an order that this process has claimed. */
const leaseMs = 5 * minuteMs;
/** An order whose lease ends sooner than this is left to the next process. */
const leaseReserveMs = 2 * minuteMs;
/** How long no request is sent after a 429 without `Retry-After`, or with one that has no time. */
const defaultBackOffMs = 30_000;
/** What `Retry-After` says beyond that is not believed: no mistake of a proxy may end all sweeps. */
const maxBackOffMs = hourMs;
/** Each answer may show that there is more to ask, but not without end. */
const maxQueries = 200;

/** Works on the orders that are due, the longest due first. A sweep that still runs is not run twice at once. */
export function createSweep(dependencies: Dependencies) {
  const { store, orderStore, reportError } = dependencies;
  let isRunning = false;
  /** Until when no request is sent, by this server's clock. */
  let backOffUntil = 0;

  const extendBackOff = (error: unknown): void => {
    const waitMs = readMetadata(error)?.retryAfterMs || (isRateLimited(error) ? defaultBackOffMs : 0);
    if (waitMs > 0) backOffUntil = Math.max(backOffUntil, Date.now() + Math.min(waitMs, maxBackOffMs));
  };

  /** A database that never answers about one order must not keep all later sweeps waiting. */
  async function sweepWithinLease(orderId: string, leasedUntil: number): Promise<OrderSweepResult> {
    const message = `The sweep of order ${orderId} has not ended within ${leaseMs / minuteMs} minutes.`;
    const swept = sweepOrder(dependencies, orderId, leasedUntil);
    return withTimeout(swept, leaseMs, message).catch((error: unknown) => {
      reportError(error);
      return { settled: [], failures: [error] };
    });
  }

  async function run({ limit = 10_000, concurrency = 8, signal }: SweepOptions): Promise<SweepResult> {
    const settled: Settlement[] = [];
    let [asked, failed] = [0, 0];
    const isStopped = () => signal?.aborted === true || Date.now() < backOffUntil;
    while (!isStopped() && asked < limit) {
      const claimedAt = Date.now();
      const size = Math.min(concurrency * 4, limit - asked);
      const ids = await withStoreTimeout('claimDue', store.claimDue(claimedAt, size, leaseMs));
      const waiting = [...ids];
      const refused: string[] = [];
      const work = async () => {
        while (!isStopped() && Date.now() < claimedAt + leaseMs - leaseReserveMs) {
          const orderId = waiting.shift();
          if (orderId === undefined) return;
          asked++;
          const result = await sweepWithinLease(orderId, claimedAt + leaseMs);
          result.failures.forEach(extendBackOff);
          if (result.failures.some(isRateLimited)) refused.push(orderId);
          if (result.failures.length > 0) failed++;
          settled.push(...result.settled);
        }
      };
      await Promise.all(Array.from({ length: Math.min(concurrency, ids.length) }, work));
      // Released at once, so that no process has to wait for the end of the lease.
      const left = [...waiting, ...refused];
      for (const orderId of left)
        await withStoreTimeout('save', orderStore.defer(orderId, Math.max(Date.now(), backOffUntil))).catch(
          reportError,
        );
      if (left.length === 0 && ids.length < size) return { asked, settled, failed, left: isStopped() };
    }
    return { asked, settled, failed, left: true };
  }

  return async (options: SweepOptions = {}): Promise<SweepResult> => {
    checkCount('limit', options.limit);
    checkCount('concurrency', options.concurrency);
    if (isRunning) return { asked: 0, settled: [], failed: 0, left: true };
    isRunning = true;
    try {
      return await run(options);
    } finally {
      isRunning = false;
      await withStoreTimeout('save', saveLastSweep(store, Date.now())).catch(reportError);
    }
  };
}

/** A database that never answers must not keep all later sweeps waiting. */
const withStoreTimeout = <T>(method: keyof Store, work: Promise<T>): Promise<T> =>
  withTimeout(
    work,
    storeTimeoutMs,
    `\`store.${method}\` has not ended within ${storeTimeoutMs / 1000} s. Does the database answer?`,
  );

function checkCount(field: string, count: number | undefined): void {
  if (count === undefined || (Number.isSafeInteger(count) && count > 0)) return;
  throw createConfigurationError(field, `sweep: \`${field}\` must be a whole number from 1 on.`);
}

interface OrderSweepResult {
  readonly settled: readonly Settlement[];
  readonly failures: readonly unknown[];
}

/** Asks about all that is open for one order. What is wrong with one order must not keep the others waiting. */
async function sweepOrder(
  dependencies: Dependencies,
  orderId: string,
  leasedUntil: number,
): Promise<OrderSweepResult> {
  const { orders, orderStore, reportError } = dependencies;
  const failures: unknown[] = [];
  const settled: Settlement[] = [];
  try {
    const session = await orderStore.load(orderId);
    session.leasedUntil = leasedUntil;
    try {
      const context = createOrderContext(dependencies, session, await orders.get(orderId));
      failures.push(...(await runQueries(context)));
      failures.push(...(await runSweepTasks(context)), ...(await runTasks(context)));
      settled.push(...listSettlements(context));
    } catch (error) {
      failures.push(error);
    }
    // A refusal for now is no answer: the order is due as soon as the service may be asked again.
    if (!failures.some(isRateLimited)) {
      session.leasedUntil = undefined;
      await orderStore.appendEvents(session, { type: 'time-passed' }, { type: 'swept' });
    }
  } catch (error) {
    failures.push(error);
  }
  for (const failure of failures) reportError(addOrderToError(orderId, failure));
  return { settled, failures };
}

/** Asks the service each question once, also those that an answer raises. */
async function runQueries(context: OrderContext): Promise<unknown[]> {
  const failures: unknown[] = [];
  const asked = new Set<string>();
  const findNext = async (): Promise<Query | undefined> => {
    const { tasks, record } = await context.appendEvents({
      type: 'time-passed',
    });
    // The merchant has deleted the order: its intents must not be paid.
    const isUnwanted = ({ state, payment, charge }: IntentEntry) =>
      !context.order && state === 'open' && !payment && !charge;
    const retiring = record.intents
      .filter(isUnwanted)
      .map(({ id: intentId }): Query => ({ type: 'retire-intent', intentId }));
    return [...tasks.filter(isQuery), ...retiring].find((query) => !asked.has(identifyQuery(query)));
  };
  for (let query = await findNext(); query && asked.size < maxQueries; query = await findNext()) {
    asked.add(identifyQuery(query));
    await runQuery(context, query).catch((error: unknown) => void failures.push(error));
    // The service limits the requests: the other questions wait for a later sweep.
    if (failures.some(isRateLimited)) break;
  }
  if (!context.order && asked.size > 0)
    failures.push(
      new PayError(
        'api',
        `Order ${context.session.orderId} is open, and \`orders.get\` has no order for it.`,
      ),
    );
  return failures;
}

const isRateLimited = (error: unknown) => error instanceof PayError && error.status === 429;

const identifyQuery = (query: Query) =>
  `${query.type} ${'intentId' in query ? query.intentId : query.paymentId}`;
