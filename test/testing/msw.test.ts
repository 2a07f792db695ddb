import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setupServer } from 'msw/node';
import { createPayClient } from '../../src/server/index.js';
import { mockSandbox, testCards } from '../../src/testing/msw.js';

describe('mockSandbox', () => {
  const baseUrl = 'https://pay.example/v1';
  let sandbox: ReturnType<typeof mockSandbox>;
  let server: ReturnType<typeof setupServer>;
  let client: ReturnType<typeof createPayClient>;
  before(() => {
    sandbox = mockSandbox({ baseUrl });
    server = setupServer(...sandbox.handlers);
    client = createPayClient({ secretKey: sandbox.secretKey, baseUrl });
    server.listen({ onUnhandledRequest: 'error' });
  });
  beforeEach(() => sandbox.reset());
  after(async () => {
    server.close();
    await sandbox.stop();
  });

  it('answers for the service, whose address is nobody’s', async () => {
    const intent = await client.createPaymentIntent({ amount: 10_000, currency: 'SAR' });
    assert.deepEqual([intent.status, intent.amount], ['created', 10_000]);
    assert.equal((await client.retrievePaymentIntent(intent.id)).id, intent.id);
  });

  it('takes a payer through the bank of the sandbox', async () => {
    const shop = async () =>
      Response.json(await client.createPaymentIntent({ amount: 100, callback_url: 'https://shop.example/' }));
    const { payment } = await sandbox.pay({
      checkoutUrl: 'https://shop.example/checkout/7',
      card: testCards.master.approved,
      fetch: shop,
    });
    assert.equal((await client.retrievePayment(payment.id)).status, 'paid');
  });

  it('drops the connection when it is told to, as a network would', async () => {
    await sandbox.fault({ route: 'status', fault: 'drop-before' });
    const unknown = client.retrievePayment('9bbb3afe-63e4-4d07-96b5-ee2f4e1b8c2a');
    await assert.rejects(unknown, { code: 'network' });
  });

  it('refuses a live key', async () => {
    const live = createPayClient({ secretKey: 'sk_live_abc', baseUrl });
    await assert.rejects(live.createPaymentIntent({ amount: 100 }), {
      status: 401,
      message: /refuses live keys/,
    });
  });
});
