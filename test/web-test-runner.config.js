import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findFirefox, findShell, findWebKit, launchChromium, launchFirefox } from './browser.js';
import expectNothingLeft, { startGuard } from './network-guard.js';
import { engines as wanted, filesOf } from './suites.js';
import { webkitLauncher } from './webkit.js';

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

/** Counts what ran, so that `npm test` can say it at the end, and what failed. */
const counter = {
  reportTestFileResults() {},
  onTestRunFinished({ sessions }) {
    const count = { passed: 0, failed: 0, skipped: 0 };
    const failures = [];
    for (const { browser, testResults, errors } of sessions) {
      const add = (suite) => {
        for (const { name, skipped, passed } of suite.tests) {
          count[skipped ? 'skipped' : passed ? 'passed' : 'failed']++;
          if (!skipped && !passed) failures.push(`${browser.name}: ${name}`);
        }
        suite.suites.forEach(add);
      };
      if (testResults) add(testResults);
      if (errors.length > 0) count.failed++;
      failures.push(...errors.map(({ message }) => `${browser.name}: ${message}`));
    }
    try {
      expectNothingLeft();
    } catch (error) {
      console.error(error.message);
      failures.push(error.message);
      process.once('exit', () => (process.exitCode = 1));
    }
    mkdirSync(`${root}.reports`, { recursive: true });
    writeFileSync(`${root}.reports/browser.json`, JSON.stringify({ ...count, failures }));
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

/** One for each engine. */
const sandboxes = Object.fromEntries(
  await Promise.all(engines.map(async (engine) => [engine, await startSandbox()])),
);

/**
 * One page for all files of a kind: to load what they share takes longer than to run most of them. A file that is named on
 * the command line has a page of its own.
 */
function pageOf(kind) {
  const folder = `${root}.reports/browser/pages`;
  mkdirSync(folder, { recursive: true });
  const page = `${folder}/${kind}.test.js`;
  writeFileSync(
    page,
    filesOf(kind)
      .map((file) => `import '../../../test/${file}';\n`)
      .join(''),
  );
  return page;
}
const inOne = {
  name: 'what needs a page',
  files: [pageOf('dom')],
  browsers: engines.filter((engine) => engine === 'chromium').map((engine) => launchers[engine]),
};
const inEach = {
  name: 'what depends on the engine',
  files: [pageOf('engine')],
  browsers: engines.map((engine) => launchers[engine]),
};

export default {
  rootDir: root,
  testRunnerHtml: (testFramework) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8">
    ${engines.map((engine) => `<meta name="sandbox-of-${engine}" content="${sandboxes[engine]}">`).join('')}
    ${process.env.UPDATE_README ? '<meta name="update-readme">' : ''}</head>
    <body><script type="module" src="${testFramework}"></script></body></html>`,
  // A file that is named on the command line runs in the engines that are asked for, whatever it is about.
  ...(process.argv.includes('--files')
    ? { browsers: engines.map((engine) => launchers[engine]) }
    : { groups: [inOne, inEach].filter(({ browsers }) => browsers.length > 0) }),
  nodeResolve: { exportConditions: ['browser'] },
  // Much of what these tests do is waiting, so Chromium has both pages at once.
  concurrency: 2,
  concurrentBrowsers: engines.length,
  // A machine that has other work may stand still for longer than any of these tests takes.
  testFramework: { config: { timeout: 60_000 } },
  // Of a whole page, whose tests have limits of their own.
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 600_000,
  reporters: [defaultReporter(), counter],
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${root}tsconfig.json` })],
};
