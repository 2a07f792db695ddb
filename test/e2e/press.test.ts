import { expect, type Locator, type Page } from '@playwright/test';
import type { Form } from './form.js';
import { inFrame, inPage } from './modes.js';
import { aboutToComplain, drawn, upperEdge } from './press.js';
import { Stage } from './states.js';
import { test } from './worker.js';

let stage: Stage;
test.beforeAll(async ({ sandbox }) => void (stage = await Stage.open(sandbox)));
test.afterAll(() => stage.close());
test.beforeEach(() => stage.shop.control('reset'));

/** Near the lower edge: a question of more lines moves its buttons down, but not by as much. */
const presses = [
  [
    'a second press, however slow,',
    async (button: Locator, page: Page) => {
      const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
      for (let times = 0; times < 2; times++) {
        await page.mouse.click(x + 40, y + 44);
        await drawn(page);
      }
    },
  ],
  [
    'a key that is held down',
    async (button: Locator, page: Page) => {
      await button.focus();
      for (let times = 0; times < 3; times++) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
    },
  ],
] as const;

const invalid = ({ number }: Form) => number.getAttribute('aria-invalid');

for (const mode of [inPage, inFrame]) {
  test.describe(`with the form in the ${mode.form}`, () => {
    /** Frames cannot be typed into in Firefox: see limitations.ts. */
    const tag = mode.form === 'page' ? '@engine' : '@chromium';

    test(
      'a press on the button lands, though the field that it leaves complains',
      { tag },
      async ({ page }) => {
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
      },
    );

    test(
      'a press on what the shop has below lands, and then the field complains',
      { tag },
      async ({ page }) => {
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
      },
    );

    for (const [how, pressTwice] of presses) {
      test(
        `${how} on "Pay another way" does not answer the question that comes in its place`,
        { tag },
        async ({ page }) => {
          const form = await stage.visit(page, { challenge: 'frame' }, mode);
          await form.fill('4201320111111010');
          await form.button.click();
          await page.getByRole('button', { name: 'Close' }).click();
          await page.getByRole('button', { name: 'Leave' }).click();
          const acts = form.notice.getByRole('button');
          await expect(acts).toHaveText(['Go to your bank’s page', 'Pay another way']);
          await pressTwice(acts.last(), page);
          await expect(form.notice).toContainText('you’ll pay twice');
          await drawn(page);
          expect(await form.state()).toBe('unknown');
          await acts.getByText('Yes, pay again').click();
          await expect.poll(() => form.state()).toBe('expired');
          await expect(form.notice).toBeFocused();
        },
      );
    }
  });
}
