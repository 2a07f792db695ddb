import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { paymentContract } from '../../src/wire/index.js';
import { callback, client, habits, noon, openShop, source } from './shop.js';

const recipient = '7f1d9a3e-5c7b-4d6a-9f7e-2b8c1d3e5f70';

describe('a payment', () => {
  test('is answered with every field of the interface', async () => {
    const { createIntent, fulfil, answer, paymentOf } = openShop();
    const intent = await createIntent({ description: 'Order 7' });
    const { body: initiated } = await fulfil(intent.client_secret, { metadata: { order: '7', 'a"b': '' } });
    await answer(initiated, 'authenticated');
    const payment = await paymentOf(initiated.id);
    paymentContract.parse(payment);
    const { id, source: paid, ...rest } = payment;
    assert.equal(id, initiated.id);
    assert.deepEqual(rest, {
      status: 'paid',
      amount: 10_000,
      fee: 431,
      currency: 'SAR',
      refunded: 0,
      refunded_at: null,
      captured: 0,
      captured_at: null,
      voided_at: null,
      description: 'Order 7',
      amount_format: '100.00 SAR',
      fee_format: '4.31 SAR',
      refunded_format: '0.00 SAR',
      captured_format: '0.00 SAR',
      invoice_id: null,
      ip: '127.0.0.1',
      callback_url: callback,
      created_at: new Date(noon).toISOString(),
      updated_at: new Date(noon).toISOString(),
      metadata: { order: '7', 'a"b': '' },
      splits: [],
    });
    const {
      gateway_id: gateway,
      token,
      reference_number: reference,
      authorization_code: code,
      ...fixed
    } = paid;
    assert.match(`${gateway} ${token}`, /^sandbox_gateway_\S+ token_\S+$/);
    assert.match(`${reference} ${code}`, /^\d{12} \d{6}$/);
    assert.deepEqual(fixed, {
      type: 'creditcard',
      company: 'visa',
      name: 'Aisha Al-Harbi',
      number: '411111XXXXXX1111',
      message: 'APPROVED',
      transaction_url: null,
      response_code: '00',
      issuer_name: 'Sandbox Bank',
      issuer_country: 'SA',
      issuer_card_type: 'credit',
      issuer_card_category: 'STANDARD',
    });
  });

  test('keeps a name in any script, markup included, as it came', async () => {
    const { pay } = openShop();
    for (const name of ['عائشة', 'O’Neill <b>', '张', '😀'])
      assert.equal((await pay({ source: { name } })).source.name, name);
  });

  test('answers its splits in full', async () => {
    const { pay } = openShop();
    const { splits } = await pay({
      payment: {
        splits: [
          { amount: 9000, recipient_id: recipient },
          {
            amount: -1,
            recipient_id: recipient,
            recipient_type: 'Platform',
            reference: 'r'.repeat(255),
            description: '',
            fee_source: true,
            refundable: false,
          },
        ],
      },
    });
    assert.deepEqual(splits, [
      {
        amount: 9000,
        recipient_type: 'Entity',
        recipient_id: recipient,
        fee_source: false,
        refundable: true,
      },
      {
        amount: -1,
        recipient_type: 'Platform',
        recipient_id: recipient,
        reference: 'r'.repeat(255),
        description: '',
        fee_source: true,
        refundable: false,
      },
    ]);
  });
});

describe('amounts are formatted with the decimals of', () => {
  const formats = [
    ['SAR', 10_000, '100.00 SAR'],
    ['KWD', 1000, '1.000 KWD'],
    ['JPY', 1000, '1000 JPY'],
    ['MGA', 100, '1.00 MGA'],
    ['MRU', 12_345, '123.45 MRU'],
    ['SLE', 100, '1.00 SLE'],
    ['CLF', 12_345, '1.2345 CLF'],
    ['SAR', 2 ** 53 - 1, '90071992547409.91 SAR'],
  ] as const;
  for (const [currency, amount, formatted] of formats)
    test(`${currency}: ${amount} is ${formatted}`, async () => {
      const { pay } = openShop();
      assert.equal((await pay({ intent: { amount, currency } })).amount_format, formatted);
    });
});

describe('the payer’s address is', () => {
  const addresses = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::1': '127.0.0.1',
    '2001:db8::1': '127.0.0.1',
  };
  for (const [remoteAddress, ip] of Object.entries(addresses))
    test(`${ip} for a connection from ${remoteAddress}`, async () => {
      const sandbox = createSandbox({ now: () => noon });
      const socket = { remoteAddress, destroy: () => undefined };
      const { pay } = habits(
        client((request) => {
          request.headers.set('host', '127.0.0.1:4010');
          return sandbox.fetch(request, { incoming: { socket } });
        }),
      );
      assert.equal((await pay()).ip, ip);
    });

  test('never what a header claims', async () => {
    const { call, createIntent } = openShop();
    const { client_secret: secret } = await createIntent();
    const { body } = await call('POST', '/v1/payments', {
      key: 'pk_test_sandbox',
      headers: { 'x-forwarded-for': '203.0.113.7' },
      body: { client_secret: secret, source: source() },
    });
    assert.equal(body.ip, '127.0.0.1');
  });
});
