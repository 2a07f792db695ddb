import type { BrowserContext, Page } from '@playwright/test';
import { inFrame, inPage, inPageWithDialog } from '../modes.js';
import { formAt } from './by-turns.js';
import { expect, test } from './fixtures.js';
import { Payer } from './payer.js';
import { refusal } from './proxy.js';
import type { Offer, Order } from './shop.js';
import { holdClock, pass } from './time.js';
import { challenged, declined, type World } from './world.js';

/** What the tabs of one browser remember: every payment that may take money is known to all, and to the right purchase. */
let world: World;
test.beforeAll(({ world: shared }) => void (world = shared));

const withStatusUrl = 'intent-url + status-url';

async function open(context: BrowserContext, order: Order, offer: Offer): Promise<Payer> {
  const page = await context.newPage();
  await page.goto(world.shop.offer(order, offer));
  return new Payer(page, offer.mode);
}

const anotherWay = (payer: Payer) => payer.offered.filter({ hasText: 'Pay another way' });

async function payAnotherWay(payer: Payer): Promise<void> {
  await anotherWay(payer).click();
  await expect(payer.notice).toContainText('you’ll pay twice');
  await payer.offered.filter({ hasText: 'Yes, pay again' }).click();
}

/** From the checkout over the bank to the page that the payer comes back to. */
async function payAtBank(payer: Payer): Promise<void> {
  await payer.pay(challenged);
  await approve(payer.page);
}

async function approve(page: Page): Promise<void> {
  await page.waitForURL('**/acs_emulator');
  await page.getByRole('button', { name: /^Authenticated/ }).click();
  await page.waitForURL('**/back?*');
}

const paid = (payer: Payer) =>
  expect(payer.page.locator('pay-result [part~="notice"]')).toContainText('Payment received');

for (const [row, setUp] of (['intent-url', withStatusUrl] as const).entries()) {
  const mode = formAt(row);
  test(`${mode.form}, ${setUp}: Back from <pay-result> after the bank finds no form`, async ({ context }) => {
    const offer = { setUp, mode, result: true } as const;
    const order = world.order();
    const payer = await open(context, order, offer);
    const before = await payer.page.evaluate('history.length');
    await payAtBank(payer);
    await paid(payer);
    await payer.page.evaluate(`setTimeout(() => history.go(${String(before)} - history.length))`);
    await payer.page.waitForURL('**/checkout?*', { waitUntil: 'commit' });
    await payer.expectState('paid');
    expect(await world.charges(order)).toBe(1);
    // Without a status source nobody knows where the payment leads back to.
    if (setUp !== withStatusUrl) return;
    await payer.offered.filter({ hasText: 'Continue' }).click();
    await payer.page.waitForURL('**/back?*');
    await paid(payer);
  });
}

test('page: a payment that fails does not replace what another tab has paid in its place', async ({
  context,
}) => {
  const mode = inPage;
  const order = world.order();
  const [one, two] = [await context.newPage(), await context.newPage()];
  const address = world.shop.offer(order, { setUp: withStatusUrl, mode: inPageWithDialog });
  const [first, second] = [new Payer(one, mode), new Payer(two, mode)];
  for (const page of [one, two]) await holdClock(page);
  await one.goto(address);
  await first.pay(challenged);
  await one.getByRole('button', { name: 'Close' }).click();
  await one.getByRole('button', { name: 'Leave' }).click();
  await first.expectState('unknown');
  await two.goto(address);
  await second.expectState('unknown');
  await pass(two, 12 * 60, () => anotherWay(second).isVisible(), 30);
  await payAnotherWay(second);
  await second.pay();
  await two.waitForURL('**/back?*');
  await world.declineOpen(order);
  await pass(one, 5 * 60, async () => (await first.state()) === 'failed');
  // Of this card, nothing was taken; of the purchase, the money was.
  await expect(first.notice).toContainText('not completed');
  await expect(first.notice).not.toContainText('charged');
  await first.pay();
  await pass(one, 30, async () => first.hasLeft);
  expect(await world.charges(order)).toBe(1);
});

test('frame: "Pay another way" in a second tab finds what was paid another way in the first', async ({
  context,
}) => {
  const mode = inFrame;
  // Lost on the way: the browser may send it again by itself.
  const order = world.order(Array.from({ length: 4 }, () => 'drop-before' as const));
  const offer = { setUp: 'intent-url', mode } as const;
  const first = await open(context, order, offer);
  await first.pay();
  await first.expectState('unknown');
  const second = await open(context, order, offer);
  await second.expectState('unknown');
  await payAnotherWay(second);
  await second.pay();
  await second.page.waitForURL('**/back?*');
  await payAnotherWay(first);
  await first.expectState('paid');
  expect(await world.charges(order)).toBe(1);
  expect(await world.untruths(order)).toEqual([]);
});

