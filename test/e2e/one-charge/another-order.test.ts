import { expect, test } from '@playwright/test';
import { inFrame, inPage, type Mode } from '../modes.js';
import { Payer } from './payer.js';
import { refusal } from './proxy.js';
import type { Order } from './shop.js';
import { World } from './world.js';

/** A page of many orders sets the next one while the first is being paid. */
let world: World;
test.beforeAll(async () => void (world = await World.open()));
test.afterAll(() => world.close());
test.beforeEach(({ context }) => world.listen(context));
test.use({ actionTimeout: 8_000 });

const goesOn = (to: Order) =>
  `window.goOn = () => document.querySelector('pay-checkout').setAttribute('checkout-url', '/pay/${to.id}');`;

const moments = {
  'the purchase is claimed': `
    const { request } = LockManager.prototype;
    LockManager.prototype.request = function (...values) {
      window.goOn();
      return request.apply(this, values);
    };`,
  'its attempt is waited for': `
    addEventListener('pay-attempt', ({ detail }) => detail.waitUntil(Promise.resolve().then(window.goOn)));`,
};

for (const mode of [inPage, inFrame] as readonly Mode[]) {
  for (const [when, script] of Object.entries(moments)) {
    test(`${mode.form}: the page goes on to another order while ${when}`, async ({ page }) => {
      // The refusal makes the element ask what became of the payment.
      const [order, next] = [world.order(['drop-after', refusal(429)]), world.order()];
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(
        world.shop.offer(order, { setUp: 'checkout-url', mode, script: goesOn(next) + script }),
      );
      await new Payer(page, mode).pay();
      await expect.poll(() => world.charges(order)).toBe(1);
      await page.waitForURL('**/back?*');
      expect(asked.filter((path) => path.startsWith('/pay/'))).toEqual([
        `/pay/${order.id}/intent`,
        `/pay/${order.id}/attempt`,
        `/pay/${order.id}/status`,
      ]);
      expect(await world.payments(next)).toEqual([]);
    });
  }
}
