import { expect } from '@playwright/test';
import { testCards } from '../../src/testing/playwright.js';
import { bundle } from './bundle.js';
import { documentedPolicy, listenToConsole } from './reports.js';
import { asScript, openStorefront, type Answer, type Storefront } from './servers.js';
import { test } from './worker.js';

/** A shop with one page for all: the payer pays in it, and comes back to it. Its policy is the documents', with each Lit that is there. */
let shop: Storefront;
let ownLit: ReadonlyMap<string, string>;
let secret = '';

const pay = '<script type="module" src="/pay-checkout.js"></script>';
const result = '<script type="module" src="/pay-result.js"></script>';
const lit = '<script type="module" src="/own/main.js"></script>';
const classic = (tags: string) => tags.replaceAll('type="module"', 'defer');

interface Page {
  readonly head: string;
  readonly policies: string;
}

const both = 'pay-checkout pay-result';
const pages: Readonly<Record<string, Page>> = {
  'pay-checkout.js before pay-result.js': { head: pay + result, policies: both },
  'pay-result.js before pay-checkout.js': { head: result + pay, policies: both },
  'both before the page’s own Lit': { head: pay + result + lit, policies: `lit-html ${both}` },
  'both after the page’s own Lit': { head: lit + result + pay, policies: `lit-html ${both}` },
  'both, each twice': { head: pay + result + classic(pay + result), policies: both },
};

function answer({ pathname, searchParams }: URL): Answer | undefined {
  const file = ownLit.get(pathname.replace('/own/', ''));
  if (file !== undefined) return asScript(file);
  const { head, policies } = pages[searchParams.get('page') ?? ''] ?? { head: '', policies: '' };
  if (!head) return undefined;
  const policy = documentedPolicy
    .replace('https://api.example.com', new URL(shop.service).origin)
    .replace('trusted-types pay-checkout', `trusted-types ${policies}`);
  return {
    body: `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">${head}</head><body>
      <div id="own"></div>
      <pay-checkout base-url="${shop.service}" publishable-key="pk_test_sandbox" client-secret="${secret}"
        amount="10000" currency="SAR" reference="7" status-url="/status"></pay-checkout>
      <pay-result status-url="/status"></pay-result></body></html>`,
    headers: { 'content-security-policy': `${policy}; img-src data:` },
  };
}

test.beforeAll(async ({ sandbox }) => {
  ownLit = await bundle(`import { html, render } from 'lit';
    render(html\`<p>\${'Drawn by Lit'}</p>\`, document.querySelector('#own'));`);
  shop = await openStorefront(sandbox, answer);
});
test.afterAll(() => shop.close());

for (const [what, { head }] of Object.entries(pages)) {
  test(`${what}: one page under one policy pays and shows the result, and nothing is said against it`, async ({
    page,
    checkout,
  }) => {
    const logged = listenToConsole(page);
    const url = `${shop.url}/?${new URLSearchParams({ page: what }).toString()}`;
    secret = (await shop.createIntent({ callback_url: url })).client_secret;
    await page.goto(url);
    await checkout.pay(testCards.mada.approved);
    await checkout.answerBank('authenticated');
    await expect(page.locator('pay-result [part~="notice"]')).toHaveText('Payment received. Thank you.');
    await expect.poll(() => checkout.state()).toBe('paid');
    if (head.includes(lit)) await expect(page.locator('#own')).toHaveText('Drawn by Lit');
    expect(logged).toEqual([]);
  });
}
