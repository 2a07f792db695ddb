import { expect, type Locator, type Page } from '@playwright/test';
import type { Form } from './form.js';
import type { Mode } from './modes.js';
import type { Stage } from './states.js';

/** What was to be drawn is drawn. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The payer is in a field that will complain when it is left, in two lines: that pushes down all that is below. */
export async function aboutToComplain(stage: Stage, page: Page, mode: Mode): Promise<Form> {
  await page.setViewportSize({ width: 320, height: 900 });
  const form = await stage.visit(page, { networks: 'mada' }, mode);
  // The form in a frame complains by the networks of the page, which come after its fields.
  await expect.poll(() => form.state()).toBe('ready');
  await page.locator('pay-checkout').evaluate((it) => {
    const own = Object.assign(document.createElement('button'), { textContent: 'Of the shop' });
    own.addEventListener('click', () => (own.textContent = 'Pressed'));
    it.after(own);
  });
  await form.number.fill('4111111111111111');
  // A frame is as high as its form only a moment after the form is there.
  await expect(form.button).toBeInViewport({ ratio: 1 });
  return form;
}

/** Near its upper edge: what moves down a line moves away from there. */
export async function upperEdge(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y, width } = (await target.boundingBox()) ?? { x: NaN, y: NaN, width: NaN };
  return { x: x + width / 2, y: y + 4 };
}
