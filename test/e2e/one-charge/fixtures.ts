import { test as base } from '../worker.js';

export { expect } from '@playwright/test';

/** Tests of one worker share one world, each with orders of its own; what a test breaks in it is mended after the test. */
export const test = base.extend({
  context: async ({ context, world }, use) => {
    await world.listen(context);
    await use(context);
    world.mend();
  },
  actionTimeout: 8_000,
});
