import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findFirefox, findShell, findWebKit, findWhole } from './browser.js';
import { limitations } from './limitations.js';
import { findProgram } from './server/stores/server-process.js';
import { nodeSqlite } from './server/stores/connect.js';
import { engines as databases } from './server/stores/engines.js';

/**
 * `npm test` and, with the word `verify`, `npm run verify`. The tests themselves run in tools that everybody knows: Node's
 * runner, Web Test Runner, Playwright. Each of these runs one kind and prints a summary of its own. This file starts them
 * side by side, so that two processors are busy, adds their reports up, says what the machine could not try, and ends with
 * the line `N passed, N failed`.
 */
const isWhole = process.argv[2] === 'verify';
process.env['SUITE'] = isWhole ? 'whole' : 'quick';
const { commands, engines } = await import('./suites.js');
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

interface Step {
  readonly command: readonly string[];
  /** Of a step that runs many tests: what its report says. */
  readonly count?: () => Count;
}
type Steps = Readonly<Record<string, Step>>;

const script = (name: string): Step => ({ command: ['npm', 'run', '--silent', name] });
const node = (args: readonly string[], count?: () => Count): Step => ({
  command: [process.execPath, ...args],
  ...(count && { count }),
});

/** Each search is one process for minutes, and needs no build: it runs beside all other steps, from the beginning. */
const searches: Steps = { searches: node([...commands.node, '--searches'], () => read('searches.json')) };
/** Checks that need no build. They run beside everything else, at the lowest priority, so that no test waits for them. */
const checks: Steps = {
  // Editors report format and lint while one types; without a cache they take longer than a newcomer should wait.
  ...(isWhole
    ? {
        format: node(['node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '.']),
        lint: script('lint'),
      }
    : {}),
  typecheck: script('typecheck'),
};
/** Those of a phase run side by side. */
const phases: readonly Steps[] = [
  { build: script('build') },
  {
    'build of the demo': node(['.ci/build.mjs', 'shop']),
    sizes: node(['--import', 'tsx', 'test/sizes/check.ts']),
    'tests in Node': node(commands.node, () => read('node.json')),
    'tests in browsers': node(commands.dom, () => read('browser.json')),
  },
  { 'tests of pages': node(commands.page, countPages) },
];

const total: Count = { passed: 0, failed: 0, skipped: 0 };
const summary: string[] = [];
const failures: string[] = [];
const searching = start(searches, constants.priority.PRIORITY_NORMAL);
const checking = start(checks, constants.priority.PRIORITY_LOW);
for (const phase of phases) await report(phase, start(phase));
await report(searches, searching);
await report(checks, checking);

console.log(`\n${summary.join('\n')}`);
if (total.skipped > 0) console.log(`Skipped: ${total.skipped}`);
for (const { name, missing } of databases)
  if (missing) console.log(`Not tried: the store on ${name}, because ${missing}.`);
for (const name of ['php', 'python3', 'ruby', 'perl', 'go', 'javac'])
  if (!findProgram(name)) console.log(`Not tried: the recipes that need ${name}, which is not installed.`);
if (!nodeSqlite) console.log('Not tried: the store on node:sqlite, which this Node does not have.');
if (isWhole) sayWhatWasNotTried();
else console.log('Format, lint rules, other engines, matrices, attacks and frameworks: npm run verify.');
if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n  '));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
// A run in which no step has reported a test has tried nothing.
process.exitCode = total.failed === 0 && total.passed > summary.length ? 0 : 1;

/** Starts steps side by side. */
function start(steps: Steps, priority?: number) {
  const named = Object.entries(steps);
  console.log(`\nRunning ${Object.keys(steps).join(', ')} …`);
  return new Map(
    named.map(([name, step]) => [name, run(step, named.length > 1 || priority !== undefined, priority)]),
  );
}

/** Waits for steps, shows what they have printed, and counts their tests. */
async function report(steps: Steps, running: ReturnType<typeof start>): Promise<void> {
  for (const [name, { count }] of Object.entries(steps)) {
    const { status, text, seconds } = await running.get(name)!;
    console.log(`\n── ${name}\n${text}`);
    const found = count ? attempt(count) : { passed: status === 0 ? 1 : 0, failed: 0, skipped: 0 };
    // A runner that fails without a failed test (it crashed, or a file did not load) has failed all the same.
    if (status !== 0 && found.failed === 0) {
      found.failed = 1;
      failures.push(`${name}: ended with ${status}`);
    }
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += found[key];
    failures.push(...(found.failures ?? []));
    summary.push(`${found.failed ? 'FAILED' : 'ok    '} ${name} (${found.passed} passed, ${seconds} s)`);
  }
}

/** Runs a step. What a quiet one prints is answered, so that it can be shown in its turn. */
async function run({ command: [program = '', ...args] }: Step, quiet: boolean, priority?: number) {
  const started = Date.now();
  const child = spawn(program, args, {
    cwd: root,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: program === 'npm' && process.platform === 'win32',
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
