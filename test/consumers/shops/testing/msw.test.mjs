import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setupServer } from 'msw/node';
import { createPayClient } from 'pay-checkout/server';
import { mockSandbox } from 'pay-checkout/testing/msw';

test('the service answers by MSW, without a process', async (t) => {
  const sandbox = mockSandbox();
  const server = setupServer(...sandbox.handlers);
  server.listen();
  t.after(async () => {
    server.close();
    await sandbox.stop();
  });
  const client = createPayClient({ secretKey: sandbox.secretKey, baseUrl: 'https://api.example.com/v1' });
  assert.equal((await client.createPaymentIntent({ amount: 100 })).status, 'created');
});
