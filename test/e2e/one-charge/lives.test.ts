import type { BrowserContext } from '@playwright/test';
import { launchChromium } from '../../browser.js';
import { inFrame, inPage, type Mode } from '../modes.js';
import { expect, test } from './fixtures.js';
import { pairwise } from '../../pairs.js';
import { Payer } from './payer.js';
import { refusal } from './proxy.js';
import { setUps, type Offer, type Order } from './shop.js';
import { challenged, declined, type World } from './world.js';

/** What a tab learns of what others have done meanwhile. Payers' browsers keep whole pages, which Back shows again. */
const guard = process.env['PAY_GUARD'] ?? '';
test.use({
  launchOptions: {
    ...(await launchChromium(guard)),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

let world: World;
test.beforeAll(({ world: shared }) => void (world = shared));

async function open(context: BrowserContext, order: Order, offer: Offer): Promise<Payer> {
  const page = await context.newPage();
  await page.goto(world.shop.offer(order, offer));
  return new Payer(page, offer.mode);
}

/** What Back finds once `<pay-result>` has read that the payment failed: why it did, where somebody can be asked. */
const after: Readonly<Record<(typeof setUps)[number], string>> = {
  'checkout-url': 'failed',
  'intent-url + status-url': 'failed',
  'intent-url': 'ready',
  'client-secret': 'expired',
};

const rows = pairwise({
  what: ['a declined card', 'Back'],
  setUp: setUps,
  mode: [inPage, inFrame] as readonly Mode[],
});

for (const { setUp, mode } of rows.filter(({ what }) => what === 'a declined card')) {
  test(`${mode.form}, ${setUp}: a tab whose card was declined hears that another tab pays`, async ({
    context,
  }) => {
    const order = world.order();
    const offer = { setUp, mode, attributes: { reference: order.id } };
    const first = await open(context, order, offer);
    await first.pay(declined);
    await first.expectState('failed');
    await expect(first.notice).toContainText('You haven’t been charged.');
    const second = await open(context, order, offer);
    await second.pay(challenged);
    await second.page.waitForURL('**/3ds/**');
    // Nothing that the first tab can pay with, and no word that nothing was charged.
    await expect(first.notice).not.toContainText('charged');
    await expect.poll(() => first.canPay()).toBe(false);
    await second.page.getByRole('button', { name: /^Authenticated/ }).click();
    await second.page.waitForURL('**/back?*');
    expect(await world.charges(order)).toBe(1);
  });
}

for (const { setUp, mode } of rows.filter(({ what }) => what === 'Back')) {
  test(`${mode.form}, ${setUp}: Back from <pay-result> of a payment that failed does not lead to the bank`, async ({
    context,
  }) => {
    const order = world.order();
    const payer = await open(context, order, { setUp, mode, result: true });
    const { page } = payer;
    await page.evaluate('window.isSame = true');
    await payer.pay(challenged);
    await page.waitForURL('**/3ds/**');
    await page
      .getByRole('button', { name: /cancel|not auth/i })
      .first()
      .click();
    await page.waitForURL('**/back?*');
    await expect(page.locator('pay-result [part~="notice"]')).toContainText('not completed');
    await page.evaluate(() => void setTimeout(() => history.go(-2)));
    await page.waitForURL('**/checkout?*', { waitUntil: 'commit' });
    expect(await page.evaluate('window.isSame')).toBe(true);
    await payer.expectState(after[setUp]);
  });
}

for (const mode of [inPage, inFrame] as readonly Mode[]) {
  test(`${mode.form}: a refused payment that another tab finds to be paid is paid here too`, async ({
    context,
  }) => {
    // The browser's own first sending arrived, and the shop learns of it only after the refusal of the second was told.
    const order = world.order(['drop-after', refusal(429, { type: 'rate_limit_error' })], 6_000);
    const offer = { setUp: 'intent-url + status-url', mode } as const;
    const first = await open(context, order, offer);
    await first.pay();
    await first.expectState('ready');
    await expect(first.notice).toContainText('wasn’t accepted');
    const second = await open(context, order, offer);
    await second.page.waitForURL('**/back?*', { timeout: 20_000 });
    await first.page.waitForURL('**/back?*');
    expect(await world.charges(order)).toBe(1);
    expect(world.toldOf(order)).toContain('outcome paid');
  });

  test(`${mode.form}: a page of the shop that empties the storage makes nobody forget what is open`, async ({
    context,
  }) => {
    const order = world.order(Array.from({ length: 4 }, () => 'drop-after' as const));
    const offer = { setUp: 'intent-url', mode } as const;
    const first = await open(context, order, offer);
    await first.pay();
    await first.expectState('unknown');
    const other = await context.newPage();
    await other.goto(world.shop.url);
    await other.evaluate('localStorage.clear()');
    const second = await open(context, order, offer);
    await second.expectState('unknown');
    expect(await second.canPay()).toBe(false);
    expect(await world.charges(order)).toBe(1);
  });
}
