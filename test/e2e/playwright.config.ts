import { defineConfig, type Project } from '@playwright/test';
import { findFirefox, findShell, findWebKit, findWhole, launchChromium, launchFirefox } from '../browser.js';
import { startGuard } from '../network-guard.js';
import { engines, everyEnginePages, isQuick } from '../suites.js';

// The workers read this file too, and have the guard of the process that started them.
const guard = (process.env['PAY_GUARD'] ??= String(await startGuard()));

/**
 * The pages that `npm test` opens, for what a change breaks most: each mode under its policy, the form in the HTML that a
 * script takes over, a fetched language, a phone, the shop with its webhook, and the tag with what it must not tell.
 */
const quickPages = ['csp', 'first-form-page', 'language', 'phone', 'shop', 'tag'].map(
  (name) => `${name}.test.ts`,
);

/** Pages that need the Chromium that payers have, which can fill in a card. */
const wholeBrowser = 'autofill.test.ts';

const hasWebKit = engines.includes('webkit') && Boolean(findWebKit());

/** Pages of one engine. WebKit's have a driver of their own, so the workers for Chromium can run them beside theirs. */
const elsewhere = [wholeBrowser, 'firefox*.test.ts', ...(hasWebKit ? [] : ['webkit*.test.ts'])];

/** A spinner that turns costs a processor as much as all that a test does while it turns. Tests of motion ask for it. */
const still = { contextOptions: { reducedMotion: 'reduce' } } as const;

// Each project has workers of its own, and one takes seconds to start: so there are few projects.
const chromium: Project = {
  name: 'e2e',
  use: still,
  testMatch: isQuick ? quickPages : '*.test.ts',
  testIgnore: elsewhere,
};
const webkit: Project = { name: 'webkit', testMatch: 'webkit*.test.ts' };
const wholeChromium: Project = {
  name: 'chromium',
  testMatch: wholeBrowser,
  use: { ...still, launchOptions: await launchChromium(guard) },
};
const firefoxOptions = launchFirefox(guard);
const firefox: Project = {
  name: 'firefox',
  testMatch: [...everyEnginePages, 'firefox*.test.ts'],
  grep: /@engine/,
  use: {
    browserName: 'firefox',
    launchOptions: {
      ...firefoxOptions,
      // Its driver cannot ask for reduced motion.
      firefoxUserPrefs: { ...firefoxOptions.firefoxUserPrefs, 'ui.prefersReducedMotion': 1 },
    },
  },
};
const consumers: Project[] = [
  { name: 'pack', testDir: '../consumers', testMatch: 'pack.setup.ts' },
  // The shops have tests of their own, which run where the package is installed.
  { name: 'consumers', testDir: '../consumers', testIgnore: '**/shops/**', dependencies: ['pack'] },
];

export default defineConfig({
  testDir: '.',
  projects: [
    ...(engines.includes('chromium') ? [chromium] : hasWebKit ? [webkit] : []),
    ...(engines.includes('chromium') && !isQuick && findWhole() ? [wholeChromium] : []),
    ...(engines.includes('chromium') && !isQuick ? consumers : []),
    ...(engines.includes('firefox') && findFirefox() ? [firefox] : []),
  ],
  globalSetup: './build.mjs',
  globalTeardown: '../network-guard.ts',
  outputDir: '../../.reports/e2e',
  // More than half of what these tests do is waiting, so four keep two cores busy. Files of one worker share its servers.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../../.reports/e2e.json' }]],
  use: {
    launchOptions: await launchChromium(guard, findShell()),
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
