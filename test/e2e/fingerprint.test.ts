import { expect } from '@playwright/test';
import { testCards } from '../../src/testing/playwright.js';
import { bankFrame } from './modes.js';
import { listenToConsole } from './reports.js';
import { asScript, openStorefront, releasedFile, type Answer, type Storefront } from './servers.js';
import { test } from './worker.js';

/** A shop whose build gives the module script an address of its own. What the script fetches keeps its names beside it. */
let shop: Storefront;
let secret = '';

const fingerprinted = /\/assets\/(?:pay-checkout[.-]\w+|shop)\.js$/;

/**
 * The script among a shop's own, as a build that makes one file of several has it. What is not there is not found in one
 * folder, and another script in the other.
 */
const concatenated = /^\/(js|any)\/all\.js$/;

function answer({ pathname, searchParams }: URL): string | Answer | undefined {
  if (concatenated.test(pathname))
    return asScript(`void 0;\n${releasedFile('/pay-checkout.js')?.toString()}\nvoid 0;`);
  if (pathname.startsWith('/any/')) return asScript('void 0;');
  const path = pathname.replace(fingerprinted, '/pay-checkout.js').replace('/assets/', '/');
  const file = pathname.startsWith('/assets/') ? releasedFile(path) : undefined;
  if (file) return asScript(file);
  if (pathname !== '/') return undefined;
  const script = searchParams.get('script') ?? '';
  return `<!doctype html><html lang="de"><title>Shop</title><link rel="icon" href="data:,">
      <script ${concatenated.test(script) ? `src="${script}"` : `type="module" src="/assets/${script}"`}></script>
      <pay-checkout base-url="${shop.service}" publishable-key="pk_test_sandbox" client-secret="${secret}"
        amount="10000" currency="SAR" challenge="frame" save-card="always"></pay-checkout></html>`;
}

test.beforeAll(async ({ sandbox }) => void (shop = await openStorefront(sandbox, answer)));
test.afterAll(() => shop.close());
test.beforeEach(async () => void (secret = await shop.newSecret()));

for (const script of ['pay-checkout.3fa9c1.js', 'pay-checkout-B2xK9_dQ.js?v=3#a']) {
  test(`${script} finds its languages, saved cards and dialog beside it`, async ({ page, checkout }) => {
    const logged = listenToConsole(page);
    await page.goto(`${shop.url}/?${new URLSearchParams({ script }).toString()}`);
    await expect(page.locator('pay-checkout .keep')).toHaveText(
      'Diese Karte wird für das nächste Mal gespeichert.',
    );
    await checkout.pay(testCards.mada.approved);
    await expect(bankFrame(page).getByRole('button', { name: /^Authenticated/ })).toBeVisible();
    expect(logged).toEqual([]);
  });
}

test('a module script with another name pays in English by the full page, and the console says once what to do', async ({
  page,
  checkout,
}) => {
  const logged = listenToConsole(page);
  await page.goto(`${shop.url}/?script=shop.js`);
  await checkout.pay(testCards.mada.approved);
  await page.waitForURL('**/acs_emulator');
  expect(logged).toEqual([
    'pay-checkout.js: no <script> of the page has this name, so the files beside it, such as languages, cannot be ' +
      'fetched. Keep the name; a hash may follow it: pay-checkout.3fa9c1.js.',
  ]);
});

for (const folder of ['js', 'any'])
  test(`a script in another file of /${folder}/ pays in English by the full page, and the console names each file that is missing`, async ({
    page,
    checkout,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
    await page.goto(`${shop.url}/?script=/${folder}/all.js`);
    await checkout.pay(testCards.mada.approved);
    await page.waitForURL('**/acs_emulator');
    const missing = [
      ['pay-methods.js', 'every way to pay other than a typed card'],
      ['languages/de.js', 'the language of the page'],
      ['pay-challenge.js', 'the dialog of the bank’s page'],
    ] as const;
    for (const [file, loss] of missing) {
      const sentence =
        `pay-checkout: ${shop.url}/${folder}/${file} did not load, so ${loss} is missing. ` +
        `Serve all files of the release, under their names, in the folder of ${shop.url}/${folder}/all.js.`;
      expect(logged.filter((text) => text.startsWith(sentence))).toHaveLength(1);
    }
  });
