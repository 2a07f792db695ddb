import { expect, type Page } from '@playwright/test';
import { pairwise } from '../pairs.js';
import { openCheckout } from './demo.js';
import type { Form } from './form.js';
import type { Running } from './servers.js';
import { addAxe, violations } from './violations.js';
import { test } from './worker.js';

const themes = ['shop', 'sand', 'night', 'ink'] as const;

let shop: Running;
test.beforeAll(({ demo }) => void (shop = demo));

const themeSwitch = (page: Page) => page.getByLabel('Look of the form');

/** What a payer sees of a theme, once nothing changes any more. */
async function look({ page, button, number }: Form): Promise<string> {
  const moving = () => page.locator('pay-checkout').evaluate((it) => it.shadowRoot?.getAnimations().length);
  await expect.poll(moving).toBe(0);
  const seen = [button, number].map((part) =>
    part.evaluate((it) => {
      const { backgroundColor, color, borderColor, borderRadius } = getComputedStyle(it);
      return { backgroundColor, color, borderColor, borderRadius };
    }),
  );
  return JSON.stringify(await Promise.all(seen));
}

test('each theme looks its own, and what has been typed stays', async ({ page }) => {
  const form = await openCheckout(page, shop);
  await form.fill('4201320111111010');
  const looks = new Set<string>();
  for (const theme of themes) {
    await themeSwitch(page).selectOption(theme);
    looks.add(await look(form));
  }
  expect([...looks]).toHaveLength(themes.length);
  await expect(form.number).toHaveValue('4201 3201 1111 1010');
  await expect(form.name).toHaveValue('Sara Ali');
});

test('the theme that was chosen is worn again when the page is opened again', async ({ page }) => {
  const form = await openCheckout(page, shop);
  await form.button.waitFor();
  const plain = await look(form);
  await themeSwitch(page).selectOption('sand');
  const sand = await look(form);
  await page.reload();
  await expect(themeSwitch(page)).toHaveValue('sand');
  await form.button.waitFor();
  expect(await look(form)).toBe(sand);
  expect(sand).not.toBe(plain);
});

test('a theme that is not known is not worn', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'neon'));
  await openCheckout(page, shop);
  await expect(themeSwitch(page)).toHaveValue('shop');
});

const rows = pairwise({
  theme: themes,
  colorScheme: ['light', 'dark'],
  messages: ['no field has one', 'every field has one'],
});

test('axe finds nothing in any theme, on a light and on a dark page, also where every field has a message', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const form = await openCheckout(page, shop);
  await form.button.waitFor();
  await addAxe(page);
  const check = async (wanted: (typeof rows)[number]['messages']) => {
    expect(await violations(page), wanted).toEqual([]);
    for (const { theme, colorScheme, messages } of rows.filter(({ messages }) => messages === wanted)) {
      await page.emulateMedia({ colorScheme });
      await themeSwitch(page).selectOption(theme);
      await look(form);
      expect(await violations(page, 'colours'), `${theme}, ${colorScheme}, ${messages}`).toEqual([]);
    }
  };
  await check('no field has one');
  await form.button.click();
  await expect(page.locator('pay-checkout input[aria-invalid="true"]')).toHaveCount(4);
  await check('every field has one');
});
