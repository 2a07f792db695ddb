import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import express from 'express';
import { publishableKey } from '../../src/sandbox/index.js';
import { findChromium, flags } from '../browser.js';
import { root } from './documents.mjs';
import { listener, openShop, type Shop } from './shop.js';

/** The documents' shop with a checkout page: the script file as it is built, and the recipes behind it. */
async function openSite(shop: Shop): Promise<RequestListener> {
  const { app: intents } = (await shop.load('express-intent.ts')) as { app: express.Express };
  const { GET: status } = (await shop.load('status.ts')) as { GET: () => Promise<Response> };
  return express()
    .get('/checkout', (_request, response) => {
      // Each test has an order that nobody has paid.
      Object.assign(shop.order, { paidBy: undefined });
      response.type('html').send(`<!doctype html><title>Checkout</title>
        <script type="module" src="/pay-checkout.js"></script>
        <pay-checkout base-url="${shop.service.baseUrl}" publishable-key="${publishableKey}"
          intent-url="/orders/7/intent" status-url="/payments/status" amount="10000" currency="SAR"></pay-checkout>`);
    })
    .get('/pay-checkout.js', (_request, response) => {
      response.type('js').send(readFileSync(join(root, 'dist/pay-checkout.js')));
    })
    .get('/back', (_request, response) => void response.send('Back'))
    .get('/payments/status', listener(status))
    .use(intents);
}

/** Runs the document's own function in a page, as a test runner in the browser would. */
const inPage = `
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import ts from 'typescript';

const source = readFileSync(new URL('pay-in-page.ts', import.meta.url), 'utf8');
const plain = ts.transpile(source, { target: ts.ScriptTarget.ES2022 }).replace(/^export /gm, '');

test('a page pays with nothing but the DOM', async ({ page }) => {
  await page.goto('SHOP/checkout');
  await page.locator('pay-checkout [part~="button"]').waitFor();
  const outcome = await page.evaluate(
    \`(() => {
      \${plain}
      const form = document.querySelector('pay-checkout');
      form.addEventListener('pay-outcome', (event) => event.preventDefault());
      return payInPage(form, '4111114005765430');
    })()\`,
  );
  expect(outcome).toMatchObject({ status: 'paid' });
});
`;

/** Playwright Test in a process of its own, without what this one's environment says of another run. */
const runPlaywright = (folder: string) =>
  new Promise<{ code: unknown; text: string }>((resolve) => {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(?:NODE_OPTIONS|NODE_TEST_|TEST_|PW_)/.test(name)),
    );
    execFile(
      process.execPath,
      [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '-c', folder],
      { cwd: folder, env },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, text: stdout + stderr }),
    );
  });

test('the tests in the documents pass, in a shop that is made of its recipes', async (t) => {
  const shop = await openShop(t);
  shop.serve(await openSite(shop));
  writeFileSync(join(shop.folder, 'in-page.spec.ts'), inPage.replace('SHOP', shop.url));
  const launchOptions = { executablePath: await findChromium(), args: flags };
  writeFileSync(
    join(shop.folder, 'playwright.config.ts'),
    `export default ${JSON.stringify({ workers: 1, reporter: 'line', outputDir: 'results', timeout: 60_000, expect: { timeout: 20_000 }, use: { launchOptions } })};`,
  );
  const { code, text } = await runPlaywright(shop.folder);
  assert.equal(code, 0, text);
  assert.match(text, /\b5 passed\b/);
});
