import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { paymentContract } from '../../src/wire/index.js';
import { openShop, source } from './shop.js';

const companies = ['mada', 'visa', 'master', 'amex', 'unionpay'];

/** The published table, once more: message, response code, status, and a number per company. */
const table = `
APPROVED | 00 | paid | 4201320111111010 4111111111111111 5421080101000000 340000000900000 6200000000000005
UNSPECIFIED FAILURE | 99 | failed | 4201320000013020 4123120000000000 5105105105105100 371111111111114 6200000000000013
INSUFFICIENT FUNDS | 51 | failed | 4201320000311101 4123120001090000 5457210001000092 340033000000000 6200000000000021
DECLINED: LOST CARD | 41 | failed | 4201320131000508 4123450131000508 5204010101000000 340012340501000 6200000000000039
DECLINED | 05 | failed | 4201321234411220 4123120001090109 5204730000002514 340033000000133 6200000000000047
DECLINED: EXPIRED CARD | 54 | failed | 4201322267774310 4123128518640738 5105107550274126 340000018441278 6200000000000054
DECLINED: EXCEEDS WITHDRAWAL LIMIT | 61 | failed | 4201326324640570 4123123033308648 5105106475101067 340000753060788 6200000000000062
DECLINED: STOLEN CARD | 43 | failed | 4201321144311528 4123125276780003 5105107304607225 340000418501838 6200000000000070
`
  .trim()
  .split('\n')
  .map((row) => row.split(' | ') as [message: string, code: string, end: string, numbers: string]);

const unauthenticated: ReadonlyArray<readonly [string, string]> = [
  ['4111118250252531', '3DS: attempted but not available'],
  ['4111113343111067', '3DS service error occurred.'],
  ['4111112205628150', '3DS service error occurred.'],
  ['4111116611600661', 'The card is not enrolled in 3DS service.'],
  ['4111115784228433', 'The authentication attempt was rejected by the issuer bank.'],
  ['4111115620358287', 'The authentication is unavailable'],
];

const shop = openShop();

async function fulfilWith(number: string, more: object = {}) {
  const body = await shop.payWith(number, { source: more });
  paymentContract.parse(body);
  return body;
}

describe('a listed card', () => {
  for (const [message, code, end, numbers] of table)
    for (const [column, number] of numbers.split(' ').entries())
      test(`${number} (${companies[column]}) is challenged and then ${end}: ${message}`, async () => {
        const initiated = await fulfilWith(number);
        assert.equal(initiated.status, 'initiated');
        assert.equal(initiated.source.company, companies[column]);
        assert.equal(initiated.source.response_code, undefined);
        assert.match(
          initiated.source.transaction_url,
          /^http:\/\/sandbox\.test\/v1\/card_auth\/[0-9a-f-]{36}\/prepare$/,
        );

        await shop.answer(initiated, 'authenticated');
        const ended = await shop.paymentOf(initiated.id);
        paymentContract.parse(ended);
        assert.deepEqual(
          [ended.status, ended.source.message, ended.source.response_code, ended.source.transaction_url],
          [end, message, code, null],
        );
        assert.equal(/^\d{6}$/.test(ended.source.authorization_code ?? ''), end === 'paid');
      });

  for (const [number, message] of unauthenticated)
    for (const answer of ['authenticated', 'rejected'] as const)
      test(`${number} fails with its own message when the answer is ${answer}`, async () => {
        const initiated = await fulfilWith(number);
        assert.equal(initiated.status, 'initiated');
        await shop.answer(initiated, answer);
        const ended = await shop.paymentOf(initiated.id);
        assert.deepEqual(
          [ended.status, ended.source.message, ended.source.response_code],
          ['failed', message, undefined],
        );
      });
});

describe('any other card', () => {
  const others = {
    '4242424242424242': 'visa',
    '4000000000006': 'visa',
    '5555555555554444': 'master',
    '2223003122003222': 'master',
    '2720990000000007': 'master',
    '378282246310005': 'amex',
    '6221260000000000': 'unionpay',
    '8171999927660000': 'unionpay',
    '4201320000000001': 'mada',
    '5888450000000003': 'mada',
  };
  for (const [number, company] of Object.entries(others))
    test(`${number} (${company}) is declined at once`, async () => {
      const { status, source: answered } = await fulfilWith(number);
      assert.deepEqual(
        [status, answered.message, answered.response_code, answered.company],
        ['failed', 'DECLINED', '05', company],
      );
    });
});

test('a card is good through the last day of its month', async () => {
  const expiring = { source: source(undefined, { month: '05', year: '2026' }) };
  for (const [day, status] of [
    [Date.UTC(2026, 4, 31, 23, 59, 59), 201],
    [Date.UTC(2026, 5, 1), 400],
  ] as const) {
    const { createIntent, fulfil } = openShop({ now: () => day });
    const intent = await createIntent();
    assert.equal((await fulfil(intent.client_secret, expiring)).status, status);
  }
});
