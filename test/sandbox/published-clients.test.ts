import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { approvedAtOnce, callback, openShop, refusedFor, source } from './shop.js';

/** What clients that others have published send beside the documented form. A case names a language that does. */
describe('a client in another language', () => {
  test('gives back a part whose amount is in the address, with no body (Java)', async () => {
    const { call, pay } = openShop();
    const { id } = await pay();
    const { body } = await call('POST', `/v1/payments/${id}/refund?amount=500`);
    assert.deepEqual([body.status, body.refunded], ['refunded', 500]);
  });

  test('is told that an amount in the address is no amount, and nothing is given back', async () => {
    const { call, pay } = openShop();
    const { id } = await pay();
    refusedFor(await call('POST', `/v1/payments/${id}/refund?amount=five`), 'amount');
    assert.equal((await call('GET', `/v1/payments/${id}`)).body.refunded, 0);
  });

  test('may send an empty list where the body may be left out (PHP)', async () => {
    const { call, pay } = openShop();
    const { id } = await pay();
    const { status, body } = await call('POST', `/v1/payments/${id}/void`, { body: [] });
    assert.deepEqual([status, body.status], [200, 'voided']);
  });

  describe('that sends forms', () => {
    const { call } = openShop();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (path: string, body: string) => call('POST', `/v1/${path}`, { body, headers });

    test('makes an invoice with metadata (JavaScript, PHP)', async () => {
      const form = 'amount=1900&currency=SAR&description=Dates+%26+figs&metadata[user_id]=7';
      const { status, body } = await post('invoices', form);
      assert.deepEqual(
        [status, body.amount, body.description, body.metadata],
        [201, 1900, 'Dates & figs', { user_id: '7' }],
      );
    });

    test('pays by a card, and gives a part back', async () => {
      const card = Object.entries(source(approvedAtOnce)).map(([name, value]) => `source[${name}]=${value}`);
      const form = `amount=1900&callback_url=${encodeURIComponent(callback)}&${card.join('&')}`;
      const paid = await post('payments', form);
      assert.deepEqual([paid.status, paid.body.status, paid.body.amount], [201, 'paid', 1900]);
      const { body } = await post(`payments/${paid.body.id}/refund`, 'amount=500');
      assert.equal(body.refunded, 500);
    });

    test('registers a webhook for two kinds of event', async () => {
      const form = 'url=https://shop.example/hook&events[]=payment_paid&events[]=payment_failed';
      const { body } = await post('webhooks', form);
      assert.deepEqual(body.events, ['payment_paid', 'payment_failed']);
    });

    test('is told which field is wrong', async () => {
      refusedFor(await post('invoices', 'amount=19.00&description=Dates'), 'amount');
    });
  });

  test('that shows its key only after a 401 is asked for it (.NET), and a page is not', async () => {
    const { call } = openShop();
    const ask = async (headers: Record<string, string>) =>
      (await call('GET', '/v1/payments', { key: null, headers })).headers.get('www-authenticate');
    assert.match((await ask({})) ?? '', /^Basic realm="/);
    assert.equal(await ask({ 'sec-fetch-mode': 'cors' }), null);
    assert.equal(await ask({ origin: 'http://localhost:3000' }), null);
  });

  test('may send null for metadata that a customer has not given (Magento)', async () => {
    const { createIntent, fulfil } = openShop();
    const { client_secret: secret } = await createIntent();
    const { status, body } = await fulfil(secret, { metadata: { order_id: '7', middle_name: null } });
    assert.deepEqual([status, body.metadata], [201, { order_id: '7' }]);
  });

  test('asks for the attempts of one message', async () => {
    const { call, pay, sandbox } = openShop();
    await call('POST', '/v1/webhooks', { body: { url: 'http://127.0.0.1:1' } });
    await pay();
    await pay();
    await sandbox.tick();
    const list = async (query: string) =>
      (await call('GET', `/v1/webhooks/attempts${query}`)).body.webhook_attempts as { event_id: string }[];
    const all = await list('');
    assert.ok(all.length > 1);
    const [{ event_id: wanted } = { event_id: '' }] = all;
    assert.deepEqual(
      await list(`?event_id=${wanted}`),
      all.filter(({ event_id }) => event_id === wanted),
    );
  });
});
