import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testAmounts, testCodes, testMobiles } from '../../src/sandbox/bank/test-values.js';
import { createSandbox, publishableKey, secretKey } from '../../src/sandbox/index.js';
import { paymentContract, tokenContract } from '../../src/wire/index.js';
import { approvedAtOnce, basic, callback, client, habits, openShop, refusedFor, source } from './shop.js';

const appleToken = (network = 'Visa') =>
  JSON.stringify({
    paymentData: { data: 'ZGF0YQ==', signature: 'c2ln', header: { publicKeyHash: 'x' }, version: 'EC_v1' },
    paymentMethod: { displayName: `${network} 4352`, network, type: 'debit' },
    transactionIdentifier: 'f00d',
  });
const applePay = (more: object = {}) => ({ type: 'applepay', token: appleToken(), ...more });
const samsungPay = (more: object = {}) => ({ type: 'samsungpay', token: 'a.b.c.d.e', ...more });
const stcPay = (more: object = {}) => ({ type: 'stcpay', mobile: testMobiles.accepted, ...more });

const decrypted = {
  type: 'applepay',
  number: '4111111111111111',
  month: '12',
  year: '2030',
  cryptogram: 'AAAAAAAAAAAA',
  eci: '07',
  device_id: '040010030273',
  last_four: '4352',
};

/** A shop that pays on fresh intents, without a callback address, which these sources do not need. */
function openMethods(shop = openShop()) {
  const payBy = async (source: object, intent: object = {}, more: object = {}) => {
    const made = await shop.createIntent({
      amount: testAmounts.approved.from,
      callback_url: undefined,
      ...intent,
    });
    return shop.fulfil(made.client_secret, { source, ...more });
  };
  const startStc = async (more: object = {}) => (await payBy(stcPay(more))).body;
  const sendCode = (payment: { source: { transaction_url: string } }, code: unknown, more: object = {}) => {
    const { pathname, search } = new URL(payment.source.transaction_url);
    return shop.call('POST', pathname + search, { key: null, body: { otp_value: code }, ...more });
  };
  return { ...shop, payBy, startStc, sendCode };
}

