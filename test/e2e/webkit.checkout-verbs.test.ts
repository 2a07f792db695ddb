import { expect } from '@playwright/test';
import type * as webdriver from '../../src/testing/webdriver.js';
import { findWebKit } from '../browser.js';
import { testCodes, testMobiles } from '../../src/sandbox/bank/test-values.js';
import { testCards } from '../../src/testing/test-cards.js';
import { WebKit } from '../webkit.js';
import { inPage, inPageWithDialog, markup, type Mode } from './modes.js';
import { openStorefront, returnScript } from './servers.js';
import { test } from './worker.js';

/** The file that the package has, by the one driver of WebDriver that is here. */
const built = new URL('../../dist/testing/webdriver.js', import.meta.url).href;

test('a payer pays by the verbs for WebDriver: by a card, with the bank in place of the page and in a dialog, and by STC Pay', async ({
  sandbox,
}) => {
  const { driveCheckout } = (await import(built)) as typeof webdriver;
  // Each is a purchase of its own: of one that was left for the bank, the element knows that it may be paid.
  let mode: Mode = inPage;
  const shop = await openStorefront(sandbox, ({ pathname }) => {
    if (pathname === '/back') return `<!doctype html><title>Shop</title>${returnScript}`;
    if (!['/', '/stc'].includes(pathname)) return undefined;
    const byStc = pathname === '/stc' ? { methods: 'creditcard stcpay', reference: 'stc' } : {};
    const attributes = { 'intent-url': '/intent', reference: mode.challenge, ...byStc };
    return `<!doctype html><title>Shop</title>${markup(mode, sandbox.url, attributes)}`;
  });
  const webkit = await WebKit.open(findWebKit(), process.env['PAY_GUARD']);
  try {
    const checkout = driveCheckout(webkit.driver);
    for (mode of [inPage, inPageWithDialog]) {
      await webkit.goto(shop.url);
      await checkout.pay('4242424242424242');
      await expect(checkout.answerBank('authenticated')).rejects.toThrow(
        /^The bank’s page does not come: payment [0-9a-f-]{36} is failed\.$/,
      );
      expect((await checkout.outcome()).status).toBe('failed');
      expect(await checkout.state()).toBe('failed');
      await checkout.pay(testCards.mada.approved);
      await checkout.answerBank('authenticated');
      const { status, paymentId } = await checkout.outcome();
      expect(status).toBe('paid');
      expect(await shop.readPayment(paymentId)).toMatchObject({ status: 'paid' });
    }
    await webkit.goto(`${shop.url}/stc`);
    await checkout.payByStc(testMobiles.notRegistered, testCodes.paid);
    expect((await checkout.outcome()).status).toBe('failed');
    await checkout.payByStc(testMobiles.accepted, testCodes.paid);
    expect((await checkout.outcome()).status).toBe('paid');
  } finally {
    await webkit.close();
    shop.close();
  }
});
