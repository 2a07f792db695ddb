import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { testCards, type BankAnswer, type CheckoutPage } from '../../src/testing/playwright.js';
import { inPage, markup } from './modes.js';
import { listenToConsole } from './reports.js';
import { openStorefront, type Answer, type Storefront } from './servers.js';
import { test } from './worker.js';

/** A shop without a bundler: two script files, one on the page that pays and one on the page of the way back. */
let shop: Storefront;
let secret = '';

const digest = () => readFileSync(new URL('../../dist/pay-result.js.sri', import.meta.url), 'utf8').trim();

const strict = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types pay-result',
].join('; ');

const result = '<pay-result status-url="/status"></pay-result>';
const scripts: Readonly<Record<string, () => string>> = {
  module: () => '<script type="module" src="/pay-result.js"></script>',
  classic: () => '<script defer src="/pay-result.js"></script>',
  pinned: () => `<script type="module" src="/pay-result.js" integrity="${digest()}" crossorigin></script>`,
};

const page = (lang: string, head: string, body: string, headers = {}): Answer => ({
  body: `<!doctype html><html lang="${lang}"><head><title>Shop</title>${head}</head><body>${body}</body></html>`,
  headers,
});

function answer({ pathname, searchParams }: URL): Answer | undefined {
  const lang = searchParams.get('lang') ?? 'en';
  const head = scripts[searchParams.get('script') ?? 'module']?.() ?? '';
  switch (pathname) {
    case '/pay':
      return page('en', '', markup(inPage, shop.service, { 'client-secret': secret }));
    case '/back':
      return page(lang, head, result, { 'content-security-policy': strict });
    default:
      return undefined;
  }
}

test.beforeAll(async ({ sandbox }) => void (shop = await openStorefront(sandbox, answer)));
test.afterAll(() => shop.close());

/** Pays in a page, is asked by the bank, and comes back. */
async function comeBack(checkout: CheckoutPage, query: string, answer: BankAnswer): Promise<void> {
  await shop.control('reset');
  const callback_url = `${shop.url}/back?${query}`;
  secret = (await shop.createIntent({ callback_url })).client_secret;
  await checkout.page.goto(`${shop.url}/pay`);
  await checkout.pay(testCards.mada.approved);
  await checkout.answerBank(answer);
}

const notice = (page: Page) => page.locator('pay-result [part~="notice"]');

for (const kind of ['module', 'classic']) {
  test(`pay-result.js, ${kind}, shows a payment on a plain page, and violates no strict policy`, async ({
    page,
    checkout,
  }) => {
    const logged = listenToConsole(page);
    await comeBack(checkout, `script=${kind}`, 'authenticated');
    await expect(notice(page)).toHaveText('Payment received. Thank you.');
    expect(logged).toEqual([]);
  });
}

test('says after a failure what to do next, in the page’s language and direction', async ({
  page,
  checkout,
}) => {
  await comeBack(checkout, 'lang=ar', 'not-authenticated');
  await expect(notice(page).locator('p')).toHaveText([
    'لم تكتمل عملية الدفع',
    /^لم يكتمل التحقّق لدى البنك\. لم يُخصم منك أي مبلغ\.$|^رفض البنك عملية الدفع\. لم يُخصم منك أي مبلغ\.$/,
    'للدفع، عُد إلى المتجر.',
  ]);
  await expect(notice(page)).toHaveCSS('direction', 'rtl');
});

test('fetches another language from beside it, also where the page pins it', async ({ page, checkout }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await comeBack(checkout, 'lang=de&script=pinned', 'authenticated');
  await expect(notice(page)).toHaveText('Zahlung eingegangen. Vielen Dank.');
  expect(paths.filter((path) => path.startsWith('/languages/'))).toEqual([
    '/languages/digests.js',
    '/languages/de.js',
  ]);
});
