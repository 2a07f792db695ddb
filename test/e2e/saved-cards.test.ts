import { expect, type Page } from '@playwright/test';
import { Form } from './form.js';
import { formOf, inFrame, inPage, markup, type Mode } from './modes.js';
import { openStorefront, type Storefront } from './servers.js';
import { addAxe, darkViolations, violations } from './violations.js';
import { test } from './worker.js';

const paid = '4111114005765430';
/** On no list: the bank declines it and asks the payer nothing. */
const declined = '4242424242424242';
/** Everything that a page can be told, and where it can be stored: a token must be in none of it. */
const watching = `<script>
  window.recorded = [];
  const record = (what) => recorded.push(what);
  for (const type of ['ready', 'change', 'invalid', 'attempt', 'redirect', 'outcome', 'error'])
    addEventListener('pay-' + type, ({ detail }) => {
      const { error } = detail ?? {};
      record(type + JSON.stringify(error ? [error.message, error.stack, error.errors, String(error.cause)] : detail));
    });
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) {
    const original = console[name];
    console[name] = (...all) => (record('console ' + all.map(String)), original(...all));
  }
  addEventListener('error', ({ message }) => record(message));
  addEventListener('unhandledrejection', ({ reason }) => record(String(reason)));
  addEventListener('pay-outcome', (event) => event.preventDefault());
</script>`;

interface Visit {
  readonly mode: Mode;
  readonly cards: readonly object[];
  readonly attributes?: Readonly<Record<string, string>>;
  readonly lang?: string;
}

let shop: Storefront;
/** What the page has in it. No address has a token. */
let shown: Visit;
test.beforeAll(async ({ sandbox }) => {
  shop = await openStorefront(sandbox, ({ pathname }) => {
    if (pathname !== '/') return undefined;
    const { mode, cards, attributes = {}, lang = 'en' } = shown;
    const all = { 'intent-url': '/intent', ...attributes };
    return `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width">
      <title>Checkout</title><style>:root { color-scheme: light dark } body { background: Canvas; color: CanvasText }</style>
      ${watching}<main><h1>Checkout</h1>${markup(mode, shop.service, all)}</main>
      <script>document.querySelector('pay-checkout').savedCards = ${JSON.stringify(cards)}</script>`;
  });
});
test.afterAll(() => shop.close());

const card = (token: string, over: object = {}) => ({
  token,
  company: 'visa',
  number: '4111-11XX-XXXX-5430',
  month: 3,
  year: 2031,
  ...over,
});
const expired = card('token_expired', { number: '4111-11XX-XXXX-0001', year: 2024 });

/** The checkout of a returning payer, once the saved cards are there. */
async function visit(page: Page, visit: Visit) {
  shown = visit;
  const { mode, cards } = visit;
  await page.goto(shop.url);
  const form = new Form(page, mode);
  const radios = formOf(page, mode).getByRole('radio');
  await expect(radios).toHaveCount(cards.length === 0 ? 0 : cards.length + 1);
  await expect.poll(() => form.state()).toBe('ready');
  return { form, radios, box: formOf(page, mode).getByRole('checkbox') };
}

/** All that the page has been told and has stored, and all that stands in it. */
const pageKnows = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { recorded } = window as unknown as { readonly recorded: readonly string[] };
    const shown = document.querySelector('pay-checkout')?.shadowRoot?.innerHTML;
    const entries = performance.getEntries().map(({ name }) => name);
    const stores = [localStorage, sessionStorage].map((store) => JSON.stringify({ ...store }));
    return [...recorded, shown, ...entries, ...stores, document.cookie].join('\n');
  });

/** Keys are the engine's; frames cannot be typed into in Firefox: see limitations.ts. */
for (const mode of [inPage, inFrame])
  test(
    `with the form in the ${mode.form}, by keys alone: a card is chosen by an arrow, Enter pays`,
    { tag: mode.form === 'page' ? '@engine' : '@chromium' },
    async ({ page }) => {
      const token = await shop.keepCard(paid);
      const cards = [card('token_unused'), card(token, { number: '4111-11XX-XXXX-0003' })];
      const { form, radios } = await visit(page, { mode, cards, attributes: { 'save-card': 'offer' } });
      await page.locator('pay-checkout').evaluate((element) => element.focus());
      await expect(form.button).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await expect(radios.nth(0)).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(radios.nth(2)).toBeChecked();
      await page.keyboard.press('Tab');
      await expect(form.number).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowUp');
      await expect(radios.nth(1)).toBeChecked();
      await expect(form.number).toBeHidden();
      await page.keyboard.press('Enter');
      await expect.poll(() => form.state()).toBe('paid');
    },
  );

