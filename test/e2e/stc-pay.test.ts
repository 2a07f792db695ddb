import { expect, type Page } from '@playwright/test';
import { CheckoutPage, testCards } from '../../src/testing/playwright.js';
import { testCodes, testMobiles } from '../../src/sandbox/bank/test-values.js';
import { formOf, inFrame, inPage, markup, type Mode } from './modes.js';
import { openStorefront, type Storefront } from './servers.js';
import { addAxe, darkViolations, violations } from './violations.js';
import { test } from './worker.js';

interface Visit {
  readonly mode: Mode;
  readonly lang?: string;
  /** Names the purchase, whose payments the shop then reads. */
  readonly reference?: string;
}

let shop: Storefront;
let shown: Visit;
test.beforeAll(async ({ sandbox }) => {
  shop = await openStorefront(sandbox, ({ pathname }) => {
    if (pathname !== '/') return undefined;
    const { mode, lang = 'en', reference } = shown;
    const attributes = {
      'intent-url': '/intent',
      methods: 'creditcard stcpay',
      ...(reference && { reference, 'status-url': '/status' }),
    };
    return `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width">
      <title>Checkout</title><style>:root { color-scheme: light dark } body { background: Canvas; color: CanvasText }</style>
      <main><h1>Checkout</h1>${markup(mode, shop.service, attributes)}</main>`;
  });
});
test.afterAll(() => shop.close());

/** The checkout of a payer, and all that the browser asks the service's address for codes. */
async function visit(page: Page, visited: Visit) {
  shown = visited;
  const checkout = await CheckoutPage.watch(page);
  const codeRequests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/proceed'))
      codeRequests.push(`${request.method()} ${request.resourceType()}`);
  });
  await page.goto(shop.url);
  return { checkout, codeRequests, form: formOf(page, visited.mode) };
}

for (const mode of [inPage, inFrame]) {
  /** Frames cannot be typed into in Firefox: see limitations.ts. */
  const tag = mode.form === 'page' ? '@engine' : '@chromium';
  test.describe(`STC Pay, with the form in the ${mode.form}`, () => {
    test('is paid by a code that is posted once, and by no other request', { tag }, async ({ page }) => {
      const { checkout, codeRequests } = await visit(page, { mode });
      await checkout.payByStc(testMobiles.accepted, testCodes.paid);
      expect(await checkout.outcome()).toMatchObject({ status: 'paid' });
      await page.waitForURL(`${shop.url}/back?**`);
      expect(codeRequests).toEqual(['POST fetch']);
    });

    test('is paid by the keyboard alone', { tag }, async ({ page }) => {
      const { checkout, form } = await visit(page, { mode });
      await (await checkout.form()).getByRole('radio', { name: 'Card', exact: true }).focus();
      await page.keyboard.press('ArrowUp');
      await expect(form.locator('#mobile')).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(form.locator('#mobile')).toBeFocused();
      await page.keyboard.type('0512345678');
      await page.keyboard.press('Enter');
      await expect(form.getByLabel('Code from STC Pay')).toBeFocused();
      await page.keyboard.type('123 456');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${shop.url}/back?**`);
    });

    const [lang, width] = mode === inPage ? ['en', 390] : ['ar', 320];
    test(`breaks no rule of accessibility and fits into ${width} px: ${lang}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const { checkout, form } = await visit(page, { mode, lang });
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      await (await checkout.form()).getByRole('radio', { name: 'STC Pay' }).check();
      await addAxe(page);
      expect(await violations(page)).toEqual([]);
      expect(await fits()).toBe(true);
      await form.locator('#mobile').fill(testMobiles.accepted);
      await page.keyboard.press('Enter');
      await form.locator('#code').waitFor();
      expect(await violations(page)).toEqual([]);
      for (const button of await form.locator('form.confirm button').all()) {
        await button.hover();
        expect(await violations(page)).toEqual([]);
      }
      // axe takes the ground of a frame for white.
      if (mode === inPage) expect(await darkViolations(page)).toEqual([]);
      expect(await fits()).toBe(true);
    });
  });
}

test('STC Pay, with the form in a frame, takes no code in a tab while the payer pays by a card in another one', async ({
  page,
  context,
}) => {
  const visited = { mode: inFrame, reference: 'two tabs' };
  const { checkout, codeRequests, form } = await visit(page, visited);
  await (await checkout.form()).getByRole('radio', { name: 'STC Pay' }).check();
  await form.locator('#mobile').fill(testMobiles.accepted);
  await page.keyboard.press('Enter');
  await form.locator('#code').fill(testCodes.paid);
  const other = await visit(await context.newPage(), visited);
  await other.form.getByRole('button', { name: 'Pay another way' }).click();
  await other.form.getByRole('button', { name: 'Yes, pay again' }).click();
  await expect(form.locator('#code')).toHaveCount(0);
  await (await other.checkout.form()).getByRole('radio', { name: 'Card', exact: true }).check();
  await other.checkout.pay(testCards.visa.withoutChallenge);
  expect(await other.checkout.outcome()).toMatchObject({ status: 'paid' });
  await page.bringToFront();
  // A tab that learns of the payment only after the other tab has left stays, says that it is paid, and leads on by a button.
  const leaving = page.waitForURL(`${shop.url}/back?**`);
  await Promise.any([leaving, form.getByRole('button', { name: 'Continue' }).click()]);
  await leaving;
  expect(codeRequests).toEqual([]);
});
