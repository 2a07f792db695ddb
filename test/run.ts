import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findFirefox, findShell, findWebKit, findWhole } from './browser.js';
import { limitations } from './limitations.js';
import { nodeSqlite } from './server/stores/connect.js';
import { engines as databases } from './server/stores/engines.js';

/** `npm test` and, with the word `verify`, `npm run verify`. The last line is `N passed, N failed`. */
const isWhole = process.argv[2] === 'verify';
process.env['SUITE'] = isWhole ? 'whole' : 'quick';
const { engines } = await import('./suites.js');
const root = fileURLToPath(new URL('../', import.meta.url));
const reports = `${root}.reports`;
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed. */
  failures?: readonly string[];
}

const installed = { chromium: findWhole(), firefox: findFirefox(), webkit: findWebKit()?.browser };
console.log(`shell: ${await findShell()}`);
for (const [engine, path] of Object.entries(installed))
  if (engines.includes(engine)) console.log(`${engine}: ${path ?? 'not installed'}`);

/** Scripts of package.json, and for those that run many tests their report. */
type Scripts = Readonly<Record<string, (() => Count) | undefined>>;

/** Checks that need no build. They run beside everything else, at the lowest priority, so that no test waits for them. */
const checks: Scripts = {
  // Editors report both while one types; without a cache they take longer than a newcomer should wait.
  ...(isWhole ? { 'format:check': undefined, lint: undefined } : {}),
  typecheck: undefined,
};
/** Those of a phase run side by side. */
const phases: readonly Scripts[] = [
  { build: undefined },
  {
    'build:shop': undefined,
    'test:sizes': undefined,
    'test:node': () => read('node.json'),
    'test:browser': () => read('browser.json'),
  },
  { 'test:e2e': countPages },
];

const total: Count = { passed: 0, failed: 0, skipped: 0 };
const summary: string[] = [];
const failures: string[] = [];
const took: Record<string, number> = {};
const checking = start(checks, constants.priority.PRIORITY_LOW);
for (const phase of phases) await report(phase, start(phase));
await report(checks, checking);

console.log(`\n${summary.join('\n')}`);
writeFileSync(`${reports}/steps.json`, JSON.stringify(took));
if (total.skipped > 0) console.log(`Skipped: ${total.skipped}`);
for (const { name, missing } of databases)
  if (missing) console.log(`Not tried: the store on ${name}, because ${missing}.`);
if (!nodeSqlite) console.log('Not tried: the store on node:sqlite, which this Node does not have.');
if (isWhole) sayWhatWasNotTried();
else console.log('Format, lint rules, other engines, matrices, attacks and frameworks: npm run verify.');
if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n  '));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
// A run in which no script has reported a test has tried nothing.
process.exitCode = total.failed === 0 && total.passed > summary.length ? 0 : 1;

/** Starts scripts side by side. */
function start(scripts: Scripts, priority?: number) {
  const names = Object.keys(scripts);
  console.log(`\nRunning ${names.join(', ')} …`);
  return new Map(
    names.map((name) => [name, run(name, names.length > 1 || priority !== undefined, priority)]),
  );
}

/** Waits for scripts, shows what they have printed, and counts their tests. */
async function report(scripts: Scripts, running: ReturnType<typeof start>): Promise<void> {
  for (const [script, count] of Object.entries(scripts)) {
    const { status, text, seconds } = await running.get(script)!;
    console.log(`\n── npm run ${script}\n${text}`);
    const found = count ? attempt(count) : { passed: status === 0 ? 1 : 0, failed: 0, skipped: 0 };
    // A runner that fails without a failed test (it crashed, or a file did not load) has failed all the same.
    if (status !== 0 && found.failed === 0) {
      found.failed = 1;
      failures.push(`${script}: ended with ${status}`);
    }
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += found[key];
    failures.push(...(found.failures ?? []));
    took[script] = seconds;
    summary.push(`${found.failed ? 'FAILED' : 'ok    '} ${script} (${found.passed} passed, ${seconds} s)`);
  }
}

/** Runs a script. What a quiet one prints is answered, so that it can be shown in its turn. */
async function run(script: string, quiet: boolean, priority?: number) {
  const started = Date.now();
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  });
  if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
  const text: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => text.push(chunk));
  const [status] = (await once(child, 'close')) as [number | null];
  const seconds = Math.round((Date.now() - started) / 1000);
  return { status, text: Buffer.concat(text).toString(), seconds };
}

/** A report that is not there, or has no totals, is a failure. */
function attempt(count: () => Count): Count {
  try {
    const found = count();
    if (![found.passed, found.failed, found.skipped].every(Number.isInteger))
      throw new Error('A report has no totals.');
    return found;
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** What Node's runner and Web Test Runner have written, by a reporter of ours. */
function read(report: string): Count {
  return JSON.parse(readFileSync(`${reports}/${report}`, 'utf8')) as Count;
}

interface PageSuite {
  readonly suites?: readonly PageSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly projectName: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

/** Playwright: its own report. Its failures are said again at the end, since of a long output often only that is kept. */
function countPages(): Count {
  const { stats, suites = [] } = JSON.parse(readFileSync(`${reports}/e2e.json`, 'utf8')) as PageSuite & {
    readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  };
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(failedPages),
  };
}

function failedPages({ suites = [], specs = [] }: PageSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message = '' }) => message));
        return [`${projectName}: ${file}: ${title}`, ...messages].join('\n').replaceAll('\n', '\n    ');
      }),
    ),
    ...suites.flatMap(failedPages),
  ];
}

function sayWhatWasNotTried(): void {
  if (!installed.chromium)
    console.log('chromium is not installed, only its shell: the filling in of a saved card was not tried.');
  for (const [engine, reasons] of Object.entries(limitations)) {
    if (!engines.includes(engine)) continue;
    if (installed[engine as keyof typeof installed])
      console.log([`Not tried in ${engine}:`, ...Object.values(reasons)].join('\n  '));
    else console.log(`${engine} is not installed: nothing was tried there.`);
  }
}
