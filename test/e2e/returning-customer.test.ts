import { expect, type BrowserContext, type Page } from '@playwright/test';
import { openCheckout } from './demo.js';
import { Form } from './form.js';
import { merchant, type Running } from './servers.js';
import { test } from './worker.js';

/** The shop knows its customers by a cookie: each browser context is one of them. */
let shop: Running;
test.beforeAll(({ demo }) => void (shop = demo));

/** Its bank asks for a challenge. */
const challenged = '4201320111111010';
const other = '4111114005765430';

/** The kept cards, without STC Pay and another card. */
const cardsOf = (page: Page) => page.locator('pay-checkout').getByRole('radio', { name: /\d{4}/ });
const keepBox = (page: Page) => page.locator('pay-checkout').getByRole('checkbox');

async function pay(page: Page, form: Form): Promise<void> {
  await form.button.click();
  await page.waitForURL(/\/acs_emulator$|callback\.html\?/);
  if (page.url().includes('/acs_emulator'))
    await page.getByRole('button', { name: /^Authenticated/ }).click();
  await page.waitForURL('**/callback.html?*');
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible();
}

/** A customer buys something with a card, and says whether the shop may keep it. */
async function buy(context: BrowserContext, number: string, keeps: boolean): Promise<void> {
  const page = await context.newPage();
  const form = await openCheckout(page, shop);
  await expect(keepBox(page)).not.toBeChecked();
  await form.fill(number);
  if (keeps) await keepBox(page).check();
  await pay(page, form);
  await page.close();
}

/** What the shop tells a customer of an order. */
const askShop = async (page: Page, order: string) =>
  (await (await page.request.get(`${shop.url}api/orders/${order}`)).json()) as {
    readonly savedCards?: readonly { readonly token: string }[];
    readonly checkout: { readonly baseUrl: string };
  };
const orderOf = (page: Page) => new URL(page.url()).searchParams.get('order') ?? '';

test('a customer finds no card before the box was ticked; then pays by the kept card in one press, and nobody else sees it or adds one to it', async ({
  context,
  browser,
}) => {
  await buy(context, other, false);
  const first = await context.newPage();
  const typed = await openCheckout(first, shop);
  await expect(keepBox(first)).toBeVisible();
  await expect(cardsOf(first)).toHaveCount(0);
  await typed.fill(challenged);
  await keepBox(first).check();
  await pay(first, typed);
  await first.close();

  const page = await context.newPage();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const form = await openCheckout(page, shop);
  await expect(cardsOf(page)).toHaveCount(1);
  await expect(cardsOf(page).first()).toBeChecked();
  await expect(cardsOf(page).first()).toHaveAccessibleName(/mada.*1010/);
  const { savedCards = [], checkout } = await askShop(page, orderOf(page));
  const [token = ''] = savedCards.map((card) => card.token);
  const before = await merchant(checkout.baseUrl).payments();
  await pay(page, form);
  expect(await merchant(checkout.baseUrl).payments()).toBe(before + 1);
  expect(token).toMatch(/^token_/);
  expect(addresses.join()).not.toContain(token);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'token_',
  );
  // To pay by a kept card keeps nothing more.
  await openCheckout(page, shop);
  await expect(cardsOf(page)).toHaveCount(1);

  const stranger = await browser.newContext();
  const theirs = await stranger.newPage();
  await openCheckout(theirs, shop);
  await expect(keepBox(theirs)).toBeVisible();
  await expect(cardsOf(theirs)).toHaveCount(0);
  // Somebody may pay for another customer, who has sent the address. That card is not the customer's to keep.
  await theirs.goto(page.url());
  const theirForm = new Form(theirs);
  await expect(theirForm.number).toBeVisible();
  expect(await askShop(theirs, orderOf(page))).not.toHaveProperty('savedCards');
  await expect.poll(() => theirForm.state()).toBe('ready');
  await expect(cardsOf(theirs)).toHaveCount(0);
  await expect(keepBox(theirs)).toHaveCount(0);
  await theirForm.fill(other);
  await pay(theirs, theirForm);
  await stranger.close();

  await openCheckout(page, shop);
  await expect(cardsOf(page)).toHaveCount(1);
  await expect(cardsOf(page).first()).toHaveAccessibleName(/1010/);
});
