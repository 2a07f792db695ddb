import type { Page } from '@playwright/test';

/** Holds the answers to requests until they are let go. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let letGo!: () => void;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(url, async (route) => {
    await gone;
    await route.continue();
  });
  return letGo;
}
