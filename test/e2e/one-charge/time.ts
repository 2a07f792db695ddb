import { expect, type BrowserContext, type Page } from '@playwright/test';

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

/**
 * Lets time pass until something is so, in steps in which a page's own requests can be answered. Where a request more or
 * less changes nothing, steps may be long.
 */
export async function pass(
  page: Page,
  seconds: number,
  until: () => Promise<boolean>,
  step = 5,
): Promise<void> {
  for (let passed = 0; passed < seconds && !(await until()); passed += step) {
    // A page that is left on the way has no clock any more.
    await page.clock.runFor(step * 1_000).catch(() => undefined);
    // What was asked of the shop is answered in real time.
    await page.evaluate(() => fetch('/quiet').then(() => undefined)).catch(() => undefined);
  }
  await expect.poll(until, { timeout: 5_000 }).toBe(true);
}

/** At once, as while a device sleeps: what was to come in that time comes at its end. */
export const passTenMinutes = (page: Page): Promise<void> => page.clock.fastForward('10:00');

/** The page's own time goes by so many times as fast as the test's. */
export async function hurry(place: Page | BrowserContext, times: number): Promise<void> {
  await place.addInitScript((times) => {
    const [later, now, start] = [window.setTimeout.bind(window), Date.now.bind(Date), Date.now()];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const sooner = (call: () => void, milliseconds = 0) => later(call, milliseconds / times);
    Object.assign(window, { setTimeout: sooner });
    Date.now = () => start + (now() - start) * times;
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds / times);
  }, times);
}
