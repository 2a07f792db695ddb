import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorBody, errorBodyContract } from '../../src/wire/index.js';
import { accepts, describeReading, describeTable } from './table.js';

const whole = { type: 'invalid_request_error', message: 'Wrong.', errors: { 'source.number': ['is wrong'] } };

describeTable('wire, error', errorBodyContract, whole, {
  type: {
    required: true,
    good: [
      'invalid_request_error',
      'authentication_error',
      'record_not_found',
      'account_inactive_error',
      'rate_limit_error',
      'api_error',
      'intent_not_fulfillable',
      'intent_not_cancelable',
    ],
    bad: ['other', ''],
  },
  message: { required: true, good: ['Wrong.'], bad: [7] },
  errors: {
    required: true,
    nullable: true,
    good: [{}, { amount: ['a', 'b'] }],
    bad: ['x', { amount: 'a' }, []],
  },
});

describeReading('an error', errorBody, whole, [], ['type']);

test('reading takes errors as lists, as one text each, as one text for all', () => {
  for (const errors of [{ amount: ['a'] }, { amount: 'a' }, 'a', null, {}])
    accepts(errorBody, { ...whole, errors });
});

test('reading takes an empty object for an error that says nothing', () => {
  assert.deepEqual(accepts(errorBody, {}), {});
});
