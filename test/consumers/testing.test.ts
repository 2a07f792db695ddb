import { expect, test } from '@playwright/test';
import { join } from 'node:path';
import { findShell, flags } from '../browser.js';
import { bin, home, run } from './home.js';

/** Each entry for tests, as an integrator uses it: from the packed package, by the runner that it is for. */
const folder = join(home, 'testing');

for (const name of ['service', 'msw', 'dom', 'react'])
  test(`what the package has for tests works from outside: ${name}.test.mjs`, async () => {
    const { code, text } = await run(['--test', `${name}.test.mjs`], folder);
    expect(code, text).toBe(0);
  });

test('what the package has for tests works from outside: checkout.spec.mjs, in Playwright', async () => {
  process.env['CHROMIUM'] = await findShell();
  process.env['CHROMIUM_FLAGS'] = JSON.stringify(flags);
  const { code, text } = await run([bin('@playwright/test/cli.js'), 'test'], folder);
  expect(code, text).toBe(0);
  expect(text).toContain('1 passed');
});
