import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { invoiceContract } from '../../src/wire/index.js';
import { approvedAtOnce, openShop, source } from './shop.js';
import { openReceiver } from './receiver.js';

const wanted = { amount: 10_000, currency: 'SAR', description: 'Three lamps' };

function openBiller() {
  const shop = openShop();
  const { call, createIntent, fulfil } = shop;
  const bill = async (more: object = {}) =>
    (await call('POST', '/v1/invoices', { body: { ...wanted, ...more } })).body;
  const invoiceOf = async (id: string) => (await call('GET', `/v1/invoices/${id}`)).body;
  const cancel = (id: string) => call('POST', `/v1/invoices/${id}/cancel`);
  /** Pays through the service itself, on an intent of the merchant's own. */
  const payBy = async (id: string, number = approvedAtOnce, more: object = {}) => {
    const intent = await createIntent();
    return fulfil(intent.client_secret, { invoice_id: id, source: source(number, more) });
  };
  return { ...shop, bill, invoiceOf, cancel, payBy };
}

describe('an invoice', () => {
  test('is answered with 201 and every field of the interface', async () => {
    const { call } = openShop();
    const addresses = {
      callback_url: 'https://shop.example/paid',
      success_url: 'https://shop.example/thanks',
      back_url: 'https://shop.example/cart',
    };
    const { status, body } = await call('POST', '/v1/invoices', {
      body: { ...wanted, ...addresses, expired_at: '2026-06-01T10:00:00+03:00' },
    });
    assert.equal(status, 201);
    invoiceContract.parse(body);
    const { id, ...rest } = body;
    assert.deepEqual(rest, {
      ...wanted,
      ...addresses,
      status: 'initiated',
      logo_url: 'http://sandbox.test/logo.svg',
      amount_format: '100.00 SAR',
      url: `http://sandbox.test/invoices/${id}`,
      expired_at: '2026-06-01T07:00:00.000Z',
      created_at: '2026-05-15T12:00:00.000Z',
      updated_at: '2026-05-15T12:00:00.000Z',
      metadata: null,
      payments: [],
    });
  });

  test('can be retrieved and is listed, newest first', async () => {
    const { bill, invoiceOf, call } = openBiller();
    const [one, other] = [await bill(), await bill({ expired_at: null })];
    assert.deepEqual(await invoiceOf(one.id), one);
    const { body } = await call('GET', '/v1/invoices');
    assert.deepEqual(body.invoices, [other, one]);
    assert.equal(body.meta.total_count, 2);
  });

  const bad: ReadonlyArray<readonly [string, object, string]> = [
    ['no amount', { amount: undefined }, 'amount'],
    ['99', { amount: 99 }, 'amount'],
    ['an unknown currency', { currency: 'ABC' }, 'currency'],
    ['no description', { description: undefined }, 'description'],
    ['a description of null', { description: null }, 'description'],
    ['a relative callback_url', { callback_url: '/x' }, 'callback_url'],
    ['a script success_url', { success_url: 'javascript:alert(1)' }, 'success_url'],
    ['an ftp back_url', { back_url: 'ftp://shop.example' }, 'back_url'],
    ['a date that does not exist', { expired_at: '2026-02-30' }, 'expired_at'],
    ['a date in words', { expired_at: 'tomorrow' }, 'expired_at'],
    ['metadata of metadata', { metadata: { order: {} } }, 'metadata.order'],
  ];
  for (const [name, more, field] of bad)
    test(`is refused for ${name}`, async () => {
      const { call } = openBiller();
      const { status, body } = await call('POST', '/v1/invoices', { body: { ...wanted, ...more } });
      assert.deepEqual([status, Object.keys(body.errors)], [400, [field]]);
      assert.equal((await call('GET', '/v1/invoices')).body.meta.total_count, 0);
    });

  test('needs the secret key, and is 404 when unknown', async () => {
    const { call } = openBiller();
    assert.equal((await call('POST', '/v1/invoices', { key: 'pk_test_sandbox', body: wanted })).status, 403);
    assert.equal((await call('GET', '/v1/invoices/unknown')).status, 404);
    assert.equal((await call('POST', '/v1/invoices/unknown/cancel')).status, 404);
  });
});

describe('expiry', () => {
  const cases = [
    ['a date alone is the start of that day', '2026-05-16', 12 * 3600],
    ['a date-time without offset is UTC', '2026-05-15T13:00', 3600],
    ['an offset counts', '2026-05-15T16:00:00.500+03:00', 3600.5],
    ['a moment that has passed', '2026-05-15', 0],
  ] as const;
  for (const [name, expiry, seconds] of cases)
    test(`${name}: ${expiry}`, async () => {
      const { bill, invoiceOf, advance, payBy, call } = openBiller();
      const { id, status } = await bill({ expired_at: expiry });
      if (seconds > 0) {
        assert.equal(status, 'initiated');
        await advance(seconds - 0.001);
        assert.equal((await invoiceOf(id)).status, 'initiated');
        await advance(0.001);
      }
      assert.equal((await invoiceOf(id)).status, 'expired');
      assert.equal((await call('GET', '/v1/invoices')).body.invoices[0].status, 'expired');
      const { status: code, body } = await payBy(id);
      assert.deepEqual([code, Object.keys(body.errors)], [400, ['invoice_id']]);
    });
});

