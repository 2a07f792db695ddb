import { expect, test } from '@playwright/test';
import { Form } from './form.js';
import { start, type Running } from './servers.js';

/** What `npm start` runs: the shop, its backend and the sandbox, from the package as it is published. */
let shop: Running;

test.beforeAll(async () => {
  const flags = ['--port', '0', '--sandbox-port', '0', '--data', ':memory:'];
  shop = await start(['demo/start.mjs', ...flags], /The shop: (http:\S+)/);
});
test.afterAll(() => shop.kill());

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`a payer buys something, ${viewport.width} pixels wide`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(shop.url);
    await page
      .getByRole('button', { name: /^Add .* to the basket/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Checkout' }).click();

    const form = new Form(page);
    await form.fill('4201320111111010');
    await expect(form.button).toContainText('Pay');
    await form.button.click();

    await page.waitForURL('**/3ds/**');
    await page.getByRole('button', { name: /^Authenticated/ }).click();

    await page.waitForURL('**/callback.html?*');
    await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible();
  });
}

test('the callback page does not believe its address', async ({ page }) => {
  await page.goto(shop.url);
  await page
    .getByRole('button', { name: /^Add .* to the basket/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Checkout' }).click();
  const form = new Form(page);
  await form.fill('4201320111111010');
  await form.button.click();
  await page.waitForURL('**/3ds/**');
  await page.getByRole('button', { name: /^Rejected/ }).click();
  await page.waitForURL('**/callback.html?*');
  await expect(page.getByRole('heading', { name: 'did not go through' })).toBeVisible();
  await page.goto(page.url().replace('status=failed', 'status=paid'));
  await expect(page.getByRole('heading', { name: 'did not go through' })).toBeVisible();
});

test('after a decline the payer tries again with another card, and is charged once', async ({ page }) => {
  await page.goto(shop.url);
  await page
    .getByRole('button', { name: /^Add .* to the basket/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Checkout' }).click();
  const form = new Form(page);
  await form.fill('4242424242424242');
  await form.button.click();
  await expect(form.notice).toContainText('declined');
  await expect(form.name).toHaveValue('Sara Ali');
  await form.number.fill('');
  await form.number.pressSequentially('4111114005765430');
  await form.code.pressSequentially('123');
  await form.button.click();
  await page.waitForURL('**/callback.html?*');
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible();
});

test('the whole way works in Arabic, from right to left', async ({ page }) => {
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'العربية' }).click();
  await page.locator('[id^="add-"]').first().click();
  await page.locator('#order').click();
  const form = new Form(page);
  await form.fill('٤٢٠١٣٢٠١١١١١١٠١٠');
  await expect(form.button).toContainText('ادفع');
  await form.button.click();
  await page.waitForURL('**/3ds/**');
  await page.getByRole('button', { name: /^Authenticated/ }).click();
  await page.waitForURL('**/callback.html?*');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('#result')).toContainText('تم');
});
