import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Decisions, decisionTable, publishableKey } from '../../src/sandbox/index.js';
import { testCodes, testMobiles } from '../../src/sandbox/bank/test-values.js';
import { decisionNames, type DecisionName } from '../../src/sandbox/decisions.js';
import { openShop, source } from './shop.js';

type Shop = ReturnType<typeof openShop>;
interface Row {
  /** What a client sees by which the values differ. */
  readonly see: (shop: Shop) => Promise<unknown>;
  /** By value. */
  readonly seen: Readonly<Record<string, unknown>>;
}

const id = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const move = async (shop: Shop, paymentId: string, verb: string, body?: object) =>
  (await shop.call('POST', `/v1/payments/${paymentId}/${verb}`, body ? { body } : {})).status;
const failAtTheBank = async (shop: Shop) => {
  const payment = await shop.payWith();
  await shop.answer(payment, 'rejected');
  return shop.paymentOf(payment.id);
};
const couponedAmount = async (shop: Shop, amount: number) => {
  const coupon = { code: 'X', discount: 15, prefixes: ['4'] };
  await shop.call('POST', '/sandbox/fixtures', { body: { coupons: [coupon] } });
  return (await shop.pay({ intent: { amount } })).amount as number;
};
const stcPay = (mobile: string) => ({ type: 'stcpay', mobile });
const startStc = async (shop: Shop) => {
  const { client_secret: secret } = await shop.createIntent();
  const { body } = await shop.fulfil(secret, { source: stcPay(testMobiles.accepted) });
  const { pathname, search } = new URL(body.source.transaction_url);
  return { id: body.id as string, url: pathname + search };
};
const typeAndMessage = ({ body }: { body: { type: string; message: string } }) => [body.type, body.message];

