import * as en from '../../../src/element/i18n/locales/en.js';
import { inFrame, inPage } from '../modes.js';
import { expect, test, world } from './fixtures.js';
import { Payer, visit } from './payer.js';
import { refusal } from './proxy.js';
import { atOnce, challenged } from './world.js';

/** The merchant's server refuses a payment because of what else is known of its order. */

test('frame: the payment that blocks an order is remembered over a reload', async ({ page, browser }) => {
  const mode = inFrame;
  const order = world.order();
  const address = world.shop.offer(order, { setUp: 'checkout-url', mode });
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await elsewhere.goto(address);
  const other = new Payer(elsewhere, mode);
  await other.pay(challenged);
  await elsewhere.waitForURL('**/acs_emulator');
  await page.goto(address);
  const payer = new Payer(page, mode);
  await payer.pay(atOnce);
  await payer.expectState('unknown');
  await page.reload();
  await payer.expectState('unknown');
  await context.close();
  expect(await world.charges(order)).toBe(0);
});

test('page: an order with money that was not asked for is not paid, and nothing leads on but the shop', async ({
  page,
}) => {
  const order = world.order([refusal(429, { type: 'rate_limit_error' })]);
  const payer = await visit(page, order, { setUp: 'checkout-url', mode: inPage });
  await payer.pay(atOnce);
  await expect(payer.notice).not.toBeEmpty();
  const payment = { id: crypto.randomUUID(), status: 'paid', amount: 9_000, currency: 'SAR' };
  world.shop.troubles.set(`${order.id} intent`, { status: 409, json: { type: 'payment_held', payment } });
  await payer.button.click();
  await payer.expectState('unknown');
  await expect(payer.notice).toHaveText(en.form.held);
  expect([await payer.offered.count(), await payer.canPay()]).toEqual([0, false]);
  // A reload leads no further while the shop has not looked.
  await page.reload();
  await payer.pay(atOnce);
  await payer.expectState('unknown');
  await expect(payer.notice).toHaveText(en.form.held);
  expect(await world.charges(order)).toBe(0);
});
