import { checkoutTest as base } from '../../src/testing/playwright.js';
import { startDemo } from './demo.js';
import { World } from './one-charge/world.js';
import { openProgram, type Program } from './program.js';
import { startSandbox, type Running } from './servers.js';

interface Servers {
  /** The service. A test that counts, or queues faults, resets it first. */
  readonly sandbox: Running;
  /** The demo shop with a service of its own. Its orders are the test's own; the service is shared, and never reset. */
  readonly demo: Running;
  /** The server program with a shop and a service. Its orders are the test's own. */
  readonly program: Program;
  /** Where a charge is counted. Its orders are the test's own. */
  readonly world: World;
}

/**
 * The test of all pages, with the fixture of integrators. What takes a second to start starts once for each worker, when
 * the first of its tests asks for it. A `test` that had servers of its own would be run by workers of its own, each with
 * another browser.
 */
export const test = base.extend<object, Servers>({
  sandbox: [
    async ({}, use) => {
      const sandbox = await startSandbox();
      await use(sandbox);
      await sandbox.kill();
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({}, use) => {
      const demo = await startDemo();
      await use(demo);
      await demo.kill();
    },
    { scope: 'worker' },
  ],
  program: [
    async ({}, use) => {
      const program = await openProgram();
      await use(program);
      await program.close();
    },
    { scope: 'worker' },
  ],
  world: [
    async ({}, use) => {
      const world = await World.open();
      await use(world);
      await world.close();
    },
    { scope: 'worker' },
  ],
});
