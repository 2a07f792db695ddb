import { expect } from '@playwright/test';
import { testCards } from '../../src/testing/playwright.js';
import { Form } from './form.js';
import { inPage, markup } from './modes.js';
import { openStorefront, type Storefront } from './servers.js';
import { test } from './worker.js';

let shop: Storefront;
let secret = '';

const html = () =>
  `<!doctype html><title>Shop</title><body>${markup(inPage, shop.service, { 'client-secret': secret })}</body>`;

test.beforeAll(async ({ sandbox }) => {
  shop = await openStorefront(sandbox, ({ pathname }) => (pathname === '/' ? html() : undefined));
});
test.afterAll(() => shop.close());
test.beforeEach(async () => {
  await shop.control('reset');
  secret = await shop.newSecret();
});

test(
  'the keyboard alone pays: Tab through the fields in order, and Enter',
  { tag: '@engine' },
  async ({ page }) => {
    await page.goto(shop.url);
    const form = new Form(page);
    await form.number.waitFor();
    for (const text of ['4111114005765430', '1230', '123', 'Sara Ali']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await expect(form.name).toHaveValue('Sara Ali');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/back?*');
  },
);

test('a browser that says wrongly that it is offline pays all the same, and goes to the callback', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  await page.goto(shop.url);
  const form = new Form(page);
  await form.fill('4111114005765430');
  await form.button.click();
  await page.waitForURL('**/back?*');
  expect(await shop.payments()).toBe(1);
});

test('a double click makes one payment', async ({ page }) => {
  await page.goto(shop.url);
  const form = new Form(page);
  await form.fill('4201320111111010');
  await form.button.dblclick();
  await page.waitForURL('**/acs_emulator');
  expect(await shop.fulfilments()).toBe(1);
});

test('a reload after the request was lost does not offer to pay again', async ({ page, checkout }) => {
  await shop.control('faults', { route: 'fulfil', fault: 'truncated' });
  await page.goto(shop.url);
  const form = new Form(page);
  await checkout.pay(testCards.visa.withoutChallenge);
  await expect(form.notice).toContainText('Don’t pay again');
  await page.reload();
  await expect(form.notice).toContainText('Don’t pay again');
  await expect(form.button).toBeHidden();
});

test('neither the number, the code nor the secret is anywhere but in the one request', async ({ page }) => {
  const [number, code] = ['4111114005765430', '987'];
  const seen: string[] = [];
  page.on('console', (message) => seen.push(message.text()));
  page.on('request', (request) => {
    const sends = request.method() === 'POST' && request.url().startsWith(shop.service);
    seen.push(request.url(), JSON.stringify(request.headers()), sends ? '' : (request.postData() ?? ''));
  });
  await page.addInitScript(() => {
    const events: string[] = [];
    Object.assign(window, { events });
    for (const type of ['ready', 'change', 'invalid', 'attempt', 'redirect', 'outcome', 'error']) {
      addEventListener(`pay-${type}`, (event) => {
        events.push(JSON.stringify((event as CustomEvent).detail));
        if (type === 'outcome') event.preventDefault();
      });
    }
  });
  await page.goto(shop.url);
  const form = new Form(page);
  await form.fill(number);
  await form.code.fill(code);
  await form.button.click();
  await expect(form.notice).toContainText('Payment received');
  const kept = await page.evaluate(() => {
    const element = document.querySelector('pay-checkout');
    const inputs = [...(element?.shadowRoot?.querySelectorAll('input') ?? [])].map((input) => input.value);
    return JSON.stringify([
      (window as unknown as { events: string[] }).events,
      { ...sessionStorage },
      { ...localStorage },
      document.cookie,
      history.state,
      location.href,
      element?.shadowRoot?.innerHTML,
      inputs,
    ]);
  });
  const everything = seen.join('\n') + kept;
  // The events are in what was looked at.
  expect(kept).toContain('networks');
  for (const hidden of [number, number.replace(/(.{4})(?=.)/g, '$1 '), `"${code}"`])
    expect(everything).not.toContain(hidden);
  expect(everything).not.toContain(secret);
});
