import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findFirefox, findShell, findWebKit, launchChromium, launchFirefox } from './browser.mjs';
import expectNothingLeft, { startGuard } from './outside.mjs';
import { engines as wanted, filesOf } from './tiers.mjs';
import { webkitLauncher } from './webkit.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

const guard = await startGuard();
const webkit = findWebKit();
const launchers = {
  chromium: playwrightLauncher({
    product: 'chromium',
    launchOptions: await launchChromium(guard, findShell()),
  }),
  ...(findFirefox() && {
    firefox: playwrightLauncher({ product: 'firefox', launchOptions: launchFirefox(guard) }),
  }),
  ...(webkit && { webkit: webkitLauncher(webkit, guard) }),
};
const engines = wanted.filter((engine) => engine in launchers);

/** Counts what ran in which engine, so that `npm test` can say it at the end. */
const counter = {
  reportTestFileResults() {},
  onTestRunFinished({ sessions }) {
    const counts = {};
    for (const engine of engines) {
      const count = { passed: 0, failed: 0, skipped: 0 };
      const add = (suite) => {
        for (const test of suite.tests) count[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
        suite.suites.forEach(add);
      };
      for (const session of sessions) {
        if (session.browser !== launchers[engine]) continue;
        if (session.testResults) add(session.testResults);
        if (session.errors.length > 0) count.failed++;
      }
      counts[engine] = count;
    }
    mkdirSync(`${root}.reports`, { recursive: true });
    writeFileSync(`${root}.reports/browser.json`, JSON.stringify(counts));
    try {
      expectNothingLeft();
    } catch (error) {
      console.error(error.message);
      process.once('exit', () => (process.exitCode = 1));
    }
  },
};

/** The real sandbox, in a process of its own, for as long as the tests run. */
function startSandbox() {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'src/sandbox/cli.ts', '--port', '0', '--db', ':memory:'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (line) => {
      const url = /http:\S+/.exec(String(line))?.[0];
      if (url) resolve(url);
    });
    child.once('exit', () => reject(new Error('The sandbox did not start.')));
  });
}

/** One for each engine: its tests play with the faults of their own. */
const sandboxes = Object.fromEntries(
  await Promise.all(engines.map(async (engine) => [engine, await startSandbox()])),
);

export default {
  rootDir: root,
  testRunnerHtml: (testFramework) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8">
    ${engines.map((engine) => `<meta name="sandbox-of-${engine}" content="${sandboxes[engine]}">`).join('')}
    ${process.env.UPDATE_README ? '<meta name="update-readme">' : ''}</head>
    <body><script type="module" src="${testFramework}"></script></body></html>`,
  files: filesOf('component'),
  nodeResolve: { exportConditions: ['browser'] },
  browsers: engines.map((engine) => launchers[engine]),
  // All files play with one sandbox and its faults.
  concurrency: 1,
  concurrentBrowsers: engines.length,
  testFramework: { config: { timeout: 20_000 } },
  // Of a whole file, whose tests have limits of their own.
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 600_000,
  // Only Chromium counts what ran; `npm test` says the totals, and the report has every line.
  coverage: engines.includes('chromium'),
  coverageConfig: {
    include: ['src/**/*.ts'],
    reportDir: `${root}.reports/coverage`,
    reporters: ['json-summary', 'lcovonly'],
  },
  reporters: [defaultReporter(), counter],
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${root}tsconfig.json` })],
};
