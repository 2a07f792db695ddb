import type { Dependencies } from './order-context.js';
import { findPendingTasks } from './pending-tasks.js';
import { mapConcurrently } from './report-index.js';
import { findReportFlags, type ReportFlags } from './report-flags.js';

/** How a shop's orders stand. An order counts from its first sweep on. */
export interface Report {
  /** Orders that are not decided yet, or of which something is left to do. */
  readonly open: number;
  /** Orders that the sweep should look at now. Many, or old ones: it does not run, or not often enough. */
  readonly due: number;
  /** When the order was due that has been due for the longest time, ISO 8601. */
  readonly oldestDue?: string;
  /** Orders with a payment that is not what they asked for, and that was not given back. */
  readonly mismatched: number;
  /** Orders with a second payment that was not given back. */
  readonly duplicates: number;
  /** Orders whose payment is authorized and not captured. */
  readonly uncaptured: number;
  /** When a sweep ended last, in whatever process, ISO 8601. */
  readonly lastSweep?: string;
}

/** Reads each order that is listed, so that what it says is as new as their records. */
export async function buildReport({ orderStore, reportIndex, policy }: Dependencies): Promise<Report> {
  const now = Date.now();
  const lastSweep = await reportIndex.readLastSweep();
  const records = await mapConcurrently(
    await reportIndex.read(),
    async (id) => (await orderStore.load(id)).record,
  );
  const standings = records.map((record) =>
    findReportFlags(
      record,
      findPendingTasks(record, now, policy).some(
        ({ type }) => type !== 'update-report' && type !== 'warn-of-capture',
      ),
    ),
  );
  const due = records.flatMap(({ dueAt }) => (typeof dueAt === 'number' && dueAt <= now ? [dueAt] : []));
  const count = (name: keyof ReportFlags) => standings.filter((standing) => standing[name]).length;
  return {
    open: count('isOpen'),
    due: due.length,
    ...(due.length > 0 && { oldestDue: toText(due.reduce((one, other) => Math.min(one, other))) }),
    mismatched: count('isMismatched'),
    duplicates: count('isDuplicate'),
    uncaptured: count('isUncaptured'),
    ...(lastSweep !== undefined && { lastSweep: toText(lastSweep) }),
  };
}

const toText = (time: number) => new Date(time).toISOString();
