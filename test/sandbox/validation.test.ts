import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publishableKey } from '../../src/sandbox/index.js';
import { errorBodyContract } from '../../src/wire/index.js';
import { type Answer, callback, openShop, source } from './shop.js';

const shop = openShop();

function refusedFor(answer: Answer, fields: readonly string[]) {
  assert.equal(answer.status, 400);
  errorBodyContract.parse(answer.body);
  assert.deepEqual(Object.keys(answer.body), ['type', 'message', 'errors']);
  assert.equal(answer.body.type, 'invalid_request_error');
  assert.deepEqual(Object.keys(answer.body.errors).sort(), [...fields].sort());
  for (const field of fields) assert.ok(answer.body.message.includes(field));
}

describe('an intent is refused for', () => {
  const cases: ReadonlyArray<readonly [string, object, ...string[]]> = [
    ['no amount', { amount: undefined }, 'amount'],
    ['99', { amount: 99 }, 'amount'],
    ['an amount of text', { amount: '100' }, 'amount'],
    ['a fraction', { amount: 100.5 }, 'amount'],
    ['an unsafe integer', { amount: 2 ** 53 }, 'amount'],
    ['an amount of null', { amount: null }, 'amount'],
    ['a currency in small letters', { currency: 'sar' }, 'currency'],
    ['an unknown currency', { currency: 'ABC' }, 'currency'],
    ['a currency of null', { currency: null }, 'currency'],
    ['8001 characters', { description: 'x'.repeat(8001) }, 'description'],
    ['a description of null', { description: null }, 'description'],
    ['a relative address', { callback_url: '/callback' }, 'callback_url'],
    ['a script address', { callback_url: 'javascript:alert(1)' }, 'callback_url'],
    ['unknown fields, each by its name', { colour: 'red', metadata: {} }, 'colour', 'metadata'],
    [
      'all of it at once',
      { amount: 1, currency: 'x', callback_url: 1, y: 1 },
      'amount',
      'callback_url',
      'currency',
      'y',
    ],
  ];
  for (const [name, more, ...fields] of cases)
    test(name, async () => {
      const body = { amount: 100, callback_url: callback, ...more };
      refusedFor(await shop.call('POST', '/v1/payment_intents', { body }), fields);
    });
});

describe('a card is refused for', () => {
  const cases: ReadonlyArray<readonly [string, object, ...string[]]> = [
    ['a wrong check digit', { number: '4111111111111112' }, 'source.number'],
    ['spaces in the number', { number: '4111 1111 1111 1111' }, 'source.number'],
    ['a number that is not text', { number: 4111111111111111 }, 'source.number'],
    ['11 digits', { number: '41111111111' }, 'source.number'],
    ['20 digits', { number: '41111111111111111111' }, 'source.number'],
    ['no number', { number: undefined }, 'source.number'],
    ['month 00', { month: '00' }, 'source.month'],
    ['month 13', { month: '13' }, 'source.month'],
    ['three digits of month', { month: '005' }, 'source.month'],
    ['three digits of year', { year: '203' }, 'source.year'],
    ['two digits of a year that has passed', { year: '25' }, 'source.year'],
    ['a year that has passed', { year: '2025' }, 'source.year'],
    ['a month of this year that has passed', { month: '04', year: '2026' }, 'source.month'],
    ['two digits of security code', { cvc: '12' }, 'source.cvc'],
    ['four digits of security code on Visa', { cvc: '1234' }, 'source.cvc'],
    [
      'three digits of security code on American Express',
      { number: '340000000900000', cvc: '123' },
      'source.cvc',
    ],
    ['a blank name', { name: '  ' }, 'source.name'],
    ['no name', { name: undefined }, 'source.name'],
    ['manual in words', { manual: 'yes' }, 'source.manual'],
    ['another type', { type: 'applepay' }, 'source.type'],
    [
      'all of it at once',
      { number: '4111111111111112', month: '13', year: '2020', cvc: '1234', name: '' },
      ...['number', 'month', 'year', 'cvc', 'name'].map((field) => `source.${field}`),
    ],
  ];
  for (const [name, more, ...fields] of cases)
    test(name, async () => {
      const intent = await shop.createIntent();
      refusedFor(await shop.fulfil(intent.client_secret, { source: source(undefined, more) }), fields);
      assert.equal((await shop.fulfil(intent.client_secret)).status, 201);
    });
});