/** With the form in the page, all but the keys is shown by `saved-pay.dom.test.ts` and `saved-cards.engine.test.ts`. */
test.describe('with the form in a frame', () => {
  const mode = inFrame;
  test('a returning payer pays by a saved card in one press, and the page knows no token', async ({
    page,
  }) => {
    const token = await shop.keepCard(paid);
    const { form } = await visit(page, { mode, cards: [expired, card(token)] });
    await form.button.click();
    await expect.poll(() => form.state()).toBe('paid');
    const known = await pageKnows(page);
    expect(known).toContain('outcome{"outcome":{"status":"paid"');
    expect(known).toContain('"method":"saved"');
    expect(known).not.toContain('token_');
  });

  test('a typed card pays after a declined and a deleted saved card', async ({ page }) => {
    const [bad, gone] = [await shop.keepCard(declined), await shop.keepCard(paid)];
    await shop.call(`/tokens/${gone}`, undefined, { method: 'DELETE' });
    const cards = [card(bad), card(gone, { number: '4111-11XX-XXXX-0002' })];
    const { form, radios } = await visit(page, { mode, cards });
    await form.button.click();
    await expect.poll(() => form.state()).toBe('failed');
    await expect(form.notice).toContainText('Payment not completed');
    await expect(radios.nth(0)).toBeFocused();
    await radios.nth(1).check();
    await form.button.click();
    await expect(form.notice).toContainText('This card isn’t accepted here. Use another card.');
    await expect(radios.nth(1)).toBeDisabled();
    await expect(radios.nth(2)).toBeChecked();
    await form.fill(paid);
    await form.button.click();
    await expect.poll(() => form.state()).toBe('paid');
    expect(await pageKnows(page)).not.toContain('token_');
  });

  test('a typed card is kept when the payer ticks the box', async ({ page }) => {
    const { form, box } = await visit(page, { mode, cards: [], attributes: { 'save-card': 'offer' } });
    await expect(box).not.toBeChecked();
    await form.fill(paid);
    await box.focus();
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
    const paying = page.waitForRequest('**/fulfill');
    await form.button.click();
    expect((await paying).postDataJSON()).toMatchObject({ source: { save_card: true } });
    await expect.poll(() => form.state()).toBe('paid');
    expect(await pageKnows(page)).not.toContain('token_');
  });
});

for (const [lang, colorScheme, forcedColors] of [
  ['en', 'light', 'none'],
  ['ar', 'dark', 'none'],
  ['en', 'dark', 'active'],
] as const) {
  test(`axe finds nothing, ${lang}, ${colorScheme}${forcedColors === 'active' ? ', forced colors' : ''}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
    const cards = [
      expired,
      card(await shop.keepCard(declined)),
      card('token_amex', { company: 'amex' }),
      card('token_unknown_to_the_service', { number: '•••• 0009' }),
    ];
    const attributes = { 'save-card': 'offer', networks: 'mada visa' };
    const { form, radios, box } = await visit(page, { mode: inPage, cards, attributes, lang });
    await addAxe(page);
    const judge = async (what: string) => {
      expect(await violations(page, forcedColors === 'active' ? 'colours' : 'all'), what).toEqual([]);
      if (lang === 'en' && colorScheme === 'light')
        expect(await darkViolations(page), `${what}, dark`).toEqual([]);
    };
    await judge('a saved card');
    await form.button.click();
    await expect.poll(() => form.state()).toBe('failed');
    await judge('a declined card');
    await radios.nth(3).check();
    await form.button.click();
    // Not by `aria-disabled`, which all of them have while the payment is on its way.
    await expect(radios.nth(3)).toHaveAttribute('disabled', '');
    await judge('a refused card');
    await expect(radios.last()).toBeChecked();
    await box.check();
    await judge('another card, to be kept');
  });
}

test(
  'in Arabic: the list stands from right to left, the digits from left to right, and keys alone pay',
  { tag: '@engine' },
  async ({ page }) => {
    const token = await shop.keepCard(paid);
    const cards = [card('token_mada', { company: 'mada', number: '•••• 1010' }), card(token)];
    const { form, radios } = await visit(page, { mode: inPage, cards, lang: 'ar' });
    await expect(radios.first()).toHaveAccessibleName(/^مدى تنتهي بالأرقام 1010/);
    const row = form.page.locator('pay-checkout .choice').first();
    const left = async (inside: string) => (await row.locator(inside).first().boundingBox())?.x ?? NaN;
    const [radio, brand, digits, end] = [
      await left('input'),
      await left('[part="brand"]'),
      await left('bdi'),
      await left('.end'),
    ];
    expect([radio > brand, brand > digits, digits > end]).toEqual([true, true, true]);
    await radios.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(radios.nth(1)).toBeChecked();
    await page.keyboard.press('Enter');
    await expect.poll(() => form.state()).toBe('paid');
  },
);
