import { expect, type Page } from '@playwright/test';

/** From now on the test moves the page's timers, also those that end a request. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.install();
  // The clock of a test moves timers, and not this one.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      const end = () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError'));
      setTimeout(end, milliseconds);
      return controller.signal;
    };
  });
}

/** Lets time pass until something is so, in steps in which a page's own requests can be answered. */
export async function pass(page: Page, seconds: number, until: () => Promise<boolean>): Promise<void> {
  for (let passed = 0; passed < seconds && !(await until()); passed += 5) {
    // A page that is left on the way has no clock any more.
    await page.clock.runFor(5_000).catch(() => undefined);
    // What was asked of the shop is answered in real time.
    await page.evaluate(() => fetch('/quiet').then(() => undefined)).catch(() => undefined);
  }
  await expect.poll(until, { timeout: 5_000 }).toBe(true);
}
