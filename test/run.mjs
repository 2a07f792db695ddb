import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installWhenNeeded } from '../.ci/install.mjs';

/** `npm test` and, with the word `verify`, `npm run verify`: what each runs is in `tiers.mjs`. */
const root = fileURLToPath(new URL('../', import.meta.url));
process.env.TIER = process.argv[2] === 'verify' ? 'all' : 'quick';
const reports = `${root}.reports`;

installWhenNeeded();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);

const { findFirefox, findShell, findWebKit, findWhole } = await import('./browser.mjs');
const { cannot } = await import('./cannot.mjs');
const { engines: wanted, everywhere, isQuick } = await import('./tiers.mjs');
const installed = { chromium: findWhole(), firefox: findFirefox(), webkit: findWebKit()?.browser };
console.log(`shell: ${await findShell()}`);
for (const engine of wanted) console.log(`${engine}: ${installed[engine] ?? 'not installed'}`);

/**
 * Each a script of package.json. Those with a `count` run many tests; the others are one check. Those that only read
 * go side by side: each is busy on one core.
 */
const steps = [
  { script: 'test:format', running: run('test:format', true) },
  { script: 'test:lint', running: run('test:lint', true) },
  { script: 'test:types', running: run('test:types', true) },
  { script: 'build:js' },
  { script: 'build:types' },
  { script: 'build:manifest' },
  { script: 'test:sizes' },
  { script: 'test:node', count: countNode },
  { script: 'test:browser', count: countBrowser },
  { script: 'test:e2e', count: countEndToEnd },
];

const total = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
for (const { script, running, count } of steps) {
  console.log(`\n── npm run ${script}`);
  const { status, text = '', seconds } = await (running ?? run(script));
  process.stdout.write(text);
  const one = { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  const parts = [];
  const counted = count ? (attempt(() => count(parts)) ?? { passed: 0, failed: 1, skipped: 0 }) : one;
  // A runner that fails without a failed test (it crashed, or a file did not load) has failed all the same.
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  for (const key of Object.keys(total)) total[key] += counted[key];
  summary.push(`${counted.failed ? 'FAILED' : 'ok    '} ${script} (${counted.passed} passed, ${seconds} s)`);
  summary.push(...parts.map((part) => `         ${part}`));
}

console.log(`\n${summary.join('\n')}`);
if (total.skipped > 0) console.log(`Skipped: ${total.skipped}`);
if (isQuick) console.log('Other engines, matrices, attacks and frameworks: npm run verify.');
else sayWhatWasNotTried();
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > steps.length ? 0 : 1;

/** Runs a script; a quiet one answers what it has printed. */
async function run(script, quiet = false) {
  const started = Date.now();
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  });
  const text = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => text.push(chunk));
  const [status] = await once(child, 'close');
  return { status, text: text.join(''), seconds: Math.round((Date.now() - started) / 1000) };
}

function attempt(count) {
  try {
    return count();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** Node's test runner, in TAP: its closing comments. */
function countNode() {
  const text = readFileSync(`${reports}/node.tap`, 'utf8');
  const of = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(text)?.[1]);
  const found = {
    passed: of('pass'),
    failed: of('fail') + of('cancelled'),
    skipped: of('skipped') + of('todo'),
  };
  if (Object.values(found).some(Number.isNaN)) throw new Error('node.tap has no totals.');
  return found;
}

/** Web Test Runner: what its configuration has written, by engine. */
function countBrowser(parts) {
  const found = { passed: 0, failed: 0, skipped: 0 };
  for (const [engine, count] of Object.entries(readComponents())) {
    for (const key of Object.keys(found)) found[key] += count[key];
    parts.push(`${engine}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
  parts.push(`covered in chromium: ${coverage()}`);
  return found;
}

/** Playwright: its own report, by project. */
function countEndToEnd(parts) {
  const { stats } = readEndToEnd();
  for (const [project, count] of Object.entries(projects())) parts.push(`${project}: ${count} tests`);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/** Of the sources that the component tests load; by line in .reports/coverage/lcov.info. */
function coverage() {
  const { total } = JSON.parse(readFileSync(`${reports}/coverage/coverage-summary.json`, 'utf8'));
  return `${total.lines.pct} % of lines, ${total.branches.pct} % of branches`;
}

function readComponents() {
  return JSON.parse(readFileSync(`${reports}/browser.json`, 'utf8'));
}

function readEndToEnd() {
  return JSON.parse(readFileSync(`${reports}/e2e.json`, 'utf8'));
}

/** How many tests there were in each project, of which files. */
function projects(files) {
  const counts = {};
  const add = (suite) => {
    for (const { tests, file: name } of suite.specs ?? [])
      for (const { projectName } of tests)
        if (!files || files.includes(name)) counts[projectName] = (counts[projectName] ?? 0) + 1;
    suite.suites?.forEach(add);
  };
  readEndToEnd().suites.forEach(add);
  return counts;
}

function sayWhatWasNotTried() {
  if (!installed.chromium)
    console.log('chromium is not installed, only its shell: the filling in of a saved card was not tried.');
  for (const engine of wanted.filter((name) => name in cannot)) {
    if (installed[engine])
      console.log([`Not tried in ${engine}:`, ...Object.values(cannot[engine])].join('\n  '));
    else console.log(`${engine} is not installed: ${missed(engine)} were not run there.`);
  }
}

const ofChromium = ({ e2e = 0, chromium = 0 }) => e2e + chromium;

/** What an engine that is not there would have run: all that Chromium did, and the pages that are tried in all. */
function missed(engine) {
  const { passed } = attempt(() => readComponents().chromium) ?? {};
  const pages = engine === 'webkit' ? 1 : 1 + (attempt(() => ofChromium(projects(everywhere))) ?? 0);
  return `${passed} component tests and ${pages} end-to-end ${pages === 1 ? 'test' : 'tests'}`;
}
