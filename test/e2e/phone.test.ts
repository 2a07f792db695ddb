import { devices, expect } from '@playwright/test';
import { buy } from './demo.js';
import type { Form } from './form.js';
import { formOf, inFrame, inPage } from './modes.js';
import { aboutToComplain, upperEdge } from './press.js';
import { Stage } from './states.js';
import { test } from './worker.js';

/** All but the browser, which would be another worker's. */
const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
test.use(phone);

let stage: Stage;
test.beforeAll(async ({ sandbox }) => void (stage = await Stage.open(sandbox)));
test.afterAll(() => stage.close());

test('a payer buys something in the shop, on a phone', ({ checkout, demo }) => buy(checkout, demo));

for (const lang of ['en', 'ar'] as const) {
  test(`a thumb alone pays, in ${lang}: nothing zooms and no keyboard but that of digits comes for digits`, async ({
    page,
  }) => {
    const form: Form = await stage.enter(page, 'ready');
    await page.evaluate((lang) => void (document.documentElement.lang = lang), lang);
    await expect(page.locator('pay-checkout [part~="form"]')).toHaveAttribute('lang', lang);
    const [number, expiry, code] =
      lang === 'ar' ? ['٤١١١١١٤٠٠٥٧٦٥٤٣٠', '١٢٣٠', '١٢٣'] : ['4111114005765430', '1230', '123'];
    for (const [field, text, keyboard] of [
      [form.number, number, 'numeric'],
      [form.expiry, expiry, 'numeric'],
      [form.code, code, 'numeric'],
      [form.name, 'Sara Ali', 'text'],
    ] as const) {
      await field.tap();
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('inputmode', keyboard);
      // A phone zooms into a field whose letters are smaller.
      expect(
        await field.evaluate((input) => parseFloat(getComputedStyle(input).fontSize)),
      ).toBeGreaterThanOrEqual(16);
      await field.pressSequentially(text);
    }
    await expect(form.number).toHaveValue('4111 1140 0576 5430');
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    await form.button.tap();
    await expect.poll(() => form.state()).toBe('paid');
  });
}

for (const mode of [inPage, inFrame]) {
  test(`a thumb chooses a saved card and pays, in the ${mode.form}`, async ({ page }) => {
    const form = await stage.enter(page, 'ready', mode);
    const token = await stage.shop.keepCard('4111114005765430');
    await page.locator('pay-checkout').evaluate(
      (element, tokens) => {
        const saved = { company: 'visa', month: 12, year: 2030 };
        const savedCards = tokens.map((token, at) => ({ ...saved, token, number: `•••• 000${at}` }));
        Object.assign(element, { savedCards });
      },
      ['token_unused', token],
    );
    const rows = formOf(page, mode).locator('[part="choice"]');
    await expect(rows).toHaveCount(3);
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await rows.nth(1).tap();
    await expect(formOf(page, mode).getByRole('radio').nth(1)).toBeChecked();
    await form.button.tap();
    await expect.poll(() => form.state()).toBe('paid');
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  });
}

test('a double tap makes one payment', async ({ page }) => {
  const form = await stage.enter(page, 'ready');
  await form.fill('4111114005765430');
  const { x, y, width, height } = (await form.button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const tap = () => page.touchscreen.tap(x + width / 2, y + height / 2);
  await Promise.all([tap(), tap()]);
  await expect.poll(() => form.state()).toBe('paid');
  expect(await stage.shop.fulfilments()).toBe(1);
});

for (const mode of [inPage, inFrame]) {
  test(`a tap on the button lands, though the field that it leaves complains, in the ${mode.form}`, async ({
    page,
  }) => {
    const form = await aboutToComplain(stage, page, mode);
    const { x, y } = await upperEdge(form.button);
    await page.touchscreen.tap(x, y);
    for (const field of [form.number, form.expiry, form.code, form.name])
      await expect(field).toHaveAttribute('aria-invalid', 'true');
  });
}
