import { expect } from '@playwright/test';
import { Form } from './form.js';
import { openStorefront } from './servers.js';
import { test } from './worker.js';

test(
  'a page that comes back from the bank as it was left does not offer to pay again',
  { tag: '@engine' },
  async ({ page, sandbox }) => {
    const notices: (string | null)[] = [];
    let secret = '';
    const shop = await openStorefront(sandbox, ({ pathname, searchParams }) => {
      if (pathname === '/back-again') notices.push(searchParams.get('notice'));
      if (pathname !== '/') return undefined;
      return `<!doctype html><title>Shop</title><script src="/pay-checkout.js"></script>
      <pay-checkout base-url="${sandbox.url}" publishable-key="pk_test_sandbox" client-secret="${secret}"
        amount="10000" currency="SAR"></pay-checkout>`;
    });
    await shop.control('reset');
    secret = await shop.newSecret();
    await page.goto(shop.url);
    const form = new Form(page);
    await form.fill('4201320111111010');
    // Firefox keeps the page, and its driver does not find it again: the page itself tells what it shows.
    await page.evaluate(() => {
      const element = document.querySelector('pay-checkout') as HTMLElement & {
        updateComplete: Promise<boolean>;
      };
      const reportNotice = async ({ persisted }: PageTransitionEvent) => {
        await element.updateComplete;
        const notice = element.shadowRoot?.querySelector('[part~="notice"]')?.textContent ?? '';
        await fetch(`/back-again?${new URLSearchParams({ notice: String(persisted) + notice }).toString()}`);
      };
      addEventListener('pageshow', (event) => void reportNotice(event));
    });
    await form.button.click();
    await page.waitForURL('**/acs_emulator');
    await page.evaluate(() => void setTimeout(() => history.back()));
    await expect.poll(() => notices.join()).toMatch(/^true.*Your bank is waiting for your approval/s);
    expect(await shop.fulfilments()).toBe(1);
    shop.close();
  },
);