const rows: { readonly [Name in DecisionName]: Row } = {
  repeatedGivenId: {
    see: async (shop) => {
      await shop.pay({ payment: { given_id: id } });
      const { body } = await shop.fulfil((await shop.createIntent()).client_secret, { given_id: id });
      return body.type ?? [body.id, body.status];
    },
    seen: {
      used_given_id: 'used_given_id',
      intent_not_fulfillable: 'intent_not_fulfillable',
      replay: [id, 'paid'],
    },
  },
  refusalOrder: {
    see: async (shop) => {
      const { client_secret: secret } = await shop.createIntent();
      await shop.fulfil(secret, { given_id: id });
      return (await shop.fulfil(secret, { given_id: id })).body.type;
    },
    seen: { given_id_first: 'used_given_id', intent_first: 'intent_not_fulfillable' },
  },
  givenId: {
    see: async (shop) => (await shop.pay({ payment: { given_id: id } })).id === id,
    seen: { taken: true, ignored: false },
  },
  fulfilBySecret: {
    see: async (shop) => (await shop.fulfil((await shop.createIntent()).client_secret)).status,
    seen: { taken: 201, refused: 400 },
  },
  wrongSecret: {
    see: async (shop) => (await shop.fulfil('pi_secret_wrong')).status,
    seen: { 403: 403, 400: 400, 404: 404 },
  },
  intentRefusal: {
    see: async (shop) => {
      const { client_secret: secret } = await shop.createIntent();
      await shop.fulfil(secret);
      return typeAndMessage(await shop.fulfil(secret));
    },
    seen: {
      type: ['intent_not_fulfillable', 'The payment intent has been used.'],
      message: ['invalid_request_error', 'intent_not_fulfillable: The payment intent has been used.'],
    },
  },
  forbiddenKey: {
    see: async (shop) => (await shop.call('GET', '/v1/payments', { key: publishableKey })).body.type,
    seen: { api_error: 'api_error', authentication_error: 'authentication_error' },
  },
  unknownId: {
    see: async (shop) => (await shop.paymentOf(id)).type,
    seen: { record_not_found: 'record_not_found', api_error: 'api_error' },
  },
  fieldRefusal: {
    see: async (shop) => shop.createIntent({ amount: 99 }),
    seen: {
      validation_error: {
        type: 'validation_error',
        message: 'Data validation failed',
        errors: { amount: ['must be greater than or equal to 100'] },
      },
      invalid_request: {
        type: 'invalid_request',
        message: null,
        errors: { amount: 'must be greater than or equal to 100' },
      },
    },
  },
  cardErrorKeys: {
    see: async (shop) => {
      const { client_secret: secret } = await shop.createIntent();
      const { body } = await shop.fulfil(secret, { source: source('4111111111111112') });
      return Object.keys(body.errors);
    },
    seen: { 'source.number': ['source.number'], number: ['number'] },
  },
  wrongMethod: {
    see: async (shop) => (await shop.call('DELETE', '/v1/payments')).status,
    seen: { 405: 405, 404: 404 },
  },
  crossOrigin: {
    see: async (shop) => {
      const origin = 'http://localhost:4020';
      const preflight = { origin, 'access-control-request-method': 'POST' };
      const { headers } = await shop.call('OPTIONS', '/v1/payments', { key: null, headers: preflight });
      return headers.get('access-control-allow-origin');
    },
    seen: { answered: 'http://localhost:4020', refused: null },
  },
  listPageSize: {
    see: async (shop) => {
      const payments = Array.from({ length: 41 }, () => ({ amount: 100 }));
      await shop.call('POST', '/sandbox/fixtures', { body: { payments } });
      return (await shop.call('GET', '/v1/payments')).body.payments.length;
    },
    seen: { 40: 40, 20: 20 },
  },
  totalCount: {
    see: async (shop) => (await shop.call('GET', '/v1/payments')).body.meta,
    seen: {
      given: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_count: 0 },
      null: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_count: null },
    },
  },
  metadataKeys: {
    see: async (shop) => {
      const metadata = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`key${index}`, 1]));
      return (await shop.fulfil((await shop.createIntent()).client_secret, { metadata })).status;
    },
    seen: { 30: 400, 50: 201 },
  },
  webhookDeletion: {
    see: async (shop) => {
      const { body } = await shop.call('POST', '/v1/webhooks', { body: { url: 'https://shop.example' } });
      const deleted = await shop.call('DELETE', `/v1/webhooks/${body.id}`);
      return [deleted.status, deleted.body];
    },
    seen: { 200: [200, { message: 'Webhook was deleted successfully' }], 204: [204, ''] },
  },
  transactionUrl: {
    see: async (shop) => (await failAtTheBank(shop)).source.transaction_url !== null,
    seen: { null: false, kept: true },
  },
  failureReason: {
    see: async (shop) => (await failAtTheBank(shop)).failure_reason,
    seen: { given: '3ds_rejected_transaction', absent: undefined },
  },
  challengeTimeout: {
    see: async (shop) => {
      const { id: waiting } = await shop.payWith();
      const statuses = [];
      for (const seconds of [600, 300]) {
        await shop.advance(seconds);
        statuses.push((await shop.paymentOf(waiting)).status);
      }
      return statuses;
    },
    seen: {
      '15_minutes': ['initiated', 'failed'],
      '10_minutes': ['failed', 'failed'],
      never: ['initiated', 'initiated'],
    },
  },
  activeToken: {
    see: async (shop) => {
      const { client_secret: secret } = await shop.createIntent();
      const { body } = await shop.fulfil(secret, { source: source(undefined, { save_card: true }) });
      await shop.answer(body, 'authenticated');
      const { token } = body.source;
      const charge = { amount: 100, callback_url: 'https://shop.example', source: { type: 'token', token } };
      return (await shop.call('POST', '/v1/payments', { body: charge })).body.status;
    },
    seen: { settles: 'paid', challenge: 'initiated' },
  },
  voidWindow: {
    see: async (shop) => {
      const payment = await shop.pay();
      await shop.advance(3 * 3600);
      return move(shop, payment.id, 'void');
    },
    seen: { two_hours: 400, same_day: 200 },
  },
  voidOfCaptured: {
    see: async (shop) => {
      const payment = await shop.pay({ source: { manual: true } });
      await move(shop, payment.id, 'capture');
      return move(shop, payment.id, 'void');
    },
    seen: { taken: 200, refused: 400 },
  },
  secondRefund: {
    see: async (shop) => {
      const payment = await shop.pay();
      return [
        await move(shop, payment.id, 'refund', { amount: 100 }),
        await move(shop, payment.id, 'refund', { amount: 100 }),
      ];
    },
    seen: { taken: [200, 200], refused: [200, 400] },
  },
  couponOnIntents: {
    see: (shop) => couponedAmount(shop, 10_000),
    seen: { applied: 8500, ignored: 10_000 },
  },
  couponRounding: {
    see: async (shop) => [await couponedAmount(shop, 1006), await couponedAmount(shop, 1001)],
    // The discounts are 150.9 and 150.15.
    seen: { nearest: [855, 851], down: [856, 851], up: [855, 850] },
  },
  refusedMobile: {
    see: async (shop) => {
      const { id, client_secret: secret } = await shop.createIntent();
      const refused = await shop.fulfil(secret, { source: stcPay(testMobiles.notRegistered) });
      const { body: intent } = await shop.call('GET', `/v1/payment_intents/${id}`);
      const again = await shop.fulfil(secret, { source: stcPay(testMobiles.accepted) });
      return [refused.body.status, intent.status, again.status];
    },
    seen: { uses_intent: ['failed', 'fulfilled', 400], leaves_intent: ['failed', 'created', 201] },
  },
  wrongCode: {
    see: async (shop) => {
      const { url, id } = await startStc(shop);
      const send = (code: string) => shop.call('POST', url, { key: null, body: { otp_value: code } });
      const wrong = await send(testCodes.wrong);
      await send(testCodes.paid);
      return [wrong.status, wrong.body.status, (await shop.paymentOf(id)).status];
    },
    seen: { ends_payment: [200, 'failed', 'failed'], may_be_repeated: [200, 'initiated', 'paid'] },
  },
  codeByGet: {
    see: async (shop) => {
      const { url, id } = await startStc(shop);
      const { status } = await shop.call('GET', `${url}&otp_value=${testCodes.paid}`, { key: null });
      return [status, (await shop.paymentOf(id)).status];
    },
    seen: { taken: [200, 'paid'], refused: [404, 'initiated'] },
  },
};

