import { test } from 'node:test';
import { expectSettled, startSandbox, testCards } from 'pay-checkout/testing';
import { startShop } from './shop.mjs';

test('an order is paid without a browser, and settled', async (t) => {
  const sandbox = await startSandbox({ namespace: 'service' });
  t.after(() => sandbox.stop());
  const shop = await startShop(sandbox);
  t.after(() => shop.stop());
  await sandbox.pay({ checkoutUrl: `${shop.url}/checkout/7`, card: testCards.unionpay.approved });
  await expectSettled({ id: '7', amount: 10_000, currency: 'SAR' });
});
