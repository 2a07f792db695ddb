import { expect } from '@playwright/test';
import { expectSettled, startSandbox } from 'pay-checkout/testing';
import { checkoutTest, testCards } from 'pay-checkout/testing/playwright';
import { startShop } from './shop.mjs';

checkoutTest('a payer pays, and the order is settled', async ({ page, checkout }) => {
  const sandbox = await startSandbox();
  const shop = await startShop(sandbox);
  await page.goto(shop.url);
  await checkout.pay(testCards.mada.approved);
  await checkout.answerBank('authenticated');
  expect(await checkout.outcome()).toMatchObject({ status: 'paid' });
  await expectSettled({ id: '7', amount: 10_000, currency: 'SAR' });
  shop.stop();
  await sandbox.stop();
});
