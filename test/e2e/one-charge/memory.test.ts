import { approve, inFrame, inPage, inPageWithDialog } from '../modes.js';
import { formAt } from './by-turns.js';
import { expect, expectCharges, test, world } from './fixtures.js';
import { Payer, visit } from './payer.js';
import { refusal } from './proxy.js';
import { holdClock, pass, passTenMinutes } from './time.js';
import { challenged, declined } from './world.js';

/** What the tabs of one browser remember: every payment that may take money is known to all, and to the right purchase. */

const withStatusUrl = 'intent-url + status-url';

const paid = (payer: Payer) =>
  expect(payer.page.locator('pay-result [part~="notice"]')).toContainText('Payment received');

for (const [row, setUp] of (['intent-url', withStatusUrl] as const).entries()) {
  const mode = formAt(row);
  test(`${mode.form}, ${setUp}: Back from <pay-result> after the bank finds no form`, async ({ context }) => {
    const offer = { setUp, mode, result: true } as const;
    const order = world.order();
    const payer = await visit(context, order, offer);
    const before = await payer.page.evaluate('history.length');
    await payer.pay(challenged);
    await approve(payer.page);
    await paid(payer);
    await payer.page.evaluate(`setTimeout(() => history.go(${String(before)} - history.length))`);
    await payer.page.waitForURL('**/checkout?*', { waitUntil: 'commit' });
    await payer.expectState('paid');
    await expectCharges(order, 1);
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
  const order = world.order();
  const [one, two] = [await context.newPage(), await context.newPage()];
  const address = world.shop.offer(order, { setUp: withStatusUrl, mode: inPageWithDialog });
  const [first, second] = [new Payer(one), new Payer(two)];
  for (const page of [one, two]) await holdClock(page);
  await one.goto(address);
  await first.pay(challenged);
  await one.getByRole('button', { name: 'Close' }).click();
  await one.getByRole('button', { name: 'Leave' }).click();
  await first.expectState('unknown');
  await two.goto(address);
  await second.expectState('unknown');
  await passTenMinutes(two);
  await pass(two, 60, () => second.anotherWay.isVisible());
  await second.payAnotherWay();
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
  // Lost on the way: the browser may send it again by itself.
  const order = world.order(Array.from({ length: 4 }, () => 'drop-before' as const));
  const offer = { setUp: 'intent-url', mode: inFrame } as const;
  const first = await visit(context, order, offer);
  await first.pay();
  await first.expectState('unknown');
  const second = await visit(context, order, offer);
  await second.expectState('unknown');
  await second.payAnotherWay();
  await second.pay();
  await second.page.waitForURL('**/back?*');
  await first.payAnotherWay();
  await first.expectState('paid');
  await expectCharges(order, 1);
});

test('tabs that pay for different orders in the same moment are all remembered', async ({ context }) => {
  const script = `addEventListener('pay-attempt', ({ detail }) => detail.waitUntil(new Promise((go) => {
    const look = () => (Date.now() < window.moment ? setTimeout(look) : go());
    look();
  })))`;
  const offer = { setUp: 'intent-url', mode: inPage, script } as const;
  // Two of them show it only now and then.
  const orders = Array.from({ length: 6 }, () => world.order(['hang']));
  const payers = await Promise.all(orders.map((order) => visit(context, order, offer)));
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
  const order = world.order();
  const offer = { setUp: 'intent-url', mode: inFrame, result: true } as const;
  const first = await visit(context, order, offer);
  await first.pay(challenged);
  await first.page.waitForURL('**/acs_emulator');
  const second = await visit(context, order, offer);
  await second.expectState('unknown');
  await second.payAnotherWay();
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
  const [first, second] = [await visit(context, order, offer), await visit(context, order, offer)];
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
  const first = await visit(context, order, offer);
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
  const order = world.order();
  await holdClock(page);
  const payer = await visit(page, order, { setUp: withStatusUrl, mode: inPage });
  await payer.pay(challenged);
  await page.waitForURL('**/acs_emulator');
  await page.goBack();
  await payer.expectState('unknown');
  await passTenMinutes(page);
  await pass(page, 60, () => payer.anotherWay.isVisible());
  for (let time = 0; time < 2; time++) {
    await page.reload();
    await pass(page, 15, async () => (await payer.notice.innerText()).includes('Your bank is waiting'), 1);
    await expect(payer.anotherWay).toBeVisible();
  }
});
