import { expect, type Page } from '@playwright/test';
import { testCards } from '../../src/testing/playwright.js';
import { inFrame, inPage, markup, modes, type Mode } from './modes.js';
import { asJson, openStorefront, returnScript, type Answer, type Storefront } from './servers.js';
import { test } from './worker.js';

/** The fixture that integrators have, in each way to have the element in a page. */
let shop: Storefront;

/** What the site shows. */
let html = '';
/** What the shop answers in place of an intent. */
let refusal: Answer | undefined;

test.beforeAll(async ({ sandbox }) => {
  shop = await openStorefront(sandbox, ({ pathname }) => {
    if (pathname === '/back') return `<!doctype html><title>Back</title>${returnScript}`;
    if (pathname === '/intent') return refusal;
    return pathname === '/' ? html : undefined;
  });
});
test.beforeEach(() => {
  refusal = undefined;
  return shop.control('reset');
});
test.afterAll(() => shop.close());

/** Opens a page with the checkout in it. */
async function open(
  page: Page,
  mode: Mode,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  html = `<!doctype html><title>Shop</title>${markup(mode, shop.service, { 'intent-url': '/intent', ...attributes })}`;
  await page.goto(shop.url);
}

for (const mode of modes) {
  test(`a payer is declined, pays with another card, and answers the bank: ${mode.name}`, async ({
    page,
    checkout,
  }) => {
    await open(page, mode);
    await checkout.pay('4242424242424242');
    expect((await checkout.outcome()).status).toBe('failed');
    expect(await checkout.state()).toBe('failed');
    await checkout.pay(testCards.mada.approved);
    await checkout.answerBank('authenticated');
    const { status, paymentId } = await checkout.outcome();
    expect(status).toBe('paid');
    expect(await shop.readPayment(paymentId)).toMatchObject({ status: 'paid' });
  });
}

for (const mode of [inPage, inFrame])
  test(`a payer types a card where STC Pay is chosen: ${mode.name}`, async ({ page, checkout }) => {
    await open(page, mode, { methods: 'stcpay creditcard' });
    await checkout.pay(testCards.visa.withoutChallenge);
    const { paymentId } = await checkout.outcome();
    expect(await shop.readPayment(paymentId)).toMatchObject({ source: { type: 'creditcard' } });
  });

test('a card without a challenge is paid once, and told once, though the payer is sent back', async ({
  page,
  checkout,
}) => {
  await open(page, inPage);
  await checkout.pay(testCards.visa.withoutChallenge);
  expect((await checkout.outcome()).status).toBe('paid');
  await page.waitForURL('**/back?*');
  const next = checkout.outcome().then(
    () => 'a second outcome',
    ({ message }: Error) => message,
  );
  await page.close();
  expect(await next).toBe('The page was closed.');
});

test('an answer that is lost is unknown first', async ({ page, checkout }) => {
  await shop.control('faults', { route: 'fulfil', fault: 'truncated', times: 1 });
  await open(page, inPage);
  await checkout.pay(testCards.visa.withoutChallenge);
  expect((await checkout.outcome()).status).toBe('unknown');
  await expect(checkout.pay(testCards.visa.approved)).rejects.toThrow(
    'The checkout is unknown: nothing can be typed.',
  );
});

test('an attempt without an outcome says why there is none', async ({ page, checkout }) => {
  await open(page, inPage);
  await checkout.pay({ number: '4242424242424242', expiry: '12/20' });
  await expect(checkout.outcome()).rejects.toThrow(/^pay-invalid: expiry is \w+$/);
  await shop.control('faults', { route: 'fulfil', fault: '503', times: 1 });
  await page.evaluate(() =>
    document.addEventListener('pay-attempt', (event) => event.preventDefault(), { once: true }),
  );
  await checkout.pay(testCards.visa.approved);
  await expect(checkout.outcome()).rejects.toThrow(/^pay-error, canceled: /);
});

test('who waits for the bank is told what the shop has answered, and may pay again', async ({
  page,
  checkout,
}) => {
  await open(page, inPage);
  refusal = asJson({ type: 'unavailable', message: 'This cannot be answered now.' }, 503);
  await checkout.pay(testCards.visa.approved);
  await expect(checkout.answerBank('authenticated')).rejects.toThrow(
    /^pay-error, api: intent-url answered HTTP 503 at .*, unavailable\. Nothing was sent\.$/,
  );
  refusal = undefined;
  await checkout.pay(testCards.visa.approved);
  await checkout.answerBank('authenticated');
  expect((await checkout.outcome()).status).toBe('paid');
});

test('a page with a live key is refused before anything is typed', async ({ page, checkout }) => {
  await open(page, inPage, { 'publishable-key': 'pk_live_abcdef' });
  await expect(checkout.pay(testCards.visa.approved)).rejects.toThrow('refuses live keys');
  await expect(page.locator('pay-checkout input[autocomplete="cc-number"]')).toHaveValue('');
});

test('a page that is misconfigured cannot be paid in', async ({ page, checkout }) => {
  await open(page, inPage, { currency: 'XXXX' });
  await expect(checkout.pay(testCards.visa.approved)).rejects.toThrow(
    'The checkout is misconfigured: the console of the page says which value is wrong.',
  );
});
