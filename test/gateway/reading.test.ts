import { expect } from '@open-wc/testing';
import * as z from 'zod/mini';
import { isErrorBody, isIntent, isPayment } from '../../src/gateway/reading.js';
import { errorBody } from '../../src/wire/error-body.js';
import { paymentIntent } from '../../src/wire/payment-intent.js';
import { payment } from '../../src/wire/payment.js';
import { paymentSource } from '../../src/wire/source.js';
import { split } from '../../src/wire/split.js';

/** One of everything that JSON can hold, and some that only a function of the page can answer. */
const values: readonly unknown[] = [
  ...['', 'x', 'pi_secret_1', 0, -1, 1.5, 2 ** 53, Number.NaN, true, null, undefined],
  ...[[], [1], ['a'], [null], [{}], [{ amount: 'a' }], {}, { a: 1 }, { a: 'b' }, { a: ['b'] }, { a: [1] }],
  () => 1,
];

const fieldsOf = (schema: z.ZodMiniObject) => Object.keys(schema.def.shape);

const table = [
  { name: 'payment', reads: isPayment, schema: payment, least: { id: 'p', status: 'paid' } },
  {
    name: 'intent',
    reads: isIntent,
    schema: paymentIntent,
    least: { id: 'i', client_secret: 'pi_secret_1' },
  },
  { name: 'error body', reads: isErrorBody, schema: errorBody, least: {} },
] as const;

describe('reading without the schema library', () => {
  for (const { name, reads, schema, least } of table) {
    const agree = (value: unknown) => {
      const expected = z.safeParse(schema, value).success;
      expect(reads(value), JSON.stringify(value)).to.equal(expected);
      return expected;
    };

    it(`agrees with the schema of a ${name} on every field and every kind of value`, () => {
      expect(agree(least)).to.equal(true);
      for (const field of [...fieldsOf(schema), 'unheard_of']) {
        const verdicts = values.map((value) => agree({ ...least, [field]: value }));
        expect(verdicts, field).to.include(true);
        if (field !== 'unheard_of') expect(verdicts, field).to.include(false);
      }
    });

    it(`agrees with the schema of a ${name} on whatever is none`, () => {
      for (const value of values) agree(value);
      for (const field of Object.keys(least)) agree({ ...least, [field]: undefined });
    });
  }

  for (const [field, schema, wrap] of [
    ['source', paymentSource, (value: object) => value],
    ['splits', split, (value: object) => [{}, value]],
  ] as const) {
    it(`agrees with the schemas inside ${field}`, () => {
      for (const inner of fieldsOf(schema)) {
        const verdicts = values.map((value) => {
          const whole = { id: 'p', status: 'paid', [field]: wrap({ [inner]: value }) };
          const expected = payment.safeParse(whole).success;
          expect(isPayment(whole), `${inner}: ${JSON.stringify(value)}`).to.equal(expected);
          return expected;
        });
        expect(verdicts, inner).to.include(true).and.to.include(false);
      }
    });
  }
});
