import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Report } from '../../entries/server.js';
import { testStore, type Store } from '../../server/stores/testing/index.js';
import { reportOk, reportMistake, type ReportLine } from './report.js';

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
export async function checkStore(path: string): Promise<readonly ReportLine[]> {
  const module = await load(path);
  if (!module) return [reportMistake('module-unreadable', path)];
  const { makeStore } = module;
  if (typeof makeStore !== 'function') return [reportMistake('module-without-store', path)];
  const findings = await testStore(makeStore as () => Store);
  const [first, ...others] = findings;
  if (!first) return [reportOk('The store keeps what it must, and `save` is atomic.')];
  const more =
    others.length > 0 ? ` And ${others.length} more: run \`storeTests\` of pay-checkout/stores/testing.` : '';
  return [reportMistake('store-broken', `${first.name}: ${first.problem}${more}`)];
}

/** Five times as long as it should take from one sweep to the next. */
const latestMinutes = 5;

/** Asks a checkout how it is. */
export async function checkReport(path: string): Promise<readonly ReportLine[]> {
  const module = await load(path);
  if (!module) return [reportMistake('module-unreadable', path)];
  const { checkout } = module as { checkout?: { report?: () => Promise<Report> } };
  if (typeof checkout?.report !== 'function') return [reportMistake('module-without-checkout', path)];
  let report: Report;
  try {
    report = await checkout.report();
  } catch (error) {
    console.error((error as Error).message);
    return [reportMistake('report-failing')];
  }
  return [...checkSweep(report), ...checkCounts(report)];
}

function checkSweep({ lastSweep, due }: Report): readonly ReportLine[] {
  if (lastSweep === undefined) return [reportMistake('never-swept')];
  const minutes = Math.floor((Date.now() - Date.parse(lastSweep)) / 60_000);
  if (minutes > latestMinutes) return [reportMistake('sweep-late', String(minutes))];
  const ago = minutes < 1 ? 'less than a minute ago' : `${minutes} min ago`;
  const ended = reportOk(`The last sweep ended ${ago}.`);
  return due > 0 ? [ended, reportMistake('overdue', String(due))] : [ended];
}

function checkCounts({ mismatched, unidentified, duplicates }: Report): readonly ReportLine[] {
  const counts = { mismatched, unidentified: unidentified.length, duplicates };
  const lines = (['mismatched', 'unidentified', 'duplicates'] as const).flatMap((name) =>
    counts[name] > 0 ? [reportMistake(name, String(counts[name]))] : [],
  );
  return lines.length > 0 ? lines : [reportOk('No payment waits for a decision of yours.')];
}
