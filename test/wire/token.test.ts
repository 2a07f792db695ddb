import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payTokenSource, token as reading, tokenContract } from '../../src/wire/index.js';
import { accepts, describeReading, describeStrictness, describeTable } from './table.js';
import { addresses, flags, moments, texts } from './values.js';

const optional = { nullable: true };
const ids = { good: ['token_1', 'token_aB-_9'], bad: ['', 'token_', 'tok_1', 'pi_secret_x', 'token_a b', 7] };

const whole = {
  id: 'token_1',
  status: 'active',
  brand: 'visa',
  funding: 'credit',
  country: 'SA',
  month: '12',
  year: '2030',
  name: 'Aisha Al-Harbi',
  last_four: '1111',
  metadata: { customer: '7' },
  message: 'The card was verified',
  verification_url: 'https://bank.example/3ds',
  created_at: '2026-05-15T12:00:00.000Z',
  updated_at: '2026-05-15T12:00:00.000Z',
  expires_at: '2026-05-15T12:15:00.000Z',
};

describeTable('a token', tokenContract, whole, {
  id: { required: true, ...ids },
  status: { required: true, good: ['initiated', 'active', 'inactive'], bad: ['paid', '', 7] },
  brand: { required: true, good: ['mada', 'master'], bad: ['mastercard', ''] },
  funding: { required: true, good: ['debit', 'credit'], bad: ['prepaid', ''] },
  country: { required: true, good: ['SA'], bad: ['', 'sa', 'SAU'] },
  month: { required: true, good: ['01', '12'], bad: ['', '1', '00', '13', 12] },
  year: { required: true, good: ['2030'], bad: ['', '30', 2030] },
  name: { required: true, ...texts },
  last_four: { required: true, good: ['0000', '1111'], bad: ['', '111', '11111', 1111] },
  metadata: { ...optional, good: [{}, { a: '' }], bad: [{ a: [7] }, 'x'] },
  message: { ...optional, ...texts },
  verification_url: { ...optional, ...addresses },
  created_at: { required: true, ...moments },
  updated_at: { required: true, ...moments },
  expires_at: { ...optional, ...moments },
});
describeReading('a token', reading, whole, ['id'], ['status', 'brand', 'funding']);
describeReading('a token with numbers', reading, { ...whole, month: 12, year: 2030 }, ['id']);

const source = { type: 'token', token: 'token_1', manual: true };
describeTable('a token that pays', payTokenSource, source, {
  type: { required: true, good: ['token'], bad: ['', 'creditcard', 7] },
  token: { required: true, ...ids },
  manual: flags,
});
describeStrictness('a token that pays', payTokenSource, source);

test('a token of the brand mastercard reads as one of master', () => {
  assert.equal(accepts(reading, { ...whole, brand: 'mastercard' }).brand, 'master');
});
