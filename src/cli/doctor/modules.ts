import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testStore, type Store } from '../../entries/stores/testing.js';
import { ok, wrong, type Line } from './report.js';

/** A module of the shop; what is wrong with it is shown as it says it itself. */
async function load(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}

/** Holds the store of a module to what every store must keep, first of all an atomic `save`. */
export async function checkStore(path: string): Promise<readonly Line[]> {
  const module = await load(path);
  if (!module) return [wrong('module-unreadable', path)];
  const { makeStore } = module;
  if (typeof makeStore !== 'function') return [wrong('module-without-store', path)];
  const findings = await testStore(makeStore as () => Store);
  const [first, ...others] = findings;
  if (!first) return [ok('The store keeps what it must, and `save` is atomic.')];
  const more =
    others.length > 0 ? ` And ${others.length} more: run \`storeTests\` of pay-checkout/stores/testing.` : '';
  return [wrong('store-broken', `${first.name}: ${first.problem}${more}`)];
}

/** As much of a checkout's report as is judged. */
interface Report {
  readonly due: number;
  readonly mismatched: number;
  readonly duplicates: number;
  readonly lastSweep?: string | undefined;
}

/** Five times as long as it should take from one sweep to the next. */
const latestMinutes = 5;

/** Asks a checkout how it is. */
export async function checkReport(path: string): Promise<readonly Line[]> {
  const module = await load(path);
  if (!module) return [wrong('module-unreadable', path)];
  const { checkout } = module as { checkout?: { report?: () => Promise<Report> } };
  if (typeof checkout?.report !== 'function') return [wrong('module-without-checkout', path)];
  let report: Report;
  try {
    report = await checkout.report();
  } catch (error) {
    console.error((error as Error).message);
    return [wrong('report-failing')];
  }
  const lines = [...judgeSweep(report), ...judgeCounts(report)];
  return lines.length > 0 ? lines : [ok('The sweep runs, and no payment waits for you.')];
}

function judgeSweep({ lastSweep, due }: Report): readonly Line[] {
  if (lastSweep === undefined) return [wrong('never-swept')];
  const minutes = Math.round((Date.now() - Date.parse(lastSweep)) / 60_000);
  if (minutes > latestMinutes) return [wrong('sweep-late', String(minutes))];
  return due > 0 ? [wrong('overdue', String(due))] : [];
}

const judgeCounts = ({ mismatched, duplicates }: Report): readonly Line[] => [
  ...(mismatched > 0 ? [wrong('mismatched', String(mismatched))] : []),
  ...(duplicates > 0 ? [wrong('duplicates', String(duplicates))] : []),
];
