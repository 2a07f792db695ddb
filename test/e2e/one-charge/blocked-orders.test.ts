import { inFrame, inPage } from '../modes.js';
import { expect, test } from './fixtures.js';
import { Payer } from './payer.js';
import { refusal } from './proxy.js';
import { holdClock, pass } from './time.js';
import { atOnce, challenged, type World } from './world.js';

/** The merchant's server refuses a payment because of what else is known of its order. */
let world: World;
test.beforeAll(({ world: shared }) => void (world = shared));

for (const mode of [inPage, inFrame]) {
  test(`${mode.form}: the payment that blocks an order is remembered over a reload`, async ({
    page,
    browser,
  }) => {
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
  test(`${mode.form}: a held payment whose order has another price now is asked about, and the next one is paid`, async ({
    page,
  }) => {
    const order = world.order([refusal(429, { type: 'rate_limit_error' })]);
    await holdClock(page);
    await page.goto(world.shop.offer(order, { setUp: 'checkout-url', mode }));
    const payer = new Payer(page, mode);
    await payer.pay(atOnce);
    await expect(payer.notice).not.toBeEmpty();
    world.shop.troubles.set(`${order.id} attempt`, { status: 409, json: { type: 'price_changed' } });
    await payer.button.click();
    await payer.expectState('unknown');
    world.shop.troubles.delete(`${order.id} attempt`);
    await pass(page, 120, () => payer.canPay());
    await payer.pay(atOnce);
    await page.waitForURL('**/back?*');
    expect(await world.charges(order)).toBe(1);
  });
}
