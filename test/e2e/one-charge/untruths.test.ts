import { inFrame, inPage } from '../modes.js';
import { formAt } from './by-turns.js';
import { expect, test } from './fixtures.js';
import { Payer } from './payer.js';
import { refusal } from './proxy.js';
import { holdClock, pass } from './time.js';
import { atOnce, challenged, declined, type World } from './world.js';

/** What payers were told that was not so. */
let world: World;
test.beforeAll(({ world: shared }) => void (world = shared));

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
    await page.goto(world.shop.offer(order, { setUp: 'intent-url', mode, script }));
    const payer = new Payer(page, mode);
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
  await page.goto(world.shop.offer(order, { setUp: 'intent-url + status-url', mode }));
  const payer = new Payer(page, mode);
  await payer.pay();
  await page.waitForURL('**/back?*');
  expect(await world.charges(order)).toBe(1);
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

test('page: fetchIntent at one order’s address does not tell the end of another', async ({ page }) => {
  const mode = inPage;
  const fetching = (id: string) =>
    `customElements.whenDefined('pay-checkout').then(() => Object.assign(document.querySelector('pay-checkout'), {
      fetchIntent: () => fetch('/intent?order=${id}', { method: 'POST' }).then((answer) => answer.json()),
      fetchStatus: (id) => fetch('/status?order=${id}&id=' + id).then((answer) => answer.status === 404 ? undefined : answer.ok ? answer.json() : Promise.reject(new Error('busy'))),
    }))`;
  // The first one's end is not known when the second begins.
  const [first, second] = [world.order(['drop-after', 'drop-after', 'drop-after']), world.order()];
  for (const order of [first, second]) {
    const attributes = { 'intent-url': undefined };
    world.shop.offer(order, { setUp: 'intent-url', mode, attributes, script: fetching(order.id) });
  }
  await page.goto(`${world.shop.url}/checkout?order=${first.id}`);
  const payer = new Payer(page, mode);
  // Nobody answers about the first until then.
  world.shop.troubles.set(`${first.id} status`, { status: 503, json: {} });
  await payer.pay();
  await payer.expectState('unknown');
  await page.goto(`${world.shop.url}/checkout?order=${second.id}`);
  world.shop.troubles.delete(`${first.id} status`);
  await expect(payer.number).toBeVisible();
  await page.reload();
  await expect(payer.number).toBeVisible();
  expect(world.eventsOf(second)).toEqual([]);
  await payer.pay();
  await page.waitForURL(`**/back?order=${second.id}*`);
  for (const order of [first, second]) {
    expect(await world.charges(order)).toBe(1);
    expect(await world.untruths(order)).toEqual([]);
  }
});

test('frame: a decline beside a payment that was given up before a reload says nothing of a charge', async ({
  page,
}) => {
  const mode = inFrame;
  const order = world.order(['drop-after', 'drop-after', 'drop-after']);
  await page.goto(world.shop.offer(order, { setUp: 'intent-url', mode }));
  const payer = new Payer(page, mode);
  await payer.pay();
  await payer.expectState('unknown');
  await payer.offered.filter({ hasText: 'Pay another way' }).click();
  await payer.offered.filter({ hasText: 'Yes, pay again' }).click();
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
  await page.goto(world.shop.offer(order, { setUp: 'intent-url' }));
  const payer = new Payer(page);
  await payer.pay(atOnce);
  await payer.insist(4_000);
  expect(await world.charges(order)).toBe(1);
  expect(await world.untruths(order)).toEqual([]);
  await payer.expectState('unknown', 'expired');
});

test('a decline is told as one, and not when another payment waits at the bank', async ({ page }) => {
  const order = world.order();
  await page.goto(world.shop.offer(order, { setUp: 'intent-url + status-url' }));
  const payer = new Payer(page);
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
  await page.waitForURL('**/back?*');
  expect(await world.charges(order)).toBe(1);
  expect(await world.untruths(order)).toEqual([]);
});

test('a merchant’s endpoint that fails after a lost payment says nothing of money', async ({ page }) => {
  const order = world.order(['drop-after', refusal(429)]);
  await page.goto(world.shop.offer(order, { setUp: 'intent-url' }));
  const payer = new Payer(page);
  await payer.pay();
  await expect.poll(() => world.sentFor(order)).toBe(2);
  world.shop.isDown = true;
  await payer.insist(2_000);
  world.shop.isDown = false;
  expect(await world.charges(order)).toBe(1);
  expect(await world.untruths(order)).toEqual([]);
});
