import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { approvedAtOnce, openShop, refusedFor, source } from './shop.js';

function openBiller() {
  const shop = openShop();
  const { call, createIntent, fulfil } = shop;
  const invoiceOf = async (id: string) => (await call('GET', `/v1/invoices/${id}`)).body;
  const cancel = (id: string) => call('POST', `/v1/invoices/${id}/cancel`);
  /** Pays through the service itself, on an intent of the merchant's own. */
  const payBy = async (id: string, number = approvedAtOnce, more: object = {}) => {
    const intent = await createIntent();
    return fulfil(intent.client_secret, { invoice_id: id, source: source(number, more) });
  };
  return { ...shop, invoiceOf, cancel, payBy };
}

test('an invoice expires to the millisecond, and by its offset', async () => {
  const { bill, invoiceOf, advance } = openBiller();
  const { id } = await bill({ expired_at: '2026-05-15T16:00:00.500+03:00' });
  await advance(3600.499);
  assert.equal((await invoiceOf(id)).status, 'initiated');
  await advance(0.001);
  assert.equal((await invoiceOf(id)).status, 'expired');
});

describe('paying an invoice', () => {
  test('stays paid when an authorisation that did not pay it is voided', async () => {
    const { bill, invoiceOf, payBy, call } = openBiller();
    const { id } = await bill();
    const authorized = (await payBy(id, approvedAtOnce, { manual: true })).body;
    const paid = (await payBy(id)).body;
    assert.equal((await call('POST', `/v1/payments/${authorized.id}/void`)).body.status, 'voided');
    assert.equal((await invoiceOf(id)).status, 'paid');
    await call('POST', `/v1/payments/${paid.id}/void`);
    assert.equal((await invoiceOf(id)).status, 'voided');
  });

  test('is refused when it asks for something else; the intent stays usable', async () => {
    const { bill, createIntent, fulfil } = openBiller();
    const { client_secret: secret } = await createIntent();
    for (const { id } of [await bill({ amount: 10_001 }), await bill({ currency: 'USD' })])
      refusedFor(await fulfil(secret, { invoice_id: id }), 'invoice_id');
    assert.equal((await fulfil(secret)).status, 201);
  });

  const meanwhile = {
    'paid otherwise': ({ payBy }: ReturnType<typeof openBiller>, id: string) => payBy(id),
    canceled: ({ cancel }: ReturnType<typeof openBiller>, id: string) => cancel(id),
    expired: ({ advance }: ReturnType<typeof openBiller>) => advance(600),
  };
  for (const [name, happen] of Object.entries(meanwhile))
    test(`fails when it was ${name} during the challenge`, async () => {
      const biller = openBiller();
      const { id } = await biller.bill({ expired_at: '2026-05-15T12:10:00Z' });
      const { body: initiated } = await biller.payBy(id, '4111111111111111');
      await happen(biller, id);
      const before = (await biller.invoiceOf(id)).status;
      await biller.answer(initiated, 'authenticated');
      const payment = await biller.paymentOf(initiated.id);
      assert.deepEqual(
        [payment.status, payment.source.message],
        ['failed', 'The invoice can no longer be paid'],
      );
      assert.equal((await biller.invoiceOf(id)).status, before);
    });
});
