import { defineConfig, devices } from '@playwright/test';
import { findFirefox, findShell, findWebKit, findWhole, launchChromium, launchFirefox } from '../browser.mjs';
import { everywhere } from '../cannot.mjs';
import { startGuard } from '../outside.mjs';

// The workers read this file too, and have the guard of the process that started them.
const guard = (process.env['PAY_GUARD'] ??= String(await startGuard()));

const elsewhere = ['firefox.test.ts', 'phone.test.ts', 'webkit.test.ts'];
/** What needs the browser that payers have, with all that is around its engine; and what is worth trying in it. */
const needed = ['autofill.test.ts'];
const whole = [...needed, 'shop.test.ts', 'tag.test.ts'];

export default defineConfig({
  projects: [
    { name: 'e2e', testDir: '.', testIgnore: [...elsewhere, ...(findWhole() ? whole : needed)] },
    ...(findWhole()
      ? [
          {
            name: 'chromium',
            testDir: '.',
            testMatch: whole,
            use: { launchOptions: await launchChromium(guard) },
          },
        ]
      : []),
    {
      name: 'phone',
      testDir: '.',
      testMatch: ['shop.test.ts', 'phone.test.ts'],
      use: devices['Pixel 7'],
    },
    ...(findFirefox()
      ? [
          {
            name: 'firefox',
            testDir: '.',
            testMatch: [...everywhere, 'firefox.test.ts'],
            use: { browserName: 'firefox' as const, launchOptions: launchFirefox(guard) },
          },
        ]
      : []),
    ...(findWebKit() ? [{ name: 'webkit', testDir: '.', testMatch: 'webkit.test.ts' }] : []),
    { name: 'pack', testDir: '../consumers', testMatch: 'pack.setup.ts' },
    { name: 'consumers', testDir: '../consumers', dependencies: ['pack'] },
  ],
  globalSetup: './build.mjs',
  globalTeardown: '../outside.mjs',
  outputDir: '../../.reports/e2e',
  // Each file starts servers of its own; on two cores more would only slow each other down.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../../.reports/e2e.json' }]],
  use: {
    launchOptions: await launchChromium(guard, findShell()),
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
