import type { Store } from '../stores/store.js';
import type { Dependencies } from './order-context.js';
import { findPendingTasks, isUndecidedDuplicate } from './pending-tasks.js';
import { findHeld, findPaying, isUnidentified, readRecordUnchecked, type OrderRecord } from './record.js';
import { ownRecordPrefix } from './terms.js';

/** What is not settled, over all orders. */
export interface Report {
  /** Orders that have an unused intent, or something that is still asked about. */
  readonly open: number;
  /** Orders that the sweep should have looked at by now. */
  readonly due: number;
  /** Since when the first of them waits. */
  readonly oldestDue?: string;
  /** Orders that hold money which is not what they asked for: accept it by `adopt`, or refund it. */
  readonly mismatched: number;
  /** Orders with a second payment whose money is still there. */
  readonly duplicates: number;
  /** Orders whose payment is authorized and not captured. */
  readonly uncaptured: number;
  /** Orders whose intent was used by a payment that is not known, with the payments that fit. */
  readonly unidentified: readonly { readonly orderId: string; readonly candidates: readonly string[] }[];
  readonly lastSweep?: string;
}

const pageSize = 1000;
const sweepKey = `${ownRecordPrefix}sweep`;

/** Reads what is due some day, page by page, and keeps counts only. */
export async function buildReport({ store, policy }: Dependencies): Promise<Report> {
  const now = Date.now();
  const counts = { open: 0, due: 0, mismatched: 0, duplicates: 0, uncaptured: 0 };
  const unidentified: { orderId: string; candidates: readonly string[] }[] = [];
  let oldestDue: number | undefined;
  for (let after: string | undefined; ;) {
    const page = await store.list({ limit: pageSize, ...(after !== undefined && { after }) });
    for (const { orderId, record: text, dueAt } of page) {
      if (orderId.startsWith(ownRecordPrefix)) continue;
      const record = readRecordUnchecked(orderId, text);
      const tasks = findPendingTasks(record, now, policy).some(({ type }) => type !== 'warn-of-capture');
      if (tasks || record.intents.some(({ state, payment }) => state === 'open' && !payment)) counts.open++;
      if (dueAt <= now) {
        counts.due++;
        oldestDue = Math.min(dueAt, oldestDue ?? dueAt);
      }
      if (findHeld(record)) counts.mismatched++;
      if (hasDuplicate(record)) counts.duplicates++;
      if (findPaying(record)?.payment.money === 'authorized') counts.uncaptured++;
      for (const { candidates = [] } of record.intents.filter(isUnidentified))
        unidentified.push({ orderId, candidates });
    }
    after = page.at(-1)?.orderId;
    if (page.length < pageSize) break;
  }
  const lastSweep = await readLastSweep(store);
  return {
    ...counts,
    unidentified,
    ...(oldestDue !== undefined && { oldestDue: new Date(oldestDue).toISOString() }),
    ...(lastSweep !== undefined && { lastSweep: new Date(lastSweep).toISOString() }),
  };
}

const hasDuplicate = ({ intents }: OrderRecord) =>
  intents.some(({ payment }) => payment && (isUndecidedDuplicate(payment) || payment.refund === 'wanted'));

async function readLastSweep(store: Store): Promise<number | undefined> {
  const stored = await store.load(sweepKey);
  const at = stored && (JSON.parse(stored.record) as { at?: unknown }).at;
  return typeof at === 'number' ? at : undefined;
}

/** A save that another process was faster with says the same. */
export async function saveLastSweep(store: Store, at: number): Promise<void> {
  const stored = await store.load(sweepKey);
  await store.save(sweepKey, JSON.stringify({ at }), (stored?.version ?? 0) + 1, null);
}
