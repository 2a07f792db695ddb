import type { Page } from '@playwright/test';
import { inFrame, inFrameWithDialog, inPage, inPageWithDialog, type Mode } from '../modes.js';
import { byTurns, formAt } from './by-turns.js';
import { expect, expectPaidOnce, test, world } from './fixtures.js';
import { visit, type Payer } from './payer.js';
import type { RequestOutcome } from './proxy.js';
import type { Offer, Order, SetUp } from './shop.js';
import { holdClock, hurry, pass, passTenMinutes } from './time.js';
import { atOnce, challenged } from './world.js';

/** In every state the payer can press something that helps, or something moves within a stated time. */

const never: readonly RequestOutcome[] = ['drop-before', 'drop-before', 'drop-before'];

async function visitHeld(page: Page, order: Order, offer: Offer): Promise<Payer> {
  await holdClock(page);
  return visit(page, order, offer);
}

/** The form is there, or a button beside it. */
const canMove = async (payer: Payer) =>
  payer.hasLeft || (await payer.canPay()) || (await payer.offered.count()) > 0;

// ── it never arrived

const rows = ['the payer stays', 'the payer reloads', 'F5', '10 minutes'].map((what, row) => ({
  what,
  ...byTurns<SetUp>(row, ['checkout-url', 'intent-url + status-url']),
}));

for (const { what: then, setUp, mode } of rows.filter(({ what }) => what.startsWith('the payer'))) {
  test(`${mode.form}, ${setUp}: it never arrived and the intent has run out; ${then}`, async ({ page }) => {
    // Nobody hears of it, and the browser has nothing to send again.
    const order = world.order(['hang']);
    const payer = await visitHeld(page, order, { setUp, mode });
    await payer.pay(atOnce);
    await pass(page, 60, async () => (await payer.state()) === 'unknown');
    await world.merchant.control('clock', { advance: 3 * 60 * 60 });
    if (then === 'the payer reloads') await page.reload();
    await pass(page, 150, () => payer.canPay());
    // On the old intent, which is refused, and after a while on a fresh one. A moved clock may end the request on the
    // old one, which then goes out again. More than that is a circle.
    for (let tries = 0; tries < 3 && !payer.hasLeft; tries++) {
      await payer.pay(atOnce);
      await expect.poll(async () => payer.hasLeft || (await payer.stateNow()) === 'unknown').toBe(true);
      await pass(page, 150, async () => payer.hasLeft || (await payer.canPay()));
    }
    await expectPaidOnce(page, order);
  });
}

for (const { setUp, mode } of rows.filter(({ what }) => what === 'F5')) {
  test(`${mode.form}, ${setUp}: it never arrived, then F5: the form is back after the grace period`, async ({
    page,
  }) => {
    const order = world.order(never);
    const payer = await visitHeld(page, order, { setUp, mode });
    await payer.pay(atOnce);
    await payer.expectState('unknown');
    await page.reload();
    await pass(page, 120, () => payer.canPay());
    await payer.pay(atOnce);
    await expectPaidOnce(page, order);
  });
}

test('intent-url: nobody can be asked, and the payer can say that he pays another way', async ({ page }) => {
  const order = world.order(never);
  const payer = await visitHeld(page, order, { setUp: 'intent-url' });
  await payer.pay(atOnce);
  await payer.expectState('unknown');
  await payWithConsent(payer);
  await expectPaidOnce(page, order);
});

/** The payer's own word: asked once more, in plain words, with a way back. */
async function payWithConsent(payer: Payer): Promise<void> {
  await payer.anotherWay.click();
  await expect(payer.notice).toContainText('you’ll pay twice');
  await payer.offered.filter({ hasText: 'Back' }).click();
  await expect(payer.notice).not.toContainText('you’ll pay twice');
  await payer.payAnotherWay();
  await payer.pay(atOnce);
}

for (const { setUp, mode } of rows.filter(({ what }) => what === '10 minutes')) {
  test(`${mode.form}, ${setUp}: after 10 minutes at the bank the payer can pay another way`, async ({
    page,
  }) => {
    const order = world.order();
    const payer = await visitHeld(page, order, { setUp, mode });
    await payer.pay(challenged);
    await page.waitForURL('**/acs_emulator');
    await page.goBack();
    await payer.expectState('unknown');
    await pass(page, 15, () => payer.offered.first().isVisible(), 1);
    await expect(payer.anotherWay).toHaveCount(0);
    await world.merchant.control('clock', { advance: 11 * 60 });
    await passTenMinutes(page);
    await pass(page, 60, async () => (await payer.anotherWay.count()) > 0);
    await payWithConsent(payer);
    await expectPaidOnce(page, order);
  });
}

// ── the bank’s page does not come

/** Read by script: a locator waits for the navigation that was begun, and this one has no end. */
async function look(page: Page, mode: Mode): Promise<{ readonly state: string; readonly buttons: number }> {
  const framed = page.frames().find((frame) => frame.url().includes('/pay-frame.html'));
  const form = mode.form === 'frame' && framed ? framed : page.mainFrame();
  const state = await page.evaluate(
    () => (document.querySelector('pay-checkout') as unknown as { state: string }).state,
  );
  const buttons = await form.evaluate(
    () =>
      document.querySelector('pay-checkout')?.shadowRoot?.querySelectorAll('[part~="notice"] button').length,
  );
  return { state, buttons: buttons ?? 0 };
}

