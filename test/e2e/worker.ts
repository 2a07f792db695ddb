import { checkoutTest as base } from '../../src/testing/playwright.js';
import { startDemo } from './demo.js';
import { startSandbox, type Running } from './servers.js';

interface Servers {
  /** The service. A test that counts, or queues faults, resets it first. */
  readonly sandbox: Running;
  /** The demo shop with a service of its own. Its orders are the test's own; the service is shared, and never reset. */
  readonly demo: Running;
}

/** Tests with the fixture of integrators, which share one of each server with the other files of their worker: what takes a second to start starts once. */
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
});
