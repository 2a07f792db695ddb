import { test as base } from '@playwright/test';
import { World } from './world.js';

export { expect } from '@playwright/test';

/** Tests of one worker share one world, each with orders of its own; what a test breaks in it is mended after the test. */
export const test = base.extend<object, { world: World }>({
  world: [
    async ({}, use) => {
      const world = await World.open();
      await use(world);
      await world.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ context, world }, use) => {
    await world.listen(context);
    await use(context);
    world.mend();
  },
  actionTimeout: 8_000,
});
