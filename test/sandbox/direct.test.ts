import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publishableKey, secretKey } from '../../src/sandbox/index.js';
import { paymentContract } from '../../src/wire/index.js';
import { approvedAtOnce, callback, openShop, source } from './shop.js';

const id = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';

function openDirect() {
  const shop = openShop();
  const pay = (more: object = {}, key: string = publishableKey) =>
    shop.call('POST', '/v1/payments', {
      key,
      body: {
        amount: 10_000,
        currency: 'KWD',
        description: 'Order 7',
        callback_url: callback,
        source: source(approvedAtOnce),
        ...more,
      },
    });
  return { ...shop, payDirectly: pay };
}

describe('a payment without an intent', () => {
  for (const key of [publishableKey, secretKey])
    test(`is made on its own terms with ${key}`, async () => {
      const { payDirectly, paymentOf } = openDirect();
      const { status, body } = await payDirectly({ given_id: id, metadata: { order: 7, gift: true } }, key);
      paymentContract.parse(body);
      assert.deepEqual(
        [status, body.id, body.status, body.amount_format, body.description, body.callback_url],
        [201, id, 'paid', '10.000 KWD', 'Order 7', callback],
      );
      assert.deepEqual(body.metadata, { order: 7, gift: true });
      assert.deepEqual(await paymentOf(id), body);
    });

  test('is in SAR when no currency is given', async () => {
    const { payDirectly } = openDirect();
    assert.equal((await payDirectly({ currency: undefined })).body.amount_format, '100.00 SAR');
  });

  test('cannot take the id of another payment, however often it is tried', async () => {
    const { payDirectly, call } = openDirect();
    const answers = await Promise.all(Array.from({ length: 20 }, () => payDirectly({ given_id: id })));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    for (const { status, body } of answers)
      if (status !== 201) assert.deepEqual([status, body.type], [400, 'used_given_id']);
    assert.equal((await call('GET', '/v1/payments')).body.meta.total_count, 1);
  });

  test('uses no intent up, and a body with a client_secret makes none of its own', async () => {
    const { payDirectly, createIntent, call } = openDirect();
    const intent = await createIntent({ amount: 500, currency: 'USD' });
    await payDirectly();
    assert.equal((await call('GET', `/v1/payment_intents/${intent.id}`)).body.status, 'created');
    const { body } = await payDirectly({ client_secret: intent.client_secret });
    assert.equal(body.amount_format, '5.00 USD', 'the intent decides');
    for (const wrong of ['pi_secret_wrong', '', null, 7]) {
      const { status } = await payDirectly({ client_secret: wrong });
      assert.ok(status === 400 || status === 403, `${status} for ${JSON.stringify(wrong)}`);
    }
    assert.equal((await call('GET', '/v1/payments')).body.meta.total_count, 2);
  });

  test('pays an invoice of its amount, once', async () => {
    const { payDirectly, bill, call } = openDirect();
    const { id: invoice_id } = await bill({ currency: 'KWD' });
    assert.equal((await payDirectly({ amount: 9000, invoice_id })).status, 400);
    assert.equal((await payDirectly({ invoice_id })).body.status, 'paid');
    assert.equal((await payDirectly({ invoice_id })).status, 400);
    assert.equal((await call('GET', `/v1/invoices/${invoice_id}`)).body.status, 'paid');
  });
});
