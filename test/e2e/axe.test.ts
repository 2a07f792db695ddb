import { expect, type Page } from '@playwright/test';
import { openGallery } from './gallery.js';
import { bankFrame, cardFrame, formOf, inFrame, inFrameWithDialog, inPageWithDialog } from './modes.js';
import { Stage } from './states.js';
import { addAxe, violations } from './violations.js';
import { test } from './worker.js';

/** What a page is looked at in. */
const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colors': { colorScheme: 'dark', forcedColors: 'active' },
} as const;

let stage: Stage;
test.beforeAll(async ({ sandbox }) => void (stage = await Stage.open(sandbox)));
test.afterAll(() => stage.close());

/**
 * Each language and each look once. axe takes letters that join, as the Arabic ones do, for icons, and does not judge
 * their contrast: so colours are judged where the words are English too.
 */
const both = [
  ['en', 'light'],
  ['ar', 'dark'],
] as const;

for (const [lang, look] of [...both, ['en', 'forced colors'] as const]) {
  test(`axe finds nothing in any situation of the gallery and in any layout, ${lang}, ${look}`, async ({
    page,
    demo,
  }) => {
    const media = looks[look];
    // Contrast is judged once colours stand still.
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    await openGallery(page, demo, { lang, width: 390, scheme: media.colorScheme });
    await addAxe(page);
    // Many forms of one name stand in the gallery, and one in a page.
    const of = look === 'forced colors' ? 'colours' : 'all';
    const found = (await violations(page, of)).filter((line) => !line.startsWith('landmark-unique:'));
    expect(found).toEqual([]);
  });
}

/** The bank's page is a document of its own, with a main part of its own: what is judged is what we draw around it. */
const ours = (page: Page) => page.frames().filter((frame) => !frame.url().includes('/card_auth/'));

/**
 * One sees the page through the frame, and axe takes what it cannot see to be white: so the page's colour is put where it
 * is seen. Only where both have the same scheme is a frame transparent.
 */
async function showThrough(page: Page): Promise<void> {
  const outer = await page
    .locator('pay-checkout .place > iframe')
    .evaluate((frame) => getComputedStyle(frame).colorScheme);
  const inner = await formOf(page, inFrame).evaluate(() => {
    const root = document.documentElement;
    const bare = [root, document.body].map((it) => getComputedStyle(it).backgroundColor);
    document.body.style.background = 'Canvas';
    return { scheme: getComputedStyle(root).colorScheme, bare };
  });
  expect(inner).toEqual({ scheme: outer, bare: ['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'] });
}

const speak = (page: Page, lang: string) =>
  page.evaluate((lang) => void (document.documentElement.lang = lang), lang);

/** Looks at the frame, and what is around it, in both languages and looks. */
async function judge(page: Page, about: string): Promise<void> {
  const root = formOf(page, inFrame).locator('[part~="form"]');
  for (const [lang, look, of = 'all'] of [...both, ['en', 'dark', 'colours']] as const) {
    await speak(page, lang);
    await expect(root).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
    await page.emulateMedia(looks[look]);
    expect(await violations(page, of), `${about}, ${lang}, ${look}`).toEqual([]);
  }
}

test('axe finds nothing around the frame and within it, ready, with errors and failed, in English, light and dark, and in Arabic', async ({
  page,
}) => {
  const form = await stage.enter(page, 'ready', inFrame);
  await addAxe(page);
  await showThrough(page);
  await judge(page, 'ready');
  await form.button.click();
  await expect(form.name).toHaveAttribute('aria-invalid', 'true');
  await judge(page, 'errors');
  await form.fill('4242424242424242');
  await form.button.click();
  await expect.poll(() => form.state()).toBe('failed');
  await judge(page, 'failed');
});

for (const [mode, [lang, look], other] of [
  [inPageWithDialog, both[0], 'dark'],
  [inFrameWithDialog, both[1], 'light'],
] as const) {
  test(`axe finds nothing with the bank’s page open over the form in the ${mode.form}, ${lang}, ${look} and ${other}`, async ({
    page,
  }) => {
    await page.emulateMedia({ ...looks[look], reducedMotion: 'reduce' });
    const form = await stage.enter(page, 'ready', mode);
    await speak(page, lang);
    await form.fill('4201320111111010');
    await form.button.click();
    await bankFrame(page)
      .getByRole('button', { name: /^Authenticated/ })
      .waitFor();
    await expect(page.locator('pay-checkout dialog')).toHaveAttribute('lang', lang);
    await addAxe(page, ours(page));
    if (mode.form === 'frame') await showThrough(page);
    const judgeBoth = async (about: string) => {
      await page.emulateMedia(looks[look]);
      expect(await violations(page), `${about}, ${look}`).toEqual([]);
      await page.emulateMedia(looks[other]);
      expect(await violations(page, 'colours'), `${about}, ${other}`).toEqual([]);
    };
    await judgeBoth('the bank’s page');
    await page.locator('pay-checkout dialog header button').last().click();
    await expect(page.locator('pay-checkout dialog [role="group"]')).toBeVisible();
    await judgeBoth('asked whether to stop');
  });
}

test('axe looks into the frame and the shadow root: it finds a label that is taken away in there', async ({
  page,
}) => {
  await stage.enter(page, 'ready', inFrame);
  await addAxe(page);
  await cardFrame(page)
    .locator('label[for="name"]')
    .evaluate((label) => label.removeAttribute('for'));
  expect((await violations(page)).join()).toMatch(/label: <input[^>]* id="name"/);
});
