import { expect, test, type Page } from '@playwright/test';
import { cannot } from '../cannot.mjs';
import type { Form } from './form.js';
import { inFrame, inPage } from './modes.js';
import { aboutToComplain, upperEdge } from './press.js';
import { Stage } from './states.js';

let stage: Stage;
test.beforeAll(async () => void (stage = await Stage.open()));
test.afterAll(() => stage.close());
test.beforeEach(() => stage.shop.control('reset'));

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const invalid = ({ number }: Form) => number.getAttribute('aria-invalid');

for (const mode of [inPage, inFrame]) {
  test.describe(`with the form in the ${mode.form}`, () => {
    test.skip(({ browserName }) => browserName === 'firefox' && mode.form === 'frame', cannot.firefox.frames);

    test('a press on the button lands, though the field that it leaves complains', async ({ page }) => {
      const form = await aboutToComplain(stage, page, mode);
      const before = await form.button.boundingBox();
      const { x, y } = await upperEdge(form.button);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await expect(form.number).not.toBeFocused();
      await drawn(page);
      expect(await form.button.boundingBox()).toEqual(before);
      await page.mouse.up();
      for (const field of [form.number, form.expiry, form.code, form.name])
        await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect.poll(async () => (await form.button.boundingBox())?.y).toBeGreaterThan(before?.y ?? NaN);
    });

    test('a press on what the shop has below lands, and then the field complains', async ({ page }) => {
      const form = await aboutToComplain(stage, page, mode);
      const own = page.getByText('Of the shop');
      const { x, y } = await upperEdge(own);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await expect(form.number).not.toBeFocused();
      await drawn(page);
      expect(await upperEdge(own)).toEqual({ x, y });
      await page.mouse.up();
      await expect(page.getByText('Pressed')).toBeVisible();
      await expect.poll(() => invalid(form)).toBe('true');
      await expect.poll(async () => (await upperEdge(page.getByText('Pressed'))).y).toBeGreaterThan(y);
    });
  });
}
