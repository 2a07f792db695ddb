import { inFrame } from '../modes.js';
import { expect, expectCharges, expectPaidOnce, test, world } from './fixtures.js';
import { Payer, visit } from './payer.js';
import { refusal } from './proxy.js';
import { holdClock, pass } from './time.js';
import { atOnce } from './world.js';

/** What becomes of a payer and of a page after the service has refused an attempt. */

const ended = 'This payment has ended. Check your bank messages; if you haven’t paid, try again.';
const number = '4111 1140 0576 5430';

test('a refused attempt whose intent another device has paid, which the shop does not know yet, is not sent again', async ({
  page,
  browser,
}) => {
  // The shop learns of the other device's payment ten minutes too late.
  const order = world.order([refusal(400)], 10 * 60_000);
  const url = world.shop.offer(order, { setUp: 'checkout-url' });
  await holdClock(page);
  await page.goto(url);
  const payer = new Payer(page);
  await payer.pay();
  await expect.poll(() => world.eventsOf(order)).toEqual(['error api']);
  const device = await browser.newContext({ baseURL: world.shop.url });
  const other = new Payer(await device.newPage());
  await other.page.goto(url);
  await other.pay();
  await other.page.waitForURL('**/back?*');
  await device.close();
  expect(await world.charges(order)).toBe(1);

  const sent = world.sentFor(order);
  await payer.button.click();
  await payer.expectState('unknown');
  // Nothing is said to have ended, and only the payer's own word leads on.
  await pass(page, 700, async () => (await payer.offered.count()) > 0, 50);
  expect(world.eventsOf(order)).toEqual(['error api', 'outcome unknown']);
  expect(world.sentFor(order)).toBe(sent);
  await expectCharges(order, 1);
});

test('an intent that is refused as expired is asked about for some seconds, then the form says so with the typed card in it, and the next try pays', async ({
  page,
}) => {
  const order = world.order();
  const script = `addEventListener('pay-attempt', ({ detail }) =>
    detail.waitUntil(new Promise((allow) => (window.allow = allow))), { once: true })`;
  await holdClock(page);
  const payer = await visit(page, order, { setUp: 'intent-url + status-url', mode: inFrame, script });
  await payer.pay();
  await page.waitForFunction('window.allow');
  // The intent is there, and runs out before the card is sent.
  await world.merchant.control('clock', { advance: 3 * 60 * 60 });
  await page.evaluate('window.allow()');
  await payer.expectState('unknown');
  await pass(page, 20, () => payer.canPay(), 2);
  await expect(payer.notice).toHaveText(ended);
  await expect(payer.number).toHaveValue(number);
  expect(world.eventsOf(order)).toEqual(['outcome unknown', 'error expired']);
  await payer.button.click();
  await expectPaidOnce(page, order);
});

test('a key that becomes wrong while a payment is on its way is said in the console at once, and the payment goes on', async ({
  page,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const order = world.order(['hang']);
  await holdClock(page);
  const payer = await visit(page, order, { setUp: 'intent-url + status-url' });
  await payer.pay(atOnce);
  await payer.expectState('paying');
  await payer.element.evaluate((element) => element.setAttribute('publishable-key', 'sk_test_hush'));
  await expect.poll(() => logged.join('\n')).toContain('`publishable-key`');
  expect(world.eventsOf(order)).toEqual([]);
  expect(await payer.state()).toBe('paying');
});