describe('a payment by a wallet', () => {
  const ends: Readonly<Record<keyof typeof testAmounts, readonly [string, string, string]>> = {
    approved: ['paid', 'APPROVED', '00'],
    unspecifiedFailure: ['failed', 'UNSPECIFIED FAILURE', '99'],
    insufficientFunds: ['failed', 'INSUFFICIENT FUNDS', '51'],
    lostCard: ['failed', 'DECLINED: LOST CARD', '41'],
    declined: ['failed', 'DECLINED', '05'],
    expiredCard: ['failed', 'DECLINED: EXPIRED CARD', '54'],
    exceedsLimit: ['failed', 'DECLINED: EXCEEDS WITHDRAWAL LIMIT', '61'],
    stolenCard: ['failed', 'DECLINED: STOLEN CARD', '43'],
  };
  for (const [name, { from, to }] of Object.entries(testAmounts))
    for (const source of [applePay(), samsungPay()])
      test(`by ${source.type} of ${from} and of ${to} ends by the amount: ${name}`, async () => {
        const { payBy } = openMethods();
        for (const amount of [from, to]) {
          const { status, body } = await payBy(source, { amount });
          paymentContract.parse(body);
          assert.equal(status, 201);
          const { message, response_code: code } = body.source;
          assert.deepEqual([body.status, message, code], ends[name as keyof typeof testAmounts]);
        }
      });

  test('of an amount that is not listed is declined', async () => {
    const { payBy } = openMethods();
    for (const amount of [100, 19_999, 30_001, 110_050]) {
      const { body } = await payBy(applePay(), { amount });
      assert.deepEqual([body.status, body.source.response_code], ['failed', '05']);
    }
  });

  test('shows the card of Apple’s token, and no address', async () => {
    const { payBy } = openMethods();
    const companies = {
      mada: 'mada',
      Visa: 'visa',
      MasterCard: 'master',
      AmEx: 'amex',
      ChinaUnionPay: 'unionpay',
    };
    for (const [network, company] of Object.entries(companies)) {
      const { source, callback_url: callback } = (await payBy(applePay({ token: appleToken(network) }))).body;
      assert.deepEqual(
        [source.type, source.company, source.number, source.name, source.token, source.dpan, callback],
        ['applepay', company, 'XXXX-XXXX-XXXX-4352', null, null, null, null],
      );
      assert.match(source.gateway_id, /^moyasar_ap_[A-Za-z\d]{23}$/);
      assert.equal('transaction_url' in source, false);
    }
  });

  test('takes Apple’s paymentData alone, and manual as text', async () => {
    const { payBy } = openMethods();
    const { paymentData } = JSON.parse(appleToken());
    const { body } = await payBy(applePay({ token: JSON.stringify(paymentData), manual: 'true' }));
    assert.equal(body.status, 'authorized');
  });

  test('keeps the card for later if it was approved', async () => {
    const { payBy, call } = openMethods();
    for (const source of [applePay({ save_card: true }), samsungPay({ save_card: 'true' })]) {
      const { token } = (await payBy(source)).body.source;
      const { body: kept } = await call('GET', `/v1/tokens/${token}`);
      tokenContract.parse(kept);
      assert.equal(kept.status, 'active');
      const { last_four: last, brand } = kept;
      assert.deepEqual([brand, last], ['visa', source.type === 'applepay' ? '4352' : '1111']);

      const charge = { amount: 5000, callback_url: callback, source: { type: 'token', token } };
      const { body: charged } = await call('POST', '/v1/payments', { body: charge });
      paymentContract.parse(charged);
      assert.deepEqual([charged.status, charged.source.type], ['paid', 'creditcard']);

      const { token: useless } = (await payBy(source, { amount: 100_000 })).body.source;
      assert.equal((await call('GET', `/v1/tokens/${useless}`)).body.status, 'inactive');
      assert.equal((await payBy({ ...source, save_card: false })).body.source.token, null);
    }
  });

  const refused: Readonly<Record<string, unknown>> = {
    'what is no JSON': 'ZGF0YQ==',
    'the token of a simulator': JSON.stringify({ paymentData: {}, transactionIdentifier: 'Simulated' }),
    'an object': { paymentData: {} },
    'an empty text': '',
  };
  for (const [name, token] of Object.entries(refused))
    test(`refuses ${name} as Apple’s token, and leaves the intent unused`, async () => {
      const { createIntent, fulfil } = openMethods();
      const intent = await createIntent({ amount: testAmounts.approved.from });
      refusedFor(await fulfil(intent.client_secret, { source: applePay({ token }) }), 'source.token');
      assert.equal((await fulfil(intent.client_secret, { source: applePay() })).status, 201);
    });

  test('refuses an empty token of Samsung', async () => {
    for (const token of ['', ' ', 7]) {
      refusedFor(await openMethods().payBy(samsungPay({ token })), 'source.token');
    }
  });

  test('is made without an intent and without a callback address, with either key', async () => {
    const { call } = openMethods();
    for (const key of [publishableKey, secretKey])
      for (const source of [applePay(), samsungPay()]) {
        const body = { amount: testAmounts.approved.to, source };
        const answer = await call('POST', '/v1/payments', { key, body });
        assert.deepEqual([answer.status, answer.body.status, answer.body.callback_url], [201, 'paid', null]);
      }
  });
});

