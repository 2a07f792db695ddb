import type { Store } from '../stores/store.js';
import { createOrderContext, type Dependencies } from './order-context.js';
import type { Orders, Settlement } from './order.js';
import { runQueries, runTasks } from './run-tasks.js';
import { listSettlements } from './settle-payment.js';

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
  /** Of how many orders something could not be asked or done; `onError` has heard why. */
  readonly failed: number;
  /** Whether orders are due that this sweep has not begun. */
  readonly left: boolean;
}

/** For so long no other process is handed an order that this one has claimed. */
const leaseMs = 300_000;
/** An order of which the lease ends so soon is left to the next process. */
const leaseReserveMs = 90_000;
const batchSize = 64;

interface SweepDependencies extends Dependencies {
  readonly orders: Orders;
  readonly records: Store;
}

/** Works on the orders that are due, the longest due first. */
export async function sweep(
  dependencies: SweepDependencies,
  { limit = 10_000, concurrency = 8, signal }: SweepOptions = {},
): Promise<SweepResult> {
  const settled: Settlement[] = [];
  let [asked, failed] = [0, 0];
  const isStopped = () => signal?.aborted === true;
  while (!isStopped() && asked < limit) {
    const claimedAt = Date.now();
    const size = Math.min(batchSize, limit - asked);
    const ids = await dependencies.records.claimDue(claimedAt, size, leaseMs);
    const waiting = [...ids];
    const work = async () => {
      while (!isStopped() && Date.now() < claimedAt + leaseMs - leaseReserveMs) {
        const orderId = waiting.shift();
        if (orderId === undefined) return;
        const result = await sweepOrder(dependencies, orderId);
        asked++;
        if (result.isFailed) failed++;
        settled.push(...result.settled);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    if (waiting.length > 0) break;
    if (ids.length < size) return { asked, settled, failed, left: false };
  }
  return { asked, settled, failed, left: true };
}

interface SweptOrder {
  readonly settled: readonly Settlement[];
  readonly isFailed: boolean;
}

/** Asks about all that is open for one order, as nobody else may come and ask. */
async function sweepOrder(dependencies: SweepDependencies, orderId: string): Promise<SweptOrder> {
  const { orders, store, reportError } = dependencies;
  try {
    const order = await orders.get(orderId);
    const context = order && createOrderContext(order);
    const failures: unknown[] = [];
    if (context) {
      // Twice, because the first answers may show that there is more to ask.
      for (const _ of [1, 2]) {
        const { tasks } = await store.appendEvents(orderId, { type: 'time-passed' });
        failures.push(...(await runQueries(dependencies, context, tasks)));
      }
      const { tasks } = await store.appendEvents(orderId, { type: 'time-passed' });
      failures.push(...(await runTasks(dependencies, context, tasks)));
    }
    failures.forEach(reportError);
    const { record } = await store.appendEvents(orderId, { type: 'swept' });
    return { settled: context ? listSettlements(context, record) : [], isFailed: failures.length > 0 };
  } catch (error) {
    // What is wrong with one order must not keep the others waiting.
    reportError(error);
    await store.appendEvents(orderId, { type: 'swept' }).catch(reportError);
    return { settled: [], isFailed: true };
  }
}
