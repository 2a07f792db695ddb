import { defineConfig } from '@playwright/test';
import { findChromium, flags } from '../browser.mjs';

export default defineConfig({
  projects: [
    { name: 'e2e', testDir: '.' },
    { name: 'pack', testDir: '../consumers', testMatch: 'pack.setup.ts' },
    { name: 'consumers', testDir: '../consumers', dependencies: ['pack'] },
  ],
  globalSetup: './build.mjs',
  outputDir: '../../.reports/e2e',
  // Each file starts servers of its own; on two cores more would only slow each other down.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [['list'], ['json', { outputFile: '../../.reports/e2e.json' }]],
  use: {
    launchOptions: { executablePath: await findChromium(), args: flags },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
