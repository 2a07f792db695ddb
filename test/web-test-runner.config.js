import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { writeFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium, flags } from './browser.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Counts what ran, so that `npm test` can say it in one line at the end. */
const counter = {
  reportTestFileResults() {},
  onTestRunFinished({ sessions }) {
    const count = { passed: 0, failed: 0, skipped: 0 };
    const add = (suite) => {
      for (const test of suite.tests) count[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
      suite.suites.forEach(add);
    };
    for (const session of sessions) {
      if (session.testResults) add(session.testResults);
      if (session.errors.length > 0) count.failed++;
    }
    mkdirSync(`${root}.reports`, { recursive: true });
    writeFileSync(`${root}.reports/browser.json`, JSON.stringify(count));
  },
};

export default {
  rootDir: root,
  files: [`${root}test/{card,checkout,element,gateway,return}/**/*.test.ts`, `${root}test/money.test.ts`],
  nodeResolve: { exportConditions: ['browser'] },
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath: await findChromium(), args: flags },
    }),
  ],
  concurrency: 2,
  testFramework: { config: { timeout: 20_000 } },
  reporters: [defaultReporter(), counter],
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${root}tsconfig.json` })],
};