describe('a fulfilment is refused for', () => {
  const recipient = '7f1d9a3e-5c7b-4d6a-9f7e-2b8c1d3e5f70';
  const split = (more: object) => ({ splits: [{ amount: 1, recipient_id: recipient, ...more }] });
  const cases: ReadonlyArray<readonly [string, object, ...string[]]> = [
    ['no source', { source: undefined }, 'source'],
    ['a source of text', { source: 'x' }, 'source'],
    ['a secret of the wrong form', { client_secret: 'secret' }, 'client_secret'],
    ['a given_id that is no UUID', { given_id: 'x' }, 'given_id'],
    ['a given_id of version 1', { given_id: '2f1acc6c-4b1f-11ee-be56-0242ac120002' }, 'given_id'],
    ['metadata of a list', { metadata: { order: [7] } }, 'metadata.order'],
    ['an invoice_id that is no UUID', { invoice_id: 'x' }, 'invoice_id'],
    ['an unknown invoice', { invoice_id: recipient }, 'invoice_id'],
    ['splits that are no list', { splits: {} }, 'splits'],
    ['a split of zero', split({ amount: 0 }), 'splits.0.amount'],
    ['a split without recipient', split({ recipient_id: undefined }), 'splits.0.recipient_id'],
    ['an unknown kind of recipient', split({ recipient_type: 'Person' }), 'splits.0.recipient_type'],
    ['a reference of 256 characters', split({ reference: 'x'.repeat(256) }), 'splits.0.reference'],
    ['a description of 256 characters', split({ description: 'x'.repeat(256) }), 'splits.0.description'],
    ['an unknown field', { extra: true }, 'extra'],
    [
      'problems of the body and of the card at once',
      { extra: 1, source: source('4111111111111112') },
      'extra',
      'source.number',
    ],
  ];
  for (const [name, more, ...fields] of cases)
    test(name, async () => {
      const intent = await shop.createIntent();
      refusedFor(await shop.fulfil(intent.client_secret, more), fields);
      assert.equal((await shop.fulfil(intent.client_secret)).status, 201);
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

describe('a body is refused that is', () => {
  const cases: Record<string, { body: string; headers?: Record<string, string> }> = {
    'broken JSON': { body: '{"amount":' },
    'a list': { body: '[]' },
    'a number': { body: '7' },
    null: { body: 'null' },
    'not said to be JSON': { body: '{"amount":100}', headers: { 'content-type': 'text/plain' } },
    'a form': { body: 'amount=100', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    'longer than 100 000 bytes': { body: JSON.stringify({ amount: 100, description: 'x'.repeat(100_000) }) },
  };
  for (const [name, options] of Object.entries(cases))
    test(name, async () => {
      for (const [path, key] of [
        ['/v1/payment_intents', undefined],
        ['/v1/payments', publishableKey],
      ] as const) {
        const { status, body } = await shop.call('POST', path, { ...options, ...(key && { key }) });
        assert.deepEqual([status, body.type, body.errors], [400, 'invalid_request_error', null]);
        assert.ok(body.message.length > 10);
      }
    });

  test('empty, when something is required', async () => {
    refusedFor(await shop.call('POST', '/v1/payment_intents'), ['amount']);
  });
});

test('a key that would change an object’s prototype is an unknown field', async () => {
  const answer = await shop.call('POST', '/v1/payment_intents', {
    body: '{"amount":100,"__proto__":{"x":1}}',
  });
  assert.equal(answer.status, 400);
  assert.match(answer.body.message, /__proto__/);
});