describe('a payment by Apple Pay that the merchant’s server has decrypted', () => {
  const pay = (source: object, key = secretKey, amount: number = testAmounts.approved.from) =>
    openShop().call('POST', '/v1/payments', { key, body: { amount, source } });

  test('ends by its amount, and shows the card and not the device', async () => {
    const { status, body } = await pay(decrypted);
    paymentContract.parse(body);
    const { type, company, number, message } = body.source;
    assert.deepEqual([status, body.status, type, message], [201, 'paid', 'applepay', 'APPROVED']);
    assert.deepEqual([company, number], ['visa', 'XXXX-XXXX-XXXX-4352']);
    const { last_four: _, ...without } = decrypted;
    assert.equal((await pay(without)).body.source.number, 'XXXX-XXXX-XXXX-1111');
    assert.equal((await pay(decrypted, secretKey, 100)).body.status, 'failed');
  });

  test('is refused with the publishable key, and on an intent', async () => {
    assert.equal((await pay(decrypted, publishableKey)).status, 403);
    const { payBy } = openMethods();
    refusedFor(await payBy(decrypted), 'source.token');
  });

  test('is refused for what is wrong with it', async () => {
    for (const [field, value] of Object.entries({
      number: '4111111111111112',
      year: '2020',
      month: '13',
      last_four: '1',
    })) {
      refusedFor(await pay({ ...decrypted, [field]: value }), `source.${field}`);
    }
  });
});

describe('a session of Apple Pay', () => {
  const wanted = {
    validation_url: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
    display_name: 'Shop',
    domain_name: 'shop.example',
    publishable_api_key: publishableKey,
  };
  const start = (
    body: object | string,
    more: object = {},
    shop = openShop({ allowOrigins: ['https://shop.example'] }),
  ) => shop.call('POST', '/v1/applepay/initiate', { key: null, body, ...more });

  test('is for the domain and the name that were sent, and ends after five minutes', async () => {
    const { status, body } = await start(wanted, { headers: { origin: 'https://shop.example' } });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.domainName, body.displayName, body.expiresAt - body.epochTimestamp],
      ['shop.example', 'Shop', 300_000],
    );
    const other = (await start(wanted)).body;
    assert.notEqual(other.merchantSessionIdentifier, body.merchantSessionIdentifier);
  });

  test('is started by a form too', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await start(String(new URLSearchParams(wanted)), { headers })).status, 200);
  });

  test('is refused without the publishable key', async () => {
    const { publishable_api_key: _, ...keyless } = wanted;
    const keys: readonly [object, number][] = [
      [keyless, 401],
      [{ ...keyless, publishable_api_key: 'pk_test_unknown' }, 401],
      [{ ...keyless, publishable_api_key: secretKey }, 401],
    ];
    for (const [body, status] of keys) assert.equal((await start(body)).status, status);
    assert.equal((await start(keyless, { key: secretKey })).status, 403);
  });

  const problems: readonly [string, object, string][] = [
    [
      'an address that is not Apple’s',
      { validation_url: 'https://apple.com.evil.example/' },
      'validation_url',
    ],
    ['an address without https', { validation_url: 'http://a.apple.com/' }, 'validation_url'],
    ['an empty name', { display_name: ' ' }, 'display_name'],
    ['an address as the domain', { domain_name: 'https://shop.example' }, 'domain_name'],
    ['the domain of another page', { domain_name: 'other.example' }, 'domain_name'],
  ];
  for (const [name, change, field] of problems)
    test(`is refused for ${name}`, async () => {
      refusedFor(
        await start({ ...wanted, ...change }, { headers: { origin: 'https://shop.example' } }),
        field,
      );
    });

  test('fails by a fault', async () => {
    const shop = openShop();
    await shop.fault('apple-session', '405');
    assert.equal((await start(wanted, {}, shop)).body.type, 'account_inactive_error');
    assert.equal((await start(wanted, {}, shop)).status, 200);
  });
});

