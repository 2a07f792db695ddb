import type { Locator, Page } from '@playwright/test';
import type { Running } from './servers.js';

/** What the gallery of the demo shows. */
interface View {
  readonly lang: string;
  readonly width: 320 | 390 | 1280;
  readonly scheme: 'light' | 'dark';
}

/** Opens the gallery, and waits until each form is in the state that it is there for. */
export async function openGallery(page: Page, demo: Running, view: View): Promise<void> {
  const query = new URLSearchParams({ ...view, width: String(view.width) });
  await page.goto(`${demo.url}demo/merchant/gallery.html?${query.toString()}`);
  await page.locator('html[data-ready]').waitFor();
}

/** The form of one of the gallery's situations. */
export const formIn = (page: Page, situation: string): Locator =>
  page.locator('figure', { has: page.getByText(situation, { exact: true }) }).locator('pay-checkout');
