import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod/mini';
import { readIntent, readOrderTerms, readPayment, readBlockedOrder } from '../../src/wire/reader.js';
import { paymentIntent } from '../../src/wire/payment-intent.js';
import { payment } from '../../src/wire/payment.js';
import { nullish } from '../../src/wire/scalar.js';

/** One of everything that JSON can hold, and some that only a function of the page can answer. */
const values: readonly unknown[] = [
  ...[
    '',
    'x',
    'pi_secret_1',
    '0c6ca9fa-2b4f-4b54-8c5e-2f1b0e0ad3a1',
    0,
    -1,
    1.5,
    2 ** 53,
    Number.NaN,
    true,
    null,
    undefined,
  ],
  ...[[], [1], ['a'], [null], [{}], [{ amount: 'a' }], {}, { a: 1 }, { a: 'b' }, { a: ['b'] }, { a: [1] }],
  () => 1,
];

const fieldsOf = (schema: z.ZodMiniObject) => Object.keys(schema.def.shape);

/** What the merchant's server may answer beside an intent. The service's own rules for each are the service's to judge. */
const orderTerms = z.looseObject({
  metadata: nullish(z.record(z.string(), z.string())),
  splits: nullish(z.array(z.record(z.string(), z.unknown()))),
  manual: nullish(z.boolean()),
  invoice_id: nullish(z.string()),
  apply_coupon: nullish(z.boolean()),
});

/** Of each, the fields that something is done by: the rest is shown by nobody here. */
const table = [
  {
    name: 'payment',
    reads: readPayment,
    schema: payment,
    least: { id: 'p', status: 'paid' },
    used: ['id', 'status', 'amount', 'currency'],
  },
  {
    name: 'intent',
    reads: readIntent,
    schema: z.extend(paymentIntent, { payment_id: nullish(z.string().check(z.regex(/^[\w-]+$/))) }),
    least: { id: 'i', client_secret: 'pi_secret_1' },
    used: ['id', 'client_secret', 'amount', 'currency', 'payment_id'],
  },
  {
    name: 'set of terms of an order',
    reads: readOrderTerms,
    schema: orderTerms,
    least: {},
    used: ['metadata', 'splits', 'manual', 'invoice_id', 'apply_coupon'],
  },
] as const;

describe('the page’s readers', () => {
  for (const { name, reads, schema, least, used } of table) {
    const agree = (value: unknown) => {
      const expected = z.safeParse(schema, value).success;
      assert.equal(reads(value) !== undefined, expected, JSON.stringify(value));
      return expected;
    };

    it(`agrees with the schema of a ${name} on every field that is used and every kind of value`, () => {
      assert.equal(agree(least), true);
      for (const field of used) {
        const verdicts = values.map((value) => agree({ ...least, [field]: value }));
        assert.deepEqual(new Set(verdicts), new Set([true, false]), field);
      }
    });

    it(`takes a ${name} with anything in a field that is not used`, () => {
      const others = fieldsOf(schema).filter((field) => !used.some((name) => name === field));
      for (const field of [...others, 'unheard_of']) {
        for (const value of values) assert.equal(typeof reads({ ...least, [field]: value }), 'object', field);
      }
    });

    it(`agrees with the schema of a ${name} on whatever is none`, () => {
      for (const value of values) agree(value);
      for (const field of Object.keys(least)) agree({ ...least, [field]: undefined });
    });
  }

  it('agrees with the schema on which value of a shown field is of another type, and omits it', () => {
    const read = (whole: object) =>
      [readPayment(whole), z.parse(payment, whole)] as const satisfies readonly unknown[];
    for (const value of values) {
      const [own, schema] = read({ id: 'p', status: 'paid', callback_url: value });
      assert.equal(own?.callback_url, schema.callback_url, `callback_url: ${JSON.stringify(value)}`);
      for (const inner of ['message', 'response_code', 'transaction_url'] as const) {
        const [own, schema] = read({
          id: 'p',
          status: 'paid',
          source: { type: 'creditcard', [inner]: value },
        });
        assert.equal(own?.source?.[inner], schema.source?.[inner], `${inner}: ${JSON.stringify(value)}`);
      }
      assert.equal(typeof readPayment({ id: 'p', status: 'paid', source: value }), 'object');
    }
  });

  it('leaves the token and the number in the device out of a payment, and nothing else', () => {
    const source = { type: 'applepay', token: 'token_hush', dpan: '4201320000001111', message: null };
    assert.deepEqual(readPayment({ id: 'p', status: 'paid', source, more: 1 }), {
      id: 'p',
      status: 'paid',
      source: { type: 'applepay', message: null },
      more: 1,
    });
  });

  it('masks the mobile number of a payment, also where the message repeats it', () => {
    const message = 'Neither 0512345678 nor 512 345 678, +966 51-234-5678, 00966512345678 is registered';
    const source = { type: 'stcpay', mobile: '+966512345678', message };
    assert.deepEqual(readPayment({ id: 'p', status: 'failed', source })?.source, {
      type: 'stcpay',
      mobile: '•••••••••••78',
      message: 'Neither ••••••••78 nor ••••••••78, ••••••••78, ••••••••78 is registered',
    });
  });

  for (const [type, isShown] of [
    ['creditcard', true],
    ['token', true],
    ['stcpay', false],
    ['applepay', false],
    [undefined, false],
    [7, false],
  ] as const)
    it(`${isShown ? 'leaves' : 'takes out'} the transaction_url of a payment by ${type}`, () => {
      const source = { type, message: null, transaction_url: 'https://api.example.com/v1/x' };
      const { transaction_url: _, ...rest } = source;
      assert.deepEqual(readPayment({ id: 'p', status: 'initiated', source }), {
        id: 'p',
        status: 'initiated',
        source: isShown ? source : rest,
      });
    });

  it('reads why nothing may be paid, with the payment that stands in the way where the server knows it', () => {
    const payment = { id: 'p', status: 'paid' };
    for (const type of ['order_paid', 'payment_open', 'payment_held']) {
      assert.deepEqual(readBlockedOrder({ type, payment }), { type, payment });
      assert.deepEqual(readBlockedOrder({ type, payment: null }), { type });
    }
    for (const other of [{ type: 'too_many_attempts', payment }, { payment }, payment, null])
      assert.equal(readBlockedOrder(other), undefined);
  });
});