describe('a payment by STC Pay', () => {
  test('waits for the code at an address of the payment', async () => {
    const { startStc, paymentOf } = openMethods();
    const payment = await startStc({ cashier: 'c1' });
    paymentContract.parse(payment);
    const {
      type,
      mobile,
      reference_number: reference,
      branch,
      cashier,
      message,
      transaction_url: url,
    } = payment.source;
    assert.deepEqual(
      [payment.status, type, mobile, branch, cashier, message],
      ['initiated', 'stcpay', testMobiles.accepted, null, 'c1', null],
    );
    assert.match(reference, /^\d{13}$/);
    assert.match(
      url,
      new RegExp(`^http://sandbox\\.test/v1/stc_pays/${payment.id}/proceed\\?otp_token=[\\w.-]+$`),
    );
    assert.deepEqual(await paymentOf(payment.id), payment);
  });

  test('takes each form of a number, and answers one', async () => {
    const { startStc } = openMethods();
    for (const mobile of ['+966512345678', '00966512345678', '05 1234 5678', ' 0512345678'])
      assert.equal((await startStc({ mobile })).source.mobile, '0512345678');
  });

  test('refuses a number of another form', async () => {
    const { payBy } = openMethods();
    for (const mobile of [
      '',
      '512345678',
      '051234567',
      '05123456789',
      '+96551234567',
      '0412345678',
      512345678,
    ]) {
      refusedFor(await payBy(stcPay({ mobile })), 'source.mobile');
    }
  });

  const { accepted: _, ...refusedMobiles } = testMobiles;
  for (const [name, mobile] of Object.entries(refusedMobiles))
    test(`fails at once for ${mobile}: ${name}`, async () => {
      const { body } = await openMethods().payBy(stcPay({ mobile }));
      paymentContract.parse(body);
      assert.deepEqual([body.status, body.source.transaction_url], ['failed', null]);
      if (name === 'notRegistered') assert.match(body.source.message, /Mobile number is not registered/);
    });

  test('is in SAR, and another currency leaves the intent unused', async () => {
    const { createIntent, fulfil, call } = openMethods();
    const intent = await createIntent({ currency: 'USD' });
    refusedFor(await fulfil(intent.client_secret, { source: stcPay() }), 'currency');
    assert.equal((await call('GET', `/v1/payment_intents/${intent.id}`)).body.status, 'created');
  });

  const messages: Partial<Record<keyof typeof testCodes, string>> = { paid: 'Paid', wrong: 'Invalid OTP' };
  for (const [name, code] of Object.entries(testCodes))
    test(`ends by the code ${code}: ${name}`, async () => {
      const { startStc, sendCode, paymentOf } = openMethods();
      const payment = await startStc();
      const { status, body } = await sendCode(payment, code);
      paymentContract.parse(body);
      assert.deepEqual([status, body.status], [200, /paid/i.test(name) ? 'paid' : 'failed']);
      const message = messages[name as keyof typeof testCodes] ?? body.source.message;
      assert.ok(message);
      assert.deepEqual(body.source, { ...payment.source, message });
      assert.deepEqual(await paymentOf(payment.id), body);
    });

  test('ends with the first code: any later one is refused and changes nothing', async () => {
    for (const [first, status] of [
      [testCodes.wrong, 'failed'],
      [testCodes.paid, 'paid'],
    ] as const) {
      const { startStc, sendCode, paymentOf } = openMethods();
      const payment = await startStc();
      const answers = await Promise.all(
        [first, testCodes.paid, testCodes.wrong].map((code) => sendCode(payment, code)),
      );
      assert.deepEqual(
        answers.map(({ status: code, body }) => [code, body.type]),
        [
          [200, undefined],
          [400, 'invalid_request_error'],
          [400, 'invalid_request_error'],
        ],
      );
      assert.equal((await paymentOf(payment.id)).status, status);
    }
  });

  test('takes a code by GET too, which acts', async () => {
    const { startStc, call, paymentOf } = openMethods();
    const payment = await startStc();
    const { pathname, search } = new URL(payment.source.transaction_url);
    assert.equal((await call('GET', pathname + search, { key: null })).status, 400);
    assert.equal((await paymentOf(payment.id)).status, 'initiated');
    const { status, body } = await call('GET', `${pathname}${search}&otp_value=123456`, { key: null });
    assert.deepEqual([status, body.status], [200, 'paid']);
  });

  test('takes a code with either key, as a number, and with the fields that other clients send along', async () => {
    for (const key of [publishableKey, secretKey]) {
      const { startStc, sendCode } = openMethods();
      const payment = await startStc();
      const body = { otp_value: 123456, amount: 1, source: {}, publishable_api_key: publishableKey };
      assert.equal((await sendCode(payment, '', { key, body })).body.status, 'paid');
    }
  });

  test('is not found with another token or by another id', async () => {
    const { startStc, sendCode, paymentOf } = openMethods();
    const [payment, other] = [await startStc(), await startStc()];
    const url: string = payment.source.transaction_url;
    for (const wrong of [`${url}x`, url.replace(/\?.*/, ''), url.replace(payment.id, other.id)]) {
      const { status, body } = await sendCode({ source: { transaction_url: wrong } }, testCodes.paid);
      assert.deepEqual([status, body.type], [404, 'record_not_found']);
    }
    assert.equal((await paymentOf(payment.id)).status, 'initiated');
  });

  test('has no page of a bank', async () => {
    const { startStc, call } = openMethods();
    const { source } = await startStc();
    const token = new URL(source.transaction_url).searchParams.get('otp_token');
    assert.equal((await call('GET', `/v1/card_auth/${token}/prepare`, { key: null })).status, 404);
  });

  test('belongs to the namespace of its key, also by its address alone', async () => {
    const sandbox = createSandbox();
    const send = client((request) => sandbox.fetch(request));
    const keys = { [secretKey]: 'sk_test_blue', [publishableKey]: 'pk_test_blue' };
    const call: typeof send = (method, path, { key = secretKey, ...more } = {}) =>
      send(method, path, { ...more, key: key === null ? null : keys[key]! });
    const blue = openMethods({ sandbox, call, ...habits(call) });
    const payment = await blue.startStc();
    assert.equal((await blue.sendCode(payment, testCodes.paid, { key: null })).body.status, 'paid');
    const { body: log } = await send('GET', '/sandbox/log', {
      headers: { authorization: basic('sk_test_blue') },
    });
    assert.equal(log.filter(({ path }: { path: string }) => path.includes('stc_pays')).length, 1);
  });
});

