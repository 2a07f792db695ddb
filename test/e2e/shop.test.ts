import { expect } from '@playwright/test';
import { testCards, type CheckoutPage } from '../../src/testing/playwright.js';
import { testCodes, testMobiles } from '../../src/sandbox/bank/test-values.js';
import { Bank, openCheckout, readOrder } from './demo.js';
import { Form } from './form.js';
import { approve } from './modes.js';
import { listenToConsole } from './reports.js';
import type { Running } from './servers.js';
import { test } from './worker.js';

let shop: Running;

test.beforeAll(({ demo }) => void (shop = demo));

test('the callback page does not believe its address', async ({ page, checkout }) => {
  await openCheckout(page, shop);
  await checkout.pay(testCards.mada.approved);
  await checkout.answerBank('rejected');
  await expect(page.getByRole('heading', { name: 'did not go through' })).toBeVisible();
  await page.getByRole('button', { name: 'العربية' }).click();
  // In isolates: the answer is English, and would begin with the D.
  await expect(page.locator('#result')).toContainText('كان الرد: \u20683-D Secure');
  await page.getByRole('button', { name: 'English' }).click();
  await page.goto(page.url().replace('status=failed', 'status=paid'));
  await expect(page.getByRole('heading', { name: 'did not go through' })).toBeVisible();
});

test('a payer who comes back to an order that the shop does not know is told not to pay again', async ({
  page,
}) => {
  await page.goto(`${shop.url}demo/merchant/callback.html?order=none&id=${crypto.randomUUID()}`);
  const result = page.locator('#result');
  await expect(result).toContainText('There is no such order');
  await expect(result).toContainText('Do not pay again');
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(result).toContainText('لا تدفع مرة أخرى');
});

test('after a decline the payer tries again with another card, and is charged once', async ({ page }) => {
  const form = await openCheckout(page, shop);
  await form.fill('4242424242424242');
  await form.button.click();
  await expect(form.notice).toContainText('declined');
  await expect(form.name).toHaveValue('Sara Ali');
  await form.number.fill('4111114005765430');
  await form.code.fill('123');
  await form.button.click();
  await page.waitForURL('**/callback.html?*');
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible();
});

test('an order is paid by STC Pay', async ({ page, checkout }) => {
  await openCheckout(page, shop);
  await checkout.payByStc(testMobiles.accepted, testCodes.paid);
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible();
});

test('the whole way works in Arabic, from right to left', async ({ page }) => {
  await page.goto(`${shop.url}demo/merchant/shop.html`);
  await page.getByRole('button', { name: 'العربية' }).click();
  await page.locator('[id^="add-"]').first().click();
  await page.locator('#order').click();
  const form = new Form(page);
  await form.fill('٤٢٠١٣٢٠١١١١١١٠١٠');
  await expect(form.button).toContainText('ادفع');
  await form.button.click();
  await approve(page);
  await page.waitForURL('**/callback.html?*');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('#result')).toContainText('تم');
});

test('Back from the bank shows that the bank waits, and no tag that nothing can be paid in', async ({
  page,
  checkout,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await openCheckout(page, shop);
  await checkout.pay(testCards.mada.approved);
  await page.waitForURL('**/acs_emulator');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Your bank is waiting' })).toBeVisible();
  await expect(page.locator('pay-checkout')).toHaveCount(0);
  expect(logged.filter((text) => text.includes('pay-checkout'))).toEqual([]);
});

test.describe('the bank’s answer reaches the shop', () => {
  let bank: Bank;

  /** Pays as far as the bank's page. */
  async function goToBank(checkout: CheckoutPage): Promise<void> {
    const { page } = checkout;
    await openCheckout(page, shop);
    await page.waitForURL('**/checkout.html?order=*');
    const order = new URL(page.url()).searchParams.get('order') ?? '';
    const paid = page.waitForRequest('**/fulfill');
    await checkout.pay(testCards.mada.approved);
    await page.waitForURL('**/acs_emulator');
    bank = await Bank.of(page, shop, order, await paid);
  }

  const standing = async () => (await readOrder(shop, bank.order)).standing;

  test('by its webhook, and then the payer comes back', async ({ page, checkout }) => {
    await goToBank(checkout);
    const back = await bank.approve();
    await expect.poll(() => bank.answers()).toEqual([204]);
    await page.goto(back);
    await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible();
    expect(await standing()).toEqual({ status: 'paid', paymentId: bank.paymentId });
  });

  test('when the payer never comes back', async ({ page, checkout }) => {
    await goToBank(checkout);
    await bank.approve();
    await page.close();
    await expect.poll(() => bank.answers()).toEqual([204]);
    const questions = await bank.questions();
    expect(await standing()).toEqual({ status: 'paid', paymentId: bank.paymentId });
    // It was in the shop's database: nobody had to be asked.
    expect(await bank.questions()).toBe(questions);
  });
});

test('the page of an order that can be paid has the form in its HTML, in the payer’s language', async ({
  page,
}) => {
  const logged = listenToConsole(page);
  const form = await openCheckout(page, shop);
  await form.number.waitFor();
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain('<template shadowrootmode="open">');
  await page.context().addCookies([{ name: 'language', value: 'ar', url: page.url() }]);
  expect(await (await page.request.get(page.url())).text()).toContain('رقم البطاقة');
  expect(logged.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
});
