import { inFrame } from '../modes.js';
import { expect, test } from './fixtures.js';
import { Payer } from './payer.js';
import type { World } from './world.js';

/** A form in a frame takes what a page's functions answer, as a form in the page does. */
let world: World;
test.beforeAll(({ world: shared }) => void (world = shared));

const lost = ['drop-after', 'drop-after', 'drop-after'] as const;

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
