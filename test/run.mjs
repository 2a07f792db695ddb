import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installWhenNeeded } from '../.ci/install.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const reports = `${root}.reports`;

installWhenNeeded();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);

const { findChromium } = await import('./browser.mjs');
const env = { ...process.env, CHROME_PATH: await findChromium() };
console.log(`Browser: ${env.CHROME_PATH}`);

/** Each a script of package.json. Those with a `count` run many tests; the others are one check. */
const steps = [
  { script: 'test:format' },
  { script: 'test:lint' },
  { script: 'test:types' },
  { script: 'build:js' },
  { script: 'build:types' },
  { script: 'test:node', count: countNode },
  { script: 'test:browser', count: countBrowser },
  { script: 'test:e2e', count: countEndToEnd },
];

const total = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
for (const { script, count } of steps) {
  console.log(`\n── npm run ${script}`);
  const started = Date.now();
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const one = { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  const counted = count ? (attempt(count) ?? { passed: 0, failed: 1, skipped: 0 }) : one;
  // A runner that fails without a failed test (it crashed, or a file did not load) has failed all the same.
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  for (const key of Object.keys(total)) total[key] += counted[key];
  const seconds = Math.round((Date.now() - started) / 1000);
  summary.push(`${counted.failed ? 'FAILED' : 'ok    '} ${script} (${counted.passed} passed, ${seconds} s)`);
}

console.log(`\n${summary.join('\n')}`);
if (total.skipped > 0) console.log(`Skipped: ${total.skipped}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > steps.length ? 0 : 1;

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

function countBrowser() {
  return JSON.parse(readFileSync(`${reports}/browser.json`, 'utf8'));
}

function countEndToEnd() {
  const { stats } = JSON.parse(readFileSync(`${reports}/e2e.json`, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