for (const [row, then] of (['stays where it is', 'is put elsewhere in the page'] as const).entries()) {
  const mode = formAt(row);
  // A frame that is moved is loaded again.
  test(`${mode.form}: the bank answers 204, and the element ${then}: after 10 s there is a way there`, async ({
    page,
  }) => {
    const order = world.order();
    world.proxy.bankIsEmpty = true;
    // A clock that the test moves stands still while a navigation is under way.
    await hurry(page, 5);
    const attributes = { timeout: '20000' };
    const payer = await visit(page, order, { setUp: 'intent-url + status-url', mode, attributes });
    await payer.type(challenged);
    // A click of the driver's waits for the navigation too, when that begins soon enough.
    await payer.pressAtOnce();
    await expect.poll(async () => (await look(page, mode)).state).toBe('redirecting');
    if (then !== 'stays where it is')
      await page.evaluate(() => document.body.append(document.querySelector('pay-checkout') as Element));
    // A frame that is put elsewhere is found once more, and gone when it is asked.
    await expect(async () => expect((await look(page, mode)).buttons).toBeGreaterThan(0)).toPass({
      timeout: 15_000,
    });
    expect((await look(page, mode)).state).toBe('unknown');
    expect(world.eventsOf(order)).toContain('redirect');
    expect(await world.payments(order)).toHaveLength(1);
    expect(await world.untruths(order)).toEqual([]);
  });
}

test('the payer chooses to stay when the page asks: after 10 s there is a way to the bank again', async ({
  page,
}) => {
  const order = world.order();
  const payer = await visitHeld(page, order, { setUp: 'intent-url + status-url' });
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  page.on('dialog', (dialog) => void dialog.dismiss());
  await payer.pay(challenged);
  await payer.expectState('redirecting');
  await pass(page, 15, () => canMove(payer));
  await payer.expectState('unknown');
});

// ── functions and endpoints that never answer

const withFunctions = (what: string) =>
  `customElements.whenDefined('pay-checkout').then(() => Object.assign(document.querySelector('pay-checkout'), { ${what} }))`;

test('frame: fetchIntent that never settles: after 30 s the form is back', async ({ page }) => {
  const order = world.order();
  const script = withFunctions('fetchIntent: () => new Promise(() => undefined)');
  const offer: Offer = {
    setUp: 'intent-url',
    mode: inFrame,
    script,
    attributes: { 'intent-url': undefined },
  };
  const payer = await visitHeld(page, order, offer);
  await payer.pay(atOnce);
  await payer.expectState('paying');
  await pass(page, 35, () => payer.canPay());
  await expect.poll(() => world.eventsOf(order).at(-1) ?? '').toMatch(/^error/);
  expect(await world.untruths(order)).toEqual([]);
});

test('frame: waitUntil that does not settle for 30 s: the form is back; when it settles nothing is sent, and a reload finds the form', async ({
  page,
}) => {
  const order = world.order();
  const script = `addEventListener('pay-attempt', ({ detail }) => detail.waitUntil(new Promise((settle) => (window.settle = settle))))`;
  const payer = await visitHeld(page, order, { setUp: 'intent-url', mode: inFrame, script });
  await payer.pay(atOnce);
  await payer.expectState('paying');
  await pass(page, 35, () => payer.canPay());
  await page.evaluate(() => (window as unknown as { settle(): void }).settle());
  // Comes after all that the settled promise leads to.
  await page.evaluate(() => fetch('/quiet').then(() => undefined));
  expect(world.sentFor(order)).toBe(0);
  await page.reload();
  await payer.expectState('ready');
});

test('page: waitUntil of pay-redirect that never settles: after 30 s the payer is at the bank', async ({
  page,
}) => {
  const order = world.order();
  const script = `addEventListener('pay-redirect', ({ detail }) => detail.waitUntil(new Promise(() => undefined)))`;
  const payer = await visitHeld(page, order, { setUp: 'intent-url + status-url', mode: inPage, script });
  await payer.pay(challenged);
  await payer.expectState('redirecting');
  await pass(page, 35, async () => page.url().includes('/acs_emulator'));
});

test('frame: fetchStatus that never settles: after 30 s there is a way on', async ({ page }) => {
  const order = world.order(['drop-after', 'drop-after', 'drop-after']);
  const script = withFunctions('fetchStatus: () => new Promise(() => undefined)');
  const payer = await visitHeld(page, order, { setUp: 'intent-url', mode: inFrame, script });
  await payer.pay(atOnce);
  await payer.expectState('unknown');
  await pass(page, 15 * 60, () => canMove(payer), 30);
  expect(await world.untruths(order)).toEqual([]);
});

for (const [mode, file] of [
  [inPageWithDialog, 'pay-challenge.js'],
  [inFrameWithDialog, 'pay-lit.js'],
] as const) {
  test(`${mode.name}: ${file} never comes: after 5 s the payer is at the bank`, async ({ page }) => {
    await page.route(`**/${file}`, () => undefined);
    const payer = await visitHeld(page, world.order(), { setUp: 'intent-url + status-url', mode });
    await payer.pay(challenged);
    await payer.expectState('redirecting');
    await pass(page, 10, async () => page.url().includes('/acs_emulator'));
  });
}
