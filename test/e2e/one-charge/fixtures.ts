import { expect, type Page } from '@playwright/test';
import { test as base } from '../worker.js';
import type { Order } from './shop.js';
import type { World } from './world.js';

export { expect };

/** Tests of one worker share one world, each with orders of its own. It is there before each test. */
export let world: World;

export const test = base.extend<{ readonly sharedWorld: World }>({
  sharedWorld: [
    async ({ world: shared }, use) => {
      world = shared;
      await use(shared);
      // What a test breaks in it is mended after the test.
      world.mend();
    },
    { auto: true },
  ],
  context: async ({ context, world: shared }, use) => {
    await shared.listen(context);
    await use(context);
  },
  actionTimeout: 8_000,
});

/** So often the payer's money was taken, and nothing that was read is untrue. */
export async function expectCharges(order: Order, charges: number): Promise<void> {
  expect(await world.charges(order)).toBe(charges);
  expect(await world.untruths(order)).toEqual([]);
}

/** The payer is back in the shop. */
export async function expectPaidOnce(page: Page, order: Order): Promise<void> {
  await page.waitForURL('**/back?*');
  await expectCharges(order, 1);
}
