import { expect, type CDPSession, type Page } from '@playwright/test';
import { buy } from './demo.js';
import { builtForm, page as html, serveFirst, shownCard, tag, texts } from './first-form/site.js';
import { Form } from './form.js';
import { Stage } from './states.js';
import { test } from './worker.js';

let stage: Stage;
test.beforeAll(async ({ sandbox }) => void (stage = await Stage.open(sandbox)));
test.afterAll(() => stage.close());

const card = {
  number: '4201320111111010',
  name: 'Sara Ali',
  expiryMonth: '12',
  expiryYear: '2030',
  cvc: '123',
};

/** Chromium's own autofill of a saved card, as if the payer had picked it at the number. */
async function autofill(page: Page): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', {
    expression: `document.querySelector('pay-checkout').shadowRoot.querySelector('[autocomplete="cc-number"]')`,
  });
  const { node } = await session.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  await session.send('Autofill.enable');
  await session.send('Autofill.trigger', { fieldId: node.backendNodeId, card });
}

/** Chromium reads a form when it comes, so the hint must never have been there. */
function withoutHint(): void {
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    if (name !== 'placeholder') setAttribute.call(this, name, value);
  };
}

/** What a fill has made of the form. */
const complete = (form: Form) =>
  form.page.locator('pay-checkout').evaluate((element) => (element as HTMLInputElement).checkValidity());

/** The detail of the last `pay-change`. */
async function listen(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    addEventListener('pay-change', (event) =>
      Object.assign(window, { lastChange: (event as CustomEvent<object>).detail }),
    );
  });
  return () => page.evaluate(() => (window as unknown as { lastChange?: unknown }).lastChange);
}

for (const [what, hint, lang] of [
  ['with the hint MM / YY', true, 'en'],
  ['without any hint, when it writes 12/2030', false, 'en'],
  ['in Arabic', true, 'ar'],
] as const) {
  test(`Chromium fills all four fields from a saved card, ${what}`, async ({ page }) => {
    if (!hint) await page.addInitScript(withoutHint);
    const form = await stage.enter(page, 'ready');
    await page.evaluate((lang) => void (document.documentElement.lang = lang), lang);
    await expect(page.locator('pay-checkout [part~="form"]')).toHaveAttribute('lang', lang);
    const written: string[] = [];
    await page.exposeFunction('written', (text: string) => written.push(text));
    await form.expiry.evaluate((input: HTMLInputElement) => {
      // On the way down, before the form has put it in shape.
      const { written } = window as unknown as { written(text: string): void };
      addEventListener('input', (event) => event.composedPath()[0] === input && written(input.value), true);
    });
    const lastChange = await listen(page);
    await autofill(page);
    await expect(form.name).toHaveValue('Sara Ali');
    await expect(form.number).toHaveValue('4201 3201 1111 1010');
    await expect(form.code).toHaveValue('123');
    await expect(form.expiry).toHaveValue(hint ? '12 / 30' : '12 / 2030');
    expect(written[0]).toMatch(hint ? /^12 ?\/ ?30$/ : /^12 ?\/ ?2030$/);
    expect(await lastChange()).toMatchObject({ complete: true, brand: 'mada', networks: ['mada', 'visa'] });
    expect(await complete(form)).toBe(true);
    await expect(page.locator('pay-checkout input[aria-invalid="true"]')).toHaveCount(0);
  });
}

test('a card that was filled can be paid with at once', async ({ page }) => {
  const form = await stage.enter(page, 'ready');
  await autofill(page);
  await expect(form.name).toHaveValue('Sara Ali');
  await form.button.click();
  await page.waitForURL('**/acs_emulator');
});

test('what Chromium fills in before the script is there is seen when it comes', async ({ page }) => {
  const attributes =
    'base-url="https://api.example.com/v1" publishable-key="pk_test_sandbox" client-secret="pi_secret_1" amount="10000" currency="SAR"';
  const declared = await builtForm({ lang: 'en', amount: 10_000, test: true });
  const site = await serveFirst(() => html(tag(attributes, declared)));
  await page.goto(site.url);
  const form = new Form(page);
  const lastChange = await listen(page);
  await autofill(page);
  await expect(form.name).toHaveValue('Sara Ali');
  expect(await lastChange()).toBe(undefined);
  await page.addScriptTag({ url: '/pay-checkout.js' });
  await expect(form.button).toBeEnabled();
  expect(await page.evaluate(texts)).toEqual(shownCard);
  expect(await lastChange()).toMatchObject({ complete: true, brand: 'mada' });
  expect(await complete(form)).toBe(true);
  site.close();
});

test('a payer buys something in the shop, in the Chromium that payers have', ({ checkout, demo }) =>
  buy(checkout, demo));
