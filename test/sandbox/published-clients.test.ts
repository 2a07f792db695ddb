import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop } from './shop.js';

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
    const { status, body } = await call('POST', `/v1/payments/${id}/refund?amount=five`);
    assert.deepEqual([status, Object.keys(body.errors)], [400, ['amount']]);
    assert.equal((await call('GET', `/v1/payments/${id}`)).body.refunded, 0);
  });

  test('may send an empty list where the body may be left out (PHP)', async () => {
    const { call, pay } = openShop();
    const { id } = await pay();
    const { status, body } = await call('POST', `/v1/payments/${id}/void`, { body: [] });
    assert.deepEqual([status, body.status], [200, 'voided']);
  });

  test('gets no payment for an empty list', async () => {
    const { call } = openShop();
    assert.equal((await call('POST', '/v1/payments', { body: [] })).status, 400);
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