describe('paying an invoice', () => {
  test('lists the attempt, marks it paid and tells its callback_url', async (t) => {
    const receiver = await openReceiver(t);
    const { bill, invoiceOf, payBy, sandbox } = openBiller();
    const { id } = await bill({ callback_url: receiver.url });
    const { body: payment } = await payBy(id);
    assert.equal(payment.invoice_id, id);
    const invoice = await invoiceOf(id);
    assert.equal(invoice.status, 'paid');
    assert.deepEqual(invoice.payments, [payment]);
    await sandbox.tick();
    assert.deepEqual(receiver.received, [
      { method: 'POST', path: '/hook', type: 'application/json', body: invoice },
    ]);
    invoiceContract.parse(receiver.received[0]!.body);
  });

  test('leaves it payable after a failed or an authorized attempt, all of them listed', async (t) => {
    const receiver = await openReceiver(t);
    const { bill, invoiceOf, payBy, call, sandbox } = openBiller();
    const { id } = await bill({ callback_url: receiver.url });
    const failed = (await payBy(id, '4242424242424242')).body;
    const authorized = (await payBy(id, approvedAtOnce, { manual: true })).body;
    const open = await invoiceOf(id);
    assert.deepEqual([open.status, open.payments], ['initiated', [authorized, failed]]);
    await sandbox.tick();
    assert.equal(receiver.received.length, 0);
    await call('POST', `/v1/payments/${authorized.id}/capture`);
    await sandbox.tick();
    assert.equal((await invoiceOf(id)).status, 'paid');
    assert.equal(receiver.received.length, 1);
  });

  for (const [verb, end] of [
    ['refund', 'refunded'],
    ['void', 'voided'],
  ] as const)
    test(`it follows its payment: ${end}`, async () => {
      const { bill, invoiceOf, payBy, call } = openBiller();
      const { id } = await bill();
      const { body } = await payBy(id);
      await call('POST', `/v1/payments/${body.id}/${verb}`);
      assert.equal((await invoiceOf(id)).status, end);
    });

  test('is refused when it is paid, canceled, or asks for something else; the intent stays usable', async () => {
    const { bill, cancel, payBy, createIntent, fulfil } = openBiller();
    const [paid, canceled, dearer, foreign] = [
      await bill(),
      await bill(),
      await bill({ amount: 10_001 }),
      await bill({ currency: 'USD' }),
    ];
    await payBy(paid.id);
    await cancel(canceled.id);
    const intent = await createIntent();
    for (const { id } of [paid, canceled, dearer, foreign]) {
      const { status, body } = await fulfil(intent.client_secret, { invoice_id: id });
      assert.deepEqual([status, Object.keys(body.errors)], [400, ['invoice_id']]);
    }
    assert.equal((await fulfil(intent.client_secret)).status, 201);
  });

  const meanwhile = {
    'paid otherwise': ({ payBy }: ReturnType<typeof openBiller>, id: string) => payBy(id),
    canceled: ({ cancel }: ReturnType<typeof openBiller>, id: string) => cancel(id),
    expired: ({ advance }: ReturnType<typeof openBiller>) => advance(3600),
  };
  for (const [name, happen] of Object.entries(meanwhile))
    test(`fails when it was ${name} during the challenge`, async () => {
      const biller = openBiller();
      const { id } = await biller.bill({ expired_at: '2026-05-15T13:00:00Z' });
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

describe('cancelling an invoice', () => {
  test('ends it', async () => {
    const { bill, cancel, invoiceOf } = openBiller();
    const invoice = await bill();
    const { status, body } = await cancel(invoice.id);
    assert.deepEqual([status, body], [200, { ...invoice, status: 'canceled' }]);
    assert.deepEqual(await invoiceOf(invoice.id), body);
  });

  test('is refused when it is paid, canceled or expired', async () => {
    const { bill, cancel, payBy } = openBiller();
    const [paid, canceled, expired] = [await bill(), await bill(), await bill({ expired_at: '2026-01-01' })];
    await payBy(paid.id);
    await cancel(canceled.id);
    for (const { id } of [paid, canceled, expired]) {
      const { status, body } = await cancel(id);
      assert.deepEqual([status, body.type], [400, 'invalid_request_error']);
    }
  });
});
