import { expect, test } from '@playwright/test';
import { Stage, states } from './states.js';
import { addAxe, violations } from './violations.js';

const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colors': { colorScheme: 'dark', forcedColors: 'active' },
} as const;

let stage: Stage;
test.beforeAll(async () => void (stage = await Stage.open()));
test.afterAll(() => stage.close());

for (const state of states) {
  test(`axe finds nothing in the state ${state}, in English and Arabic, light, dark and in forced colors`, async ({
    page,
  }) => {
    const form = await stage.enter(page, state);
    const reached = await form.state();
    await addAxe(page);
    // Contrast is judged once colours stand still.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const lang of ['en', 'ar']) {
      await page.evaluate((lang) => void (document.documentElement.lang = lang), lang);
      const root = page.locator('pay-checkout [part~="form"]');
      await expect(root).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
      for (const [look, media] of Object.entries(looks)) {
        await page.emulateMedia(media);
        expect(await violations(page), `${lang}, ${look}`).toEqual([]);
      }
    }
    expect(await form.state()).toBe(reached);
  });
}

test('axe is there and looks into the shadow root: it finds a label that is taken away', async ({ page }) => {
  await stage.enter(page, 'ready');
  await addAxe(page);
  await page.locator('label[for="cvc"]').evaluate((label) => label.removeAttribute('for'));
  expect((await violations(page)).join()).toMatch(/label: <input[^>]* id="cvc"/);
});
