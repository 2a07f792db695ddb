import { launchChromium } from '../../browser.js';
import { approve } from '../modes.js';
import { byTurns, formAt } from './by-turns.js';
import { expect, expectCharges, expectPaidOnce, test, world } from './fixtures.js';
import { Payer, visit } from './payer.js';
import { setUps, type SetUp } from './shop.js';
import { atOnce, challenged } from './world.js';

/** Playwright switches off the memory of whole pages that Back shows again; payers' browsers have it. */
const guard = process.env['PAY_GUARD'] ?? '';
test.use({
  launchOptions: {
    ...(await launchChromium(guard)),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

const rows = ['an older copy', 'an older copy', 'Back', 'Back'].map((what, row) => ({
  what,
  ...byTurns<SetUp>(row, ['checkout-url', 'intent-url + status-url', 'intent-url']),
}));

for (const { setUp, mode } of rows.filter(({ what }) => what === 'an older copy')) {
  test(`${mode.form}, ${setUp}: an older copy of the page, kept whole by the browser, does not pay again`, async ({
    context,
  }) => {
    const order = world.order();
    const page = await context.newPage();
    let kept = 0;
    await page.exposeBinding('shownAgain', () => void kept++);
    await page.addInitScript(() => {
      const { shownAgain } = window as unknown as { shownAgain(): void };
      addEventListener('pageshow', ({ persisted }) => persisted && shownAgain());
    });
    const address = world.shop.offer(order, { setUp, mode });
    await page.goto(address);
    const older = new Payer(page, mode);
    await older.type();
    // The shop's own link to its checkout: a second copy of the page, which pays.
    await page.goto(world.shop.url);
    await page.goto(`${address}&again`);
    await new Payer(page, mode).pay(atOnce);
    await expectPaidOnce(page, order);
    await page.evaluate(() => void setTimeout(() => history.go(-3)));
    await expect.poll(() => kept).toBe(1);
    // It has read what the other copy wrote, and offers no form.
    const knows = async () => older.hasLeft || /unknown|paid/.test(await older.stateNow());
    await expect.poll(knows).toBe(true);
    await older.insist(4_000);
    await expectCharges(order, 1);
  });
}

for (const { setUp, mode } of rows.filter(({ what }) => what === 'Back')) {
  test(`${mode.form}, ${setUp}: Back shows the page as it was left for the bank, and it finds a way on`, async ({
    context,
  }) => {
    const order = world.order();
    const page = await context.newPage();
    const payer = await visit(page, order, { setUp, mode });
    await payer.pay(challenged);
    await page.waitForURL('**/acs_emulator');
    await page.goBack({ waitUntil: 'commit' });
    await payer.expectState('unknown');
    // Where the shop can be asked, the way to the bank is offered after the second answer; it is there once the shop is
    // asked a third time.
    const [payment] = await world.payments(order);
    const isAbout = ({ method, path }: { method: string; path: string }) =>
      method === 'GET' && path.endsWith(String(payment?.id));
    if (setUp !== 'intent-url')
      await expect.poll(async () => (await world.merchant.log()).filter(isAbout).length).toBeGreaterThan(2);
    // By keyboard: no driver finds a frame again that came back with its page.
    await payer.element.evaluate(async (element: HTMLElement & { submit(): Promise<unknown> }) => {
      element.focus();
      // A frame obeys in order: once it has answered this, which sends nothing here, it has the focus.
      await element.submit();
    });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await approve(page);
    await expectPaidOnce(page, order);
  });
}

/** What Back finds once `<pay-result>` has read that the payment failed: why it did, where somebody can be asked. */
const after: Readonly<Record<(typeof setUps)[number], string>> = {
  'checkout-url': 'failed',
  'intent-url + status-url': 'failed',
  'intent-url': 'ready',
  'client-secret': 'expired',
};

for (const [at, setUp] of setUps.entries()) {
  const mode = formAt(at + 1);
  test(`${mode.form}, ${setUp}: Back from <pay-result> of a payment that failed does not lead to the bank`, async ({
    page,
  }) => {
    const order = world.order();
    const payer = await visit(page, order, { setUp, mode, result: true });
    await page.evaluate('window.isSame = true');
    await payer.pay(challenged);
    await page.waitForURL('**/acs_emulator');
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
