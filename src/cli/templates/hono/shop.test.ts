import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectSettled, startSandbox, testCards } from 'pay-checkout/testing';

test('a payer pays for the order, and the shop is notified', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.stop());
  Object.assign(process.env, {
    PAY_BASE_URL: sandbox.baseUrl,
    PAY_SECRET_KEY: sandbox.secretKey,
    PAY_PUBLISHABLE_KEY: sandbox.publishableKey,
    PAY_WEBHOOK_SECRET: 'the secret of a test',
    DATABASE: ':memory:',
  });
  const { startShop } = await import('./shop.js');
  const { url, stop } = await startShop(0);
  t.after(stop);

  const checkoutUrl = `${url}/checkout/7`;
  await sandbox.pay({ checkoutUrl, card: testCards.mada.insufficientFunds });
  const { returnUrl = '' } = await sandbox.pay({ checkoutUrl, card: testCards.mada.approved });
  await expectSettled({ id: '7', amount: 10_000, currency: 'SAR' });
  assert.match(await (await fetch(returnUrl)).text(), /Order 7: paid/);
  assert.match(await (await fetch(url)).text(), /<pay-checkout/);
});