test('the log and the dashboard show neither tokens, codes nor whole numbers', async () => {
  const { payBy, startStc, sendCode, call } = openMethods();
  await call('POST', '/v1/webhooks', { body: { url: 'http://127.0.0.1:9/', shared_secret: 's' } });
  const waiting = await startStc();
  const paid = await startStc();
  await sendCode(paid, testCodes.paid);
  await call('POST', '/v1/payments', { body: { amount: testAmounts.approved.from, source: decrypted } });
  await payBy(applePay());
  await payBy(samsungPay());
  const card = source(approvedAtOnce, { save_card: true });
  const { token } = (await payBy(card, { callback_url: callback })).body.source;
  await payBy({ type: 'token', token }, { callback_url: callback });
  await call('GET', `/v1/tokens/${token}`);
  const log = JSON.stringify((await call('GET', '/sandbox/log', { key: null })).body);
  const { body: timeline } = await call('GET', '/dashboard/timeline', { key: null });
  const shown = log + JSON.stringify(timeline);
  for (const { source } of [waiting, paid])
    assert.ok(!shown.includes(new URL(source.transaction_url).searchParams.get('otp_token')!));
  const { cryptogram } = decrypted;
  const secrets = [
    testMobiles.accepted,
    testCodes.paid,
    'a.b.c.d.e',
    'ZGF0YQ==',
    cryptogram,
    approvedAtOnce,
    token,
  ];
  for (const text of secrets) assert.ok(!shown.includes(text), text);
  assert.deepEqual(
    timeline.entries
      .filter(({ kind }: { kind: string }) => kind === 'payment')
      .map(({ what }: { what: string }) => what),
    [
      'payment paid: APPROVED',
      'payment paid: APPROVED',
      'Samsung Pay payment paid: APPROVED',
      'Apple Pay payment paid: APPROVED',
      'Apple Pay payment paid: APPROVED',
      'STC Pay payment paid: Paid',
      'STC Pay payment waits for the code',
    ],
  );
  const links = timeline.entries.filter(({ link }: { link: string }) => link !== '');
  assert.deepEqual(links, []);
});