for (const name of decisionNames)
  describe(`the decision ${name}`, () => {
    const { see, seen } = rows[name];
    for (const [index, value] of decisionTable[name].values.entries())
      test(`${value} is played${index === 0 ? ', also unless another value is chosen' : ''}`, async () => {
        const chosen = { [name]: value } as Partial<Decisions>;
        for (const decisions of index === 0 ? [chosen, {}] : [chosen])
          assert.deepEqual(await see(openShop({ decisions })), seen[value]);
      });
  });

test('a decision is changed while the sandbox runs, for one namespace, until a reset', async () => {
  const { call } = openShop({ decisions: { wrongMethod: '404' } });
  const change = await call('POST', '/sandbox/decisions', {
    key: 'sk_test_blue',
    body: { unknownId: 'api_error' },
  });
  assert.deepEqual([change.body.unknownId, change.body.wrongMethod], ['api_error', '404']);
  const typeFor = async (key: string) => (await call('GET', `/v1/payments/${id}`, { key })).body.type;
  assert.deepEqual(
    [await typeFor('sk_test_blue'), await typeFor('sk_test_sandbox')],
    ['api_error', 'record_not_found'],
  );
  await call('POST', '/sandbox/reset', { key: 'sk_test_blue' });
  assert.equal(await typeFor('sk_test_blue'), 'record_not_found');
});

test('a sandbox is not opened with a decision that it does not know', () => {
  assert.throws(
    () => openShop({ decisions: { refunds: 'refused' } as object }),
    /"refunds" is not a decision/,
  );
});