test('tabs that pay for different orders in the same moment are all remembered', async ({ context }) => {
  const script = `addEventListener('pay-attempt', ({ detail }) => detail.waitUntil(new Promise((go) => {
    const look = () => (Date.now() < window.moment ? setTimeout(look) : go());
    look();
  })))`;
  const offer = { setUp: 'intent-url', mode: inPage, script } as const;
  // Two of them show it only now and then.
  const orders = Array.from({ length: 6 }, () => world.order(['hang']));
  const payers = await Promise.all(orders.map((order) => open(context, order, offer)));
  for (const payer of payers) await payer.type();
  const moment = Date.now() + 1_000;
  for (const { page } of payers) await page.evaluate(`window.moment = ${moment}`);
  await Promise.all(payers.map((payer) => payer.pressAtOnce()));
  for (const order of orders) await expect.poll(() => world.sentFor(order)).toBe(1);
  for (const { page } of payers) await page.reload();
  for (const payer of payers) await payer.expectState('unknown');
});

test('frame: <pay-result> of a payment that was set aside does not say that nothing was charged', async ({
  context,
}) => {
  const mode = inFrame;
  const order = world.order();
  const offer = { setUp: 'intent-url', mode, result: true } as const;
  const first = await open(context, order, offer);
  await first.pay(challenged);
  await first.page.waitForURL('**/acs_emulator');
  const second = await open(context, order, offer);
  await second.expectState('unknown');
  await payAnotherWay(second);
  await second.pay();
  await second.page.waitForURL('**/back?*');
  await paid(second);
  await first.page.getByRole('button', { name: /cancel/i }).click();
  await first.page.waitForURL('**/back?*');
  const notice = first.page.locator('pay-result [part~="notice"]');
  await expect(notice).toContainText('not completed');
  await expect(notice).not.toContainText('charged');
  expect(await world.charges(order)).toBe(1);
});

test('what could not be stored for a moment does not hide what another tab sends later', async ({
  context,
}) => {
  const order = world.order();
  const offer = { setUp: withStatusUrl, mode: inPage } as const;
  const [first, second] = [await open(context, order, offer), await open(context, order, offer)];
  await first.page.evaluate(() => {
    for (let size = 4 * 1024 * 1024; size >= 1;) {
      try {
        localStorage.setItem(`page's own ${localStorage.length}`, 'x'.repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  await first.pay(declined);
  await first.expectState('failed');
  await first.page.evaluate('localStorage.clear()');
  await second.pay(challenged);
  await second.page.waitForURL('**/acs_emulator');
  await first.expectState('unknown');
  await approve(second.page);
  await expect.poll(() => first.hasLeft).toBe(true);
  expect(await world.charges(order)).toBe(1);
});

test('a payment that is sent is remembered beside a claim that was left', async ({ context }) => {
  const order = world.order([refusal(429, { type: 'rate_limit_error' }), { late: 20_000 }]);
  // The page that has the second tab never lets its attempt go on.
  const script = `addEventListener('pay-attempt', ({ detail }) =>
    window.holds && detail.waitUntil(new Promise(() => undefined)))`;
  const offer = { setUp: withStatusUrl, mode: inPage, script, attributes: { timeout: '60000' } } as const;
  const first = await open(context, order, offer);
  await first.pay();
  await expect(first.notice).not.toBeEmpty();
  await first.expectState('ready');
  const two = await context.newPage();
  await holdClock(two);
  await two.goto(world.shop.offer(order, offer));
  const second = new Payer(two);
  await pass(two, 150, () => second.canPay());
  await two.evaluate('window.holds = true');
  await second.pay();
  await second.expectState('paying');
  await two.close();
  await first.pay();
  await expect.poll(() => world.charges(order)).toBe(1);
  await first.page.reload();
  await first.insist(3_000);
  expect(await world.charges(order)).toBe(1);
});

test('page: "Pay another way" stays offered after reloads', async ({ page }) => {
  const mode = inPage;
  const order = world.order();
  await holdClock(page);
  await page.goto(world.shop.offer(order, { setUp: withStatusUrl, mode }));
  const payer = new Payer(page, mode);
  await payer.pay(challenged);
  await page.waitForURL('**/acs_emulator');
  await page.goBack();
  await payer.expectState('unknown');
  await pass(page, 12 * 60, () => anotherWay(payer).isVisible(), 30);
  for (let time = 0; time < 2; time++) {
    await page.reload();
    await expect(payer.notice).toContainText('Your bank is waiting');
    await expect(anotherWay(payer)).toBeVisible();
  }
});
