import { expect } from '@playwright/test';
import { findWebKit } from '../browser.js';
import { WebKit } from '../webkit.js';
import { merchant, serveSite, startSandbox } from './servers.js';
import { test } from './worker.js';

/** One way through a real shop's page; all else is tried on the element itself, by Web Test Runner. */
test('WebKit pays with keys alone, from the form through the bank’s page back to the shop', async () => {
  const sandbox = await startSandbox();
  const shop = merchant(sandbox.url);
  let secret = '';
  const site = await serveSite(({ pathname }) =>
    pathname === '/back'
      ? '<!doctype html><title>Back</title>'
      : `<!doctype html><title>Shop</title><script src="/pay-checkout.js"></script>
         <pay-checkout base-url="${sandbox.url}" publishable-key="pk_test_sandbox" client-secret="${secret}"
           amount="10000" currency="SAR"></pay-checkout>`,
  );
  ({ client_secret: secret } = await shop.createIntent({ callback_url: `${site.url}/back?order=7` }));
  const webkit = await WebKit.open(findWebKit(), process.env['PAY_GUARD']);
  try {
    const { keyboard } = webkit;
    await webkit.goto(site.url);
    const isThere =
      "Boolean(document.querySelector('pay-checkout').shadowRoot?.querySelector('form button'))";
    await expect.poll(() => webkit.ask(isThere)).toBe(true);
    for (const text of ['4201320111111010', '1230', '123', 'Sara Ali']) {
      await keyboard.press('Tab');
      await keyboard.type(text);
    }
    const shown = "document.querySelector('pay-checkout').shadowRoot.querySelector('#number').value";
    expect(await webkit.ask(shown)).toBe('4201 3201 1111 1010');
    await keyboard.press('Enter');
    await expect.poll(() => webkit.url()).toContain('/acs_emulator');
    await webkit.ask(
      "[...document.querySelectorAll('button')].find((it) => /^Authenticated/.test(it.innerText)).click()",
    );
    await expect.poll(() => webkit.url()).toContain('/back?');
    const query = new URL(await webkit.url()).searchParams;
    expect([query.get('order'), query.get('status')]).toEqual(['7', 'paid']);
    expect(await shop.readPayment(query.get('id') ?? '')).toMatchObject({ status: 'paid', amount: 10_000 });
  } finally {
    await webkit.close();
    site.close();
    await sandbox.kill();
  }
});
