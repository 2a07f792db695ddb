import { expect, type Page } from '@playwright/test';
import { join } from 'node:path';
import { Form } from '../e2e/form.js';
import type { Merchant } from '../e2e/servers.js';
import { root } from './home.js';

/** Goes through a shop as a customer does: one more piece, basket closed and opened again, and then the payment. */
export async function visit(page: Page, url: string, shop: Merchant, name: string): Promise<void> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  const form = new Form(page);
  await expect(form.button).toContainText('100.00');
  await expect.poll(() => form.state()).toBe('ready');
  await page.screenshot({ path: join(root, '.reports/consumers-pages', `${name}.png`) });

  await page.getByRole('button', { name: 'One more' }).click();
  await expect(form.button).toContainText('200.00');

  const basket = page.getByRole('button', { name: 'Basket' });
  await basket.click();
  await expect(page.locator('pay-checkout')).toHaveCount(0);
  await basket.click();
  await expect(form.button).toContainText('200.00');

  await form.fill('4111114005765430');
  await form.button.click();
  const result = page.locator('output');
  await expect(result).toHaveText(/^paid \S+$/);
  const [, id = ''] = (await result.innerText()).split(' ');
  await expect.poll(() => form.state()).toBe('paid');
  const payment = await shop.readPayment(id);
  expect(payment).toMatchObject({ status: 'paid', amount: 20_000, metadata: { order: '7' } });

  expect(complaints).toEqual([]);
}
