import { inFrame, inPage, type Mode } from '../modes.js';
import { expect, test } from './fixtures.js';
import { Payer } from './payer.js';
import type { World } from './world.js';

/** A form in a frame takes a page's values as a form in the page does, so the two know of each other's payments. */
let world: World;
test.beforeAll(({ world: shared }) => void (world = shared));

const lost = ['drop-after', 'drop-after', 'drop-after'] as const;

for (const [first, second] of [
  [inFrame, inPage],
  [inPage, inFrame],
] as readonly (readonly [Mode, Mode])[]) {
  test(`with an empty currency, a tab with the form in the ${second.form} finds what one in the ${first.form} has sent`, async ({
    context,
  }) => {
    const order = world.order(lost);
    const visit = async (mode: Mode) => {
      const page = await context.newPage();
      const attributes = { currency: '' };
      await page.goto(world.shop.offer(order, { setUp: 'intent-url', mode, attributes }));
      return new Payer(page, mode);
    };
    const one = await visit(first);
    await one.pay();
    await expect.poll(() => world.charges(order)).toBe(1);
    await one.expectState('unknown');
    const two = await visit(second);
    await two.expectState('unknown');
    expect(await two.canPay()).toBe(false);
  });
}

test('frame: the payment that fetchStatus answers may hold what cannot be sent', async ({ page }) => {
  const mode = inFrame;
  const order = world.order(lost);
  // First something that is not JSON at all, then what reactive state of a framework is.
  const script = `addEventListener('DOMContentLoaded', () => {
    const element = document.querySelector('pay-checkout');
    const loop = {};
    const metadata = [Object.assign(loop, { loop }), new Proxy({ cart: '7', sum() {} }, {})];
    element.fetchStatus = async (id) => {
      const response = await fetch('/status?order=${order.id}&id=' + id);
      return response.ok ? { ...(await response.json()), metadata: metadata.shift() } : undefined;
    };
  });`;
  await page.goto(world.shop.offer(order, { setUp: 'intent-url', mode, script }));
  await new Payer(page, mode).pay();
  await page.waitForURL('**/back?*', { timeout: 20_000 });
  expect(await world.charges(order)).toBe(1);
});

test('frame: an address that is a URL object is refused', async ({ page }) => {
  const mode = inFrame;
  const order = world.order();
  const script = `addEventListener('DOMContentLoaded', () => {
    const element = document.querySelector('pay-checkout');
    element.statusUrl = new URL('/status?order=${order.id}', location.href);
  });`;
  const attributes = { reference: order.id };
  await page.goto(world.shop.offer(order, { setUp: 'client-secret', mode, attributes, script }));
  const payer = new Payer(page, mode);
  await payer.expectState('misconfigured');
  await expect(payer.notice).toContainText('`status-url` must be a string.');
});
