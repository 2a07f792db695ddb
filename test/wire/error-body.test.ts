import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errorBody, errorBodyContract, errorTypes } from '../../src/wire/index.js';
import { accepts, describeReading } from './table.js';

const whole = { type: 'validation_error', message: 'Wrong.', errors: { 'source.number': ['is wrong'] } };

describe('the contract of an error', () => {
  const good: Readonly<Record<string, object>> = {
    'lists by field': whole,
    'one text by field, and no message': { ...whole, message: null, errors: { amount: 'is wrong' } },
    'no fields': { ...whole, errors: null },
    'a message alone': { message: 'Card number is invalid' },
    ...Object.fromEntries(errorTypes.map((type) => [type, { ...whole, type }])),
  };
  for (const [name, body] of Object.entries(good))
    test(`takes ${name}`, () => void accepts(errorBodyContract, body));

  const bad: Readonly<Record<string, object>> = {
    'an unknown type': { ...whole, type: 'other' },
    'a message of a number': { ...whole, message: 7 },
    'errors of a number': { ...whole, errors: 7 },
    'a list of errors': { ...whole, errors: ['is wrong'] },
    'an unknown member': { ...whole, code: 7 },
    'no message': { type: 'api_error', errors: null },
    nothing: {},
  };
  for (const [name, body] of Object.entries(bad))
    test(`refuses ${name}`, () => assert.equal(errorBodyContract.safeParse(body).success, false));
});

describeReading('an error', errorBody, whole, [], ['type']);

test('an error reads with any errors, and without members of another type', () => {
  for (const errors of [{ amount: ['a'] }, { amount: 'a' }, ['a'], 'a', null])
    assert.deepEqual(accepts(errorBody, { ...whole, errors }), { ...whole, errors });
  assert.deepEqual(accepts(errorBody, { type: 7, message: {}, errors: 7 }), {
    type: undefined,
    message: undefined,
    errors: undefined,
  });
});
