import { inFrame, inPage } from '../modes.js';
import { formAt } from './by-turns.js';
import { expect, expectCharges, expectPaidOnce, test, world } from './fixtures.js';
import { Payer, visit } from './payer.js';
import { refusal } from './proxy.js';
import { holdClock, pass } from './time.js';
import { atOnce, challenged, declined } from './world.js';

/** What payers were told that was not so. */

for (const [row, word] of ['Out of stock', ''].entries()) {
  const mode = formAt(row);
  test(`${mode.form}: a page that ${word ? 'stops' : 'allows'} an attempt after it was given up says nothing of the next one`, async ({
    page,
  }) => {
    const order = world.order();
    const script = `
      const [answers, causes] = [window.answers = [], window.causes = []];
      addEventListener('pay-attempt', ({ detail }) => detail.waitUntil(new Promise((allow, stop) =>
        answers.push((text) => text ? stop(new Error(text)) : allow()))));
      addEventListener('pay-error', ({ detail }) => causes.push(String(detail.error.cause)));`;
    await holdClock(page);
    const payer = await visit(page, order, { setUp: 'intent-url', mode, script });
    const countAttempts = () => page.evaluate<number>('answers.length');
    await payer.pay();
    await expect.poll(countAttempts).toBe(1);
    await pass(page, 35, () => payer.canPay());
    await payer.pay();
    await expect.poll(countAttempts).toBe(2);
    await page.evaluate(`answers[0](${JSON.stringify(word)})`);
    const entries = 'Object.values(localStorage).map((text) => JSON.parse(text).stage)';
    expect(await page.evaluate(entries)).toEqual(['claimed']);
    await pass(page, 35, () => payer.canPay());
    const causes = await page.evaluate<string[]>('causes');
    expect(causes).toHaveLength(2);
    expect(causes.join()).not.toContain('Out of stock');
    expect(world.sentFor(order)).toBe(0);
  });
}

test('page: whoever tries a refused payment once more is told that another device has paid', async ({
  page,
  browser,
}) => {
  const mode = inPage;
  const order = world.order([refusal(400)]);
  const url = world.shop.offer(order, { setUp: 'checkout-url', mode });
  await page.goto(url);
  const payer = new Payer(page, mode);
  await payer.pay();
  await expect.poll(() => world.eventsOf(order)).toEqual(['error api']);
  const device = await browser.newContext({ baseURL: world.shop.url });
  const other = new Payer(await device.newPage(), mode);
  await other.page.goto(url);
  await other.pay();
  await other.page.waitForURL('**/back?*');
  const [{ id: paid } = { id: '' }] = await world.payments(order);
  // The shop asks what became of it, as it does when a payer is back.
  expect((await other.page.request.get(`/pay/${order.id}/status?id=${paid}`)).status()).toBe(200);
  await device.close();
  await payer.button.click();
  await page.waitForURL('**/back?*');
  expect(world.eventsOf(order)).toEqual(['error api', 'outcome paid']);
  expect(world.sentFor(order)).toBe(2);
  expect(await world.charges(order)).toBe(1);
});

test('frame: a second purchase at the same address is not told the first one’s end', async ({ page }) => {
  const mode = inFrame;
  const order = world.order();
  const payer = await visit(page, order, { setUp: 'intent-url + status-url', mode });
  await payer.pay();
  await expectPaidOnce(page, order);
  // The same thing once more, from the shop's first page: a new visit is a new purchase.
  await page.goto(world.shop.url);
  await page.goto(world.shop.offer(order, { setUp: 'intent-url + status-url', mode }));
  await expect(payer.button).toBeEnabled();
  await payer.type();
  world.events.length = 0;
  await page.reload();
  await expect(payer.number).toBeVisible();
  await payer.expectState('ready');
  expect(world.eventsOf(order)).toEqual([]);
  expect(payer.hasLeft).toBe(false);
});

test('frame: a decline beside a payment that was given up before a reload says nothing of a charge', async ({
  page,
}) => {
  const order = world.order(['drop-after', 'drop-after', 'drop-after']);
  const payer = await visit(page, order, { setUp: 'intent-url', mode: inFrame });
  await payer.pay();
  await payer.expectState('unknown');
  await payer.payAnotherWay();
  await payer.expectState('ready');
  await page.reload();
  await payer.pay(declined);
  await payer.expectState('failed');
  await expect(payer.notice).toContainText('Payment not completed');
  await expect(payer.notice).not.toContainText('charged');
  expect(await world.charges(order)).toBe(1);
});

test('a used intent is recognised, whatever else the refusal holds', async ({ page }) => {
  const used = refusal(400, { type: 'intent_not_fulfillable', errors: { base: null } });
  const order = world.order(['drop-after', used, used, used]);
  const payer = await visit(page, order, { setUp: 'intent-url' });
  await payer.pay(atOnce);
  await payer.insist(4_000);
  await expectCharges(order, 1);
  await payer.expectState('unknown', 'expired');
});

test('a decline is told as one, and not when another payment waits at the bank', async ({ page }) => {
  const order = world.order();
  const payer = await visit(page, order, { setUp: 'intent-url + status-url' });
  await payer.pay(declined);
  await payer.expectState('failed');
  await payer.number.fill('');
  await payer.pay(challenged);
  await page.waitForURL('**/acs_emulator');
  // All that was said until now is counted.
  expect(await world.untruths(order)).toEqual([]);
  const countBefore = world.shownTextsOf(order).length;
  await page.goBack();
  await payer.expectState('unknown');
  await expect(payer.notice).not.toBeEmpty();
  await page.reload();
  await payer.expectState('unknown');
  await expect(payer.notice).not.toBeEmpty();
  expect(await world.untruths(order)).toEqual([]);
  const texts = world
    .shownTextsOf(order)
    .slice(countBefore)
    .map(({ text }) => text)
    .join();
  expect(texts).not.toMatch(/charged|declined/i);
  await world.approveOpen(order);
  await expectPaidOnce(page, order);
});

test('a merchant’s endpoint that fails after a lost payment says nothing of money', async ({ page }) => {
  const order = world.order(['drop-after', refusal(429)]);
  const payer = await visit(page, order, { setUp: 'intent-url' });
  await payer.pay();
  await expect.poll(() => world.sentFor(order)).toBe(2);
  world.shop.isDown = true;
  await payer.insist(2_000);
  world.shop.isDown = false;
  await expectCharges(order, 1);
});
