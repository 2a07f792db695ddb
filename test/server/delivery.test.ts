import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { readDelivery, type Delivery, type PayError } from '../../src/server/index.js';

const secret = 'whsec_pässwörd';
const payment = { id: 'p1', status: 'paid', amount: 100, currency: 'SAR', metadata: { order: '7' } };
const checked = {
  id: 'm1',
  type: 'payment_paid',
  created_at: '2030-01-01T00:00:00.000Z',
  account_name: null,
  live: false,
  data: payment,
};
const message = { ...checked, secret_token: secret };

describe('a delivery that passes', () => {
  const bodies: [title: string, body: string | Uint8Array | ArrayBuffer | object][] = [
    ['text', JSON.stringify(message)],
    ['bytes', new TextEncoder().encode(JSON.stringify(message))],
    ["Node's own bytes", Buffer.from(JSON.stringify(message))],
    ['an array buffer', new TextEncoder().encode(JSON.stringify(message)).buffer],
    ['a parsed object', message],
  ];
  for (const [title, body] of bodies) {
    it(`is read from ${title}, without its secret`, () => {
      assert.deepEqual(readDelivery(body, secret), checked);
    });
  }

  it('leaves the object that it was given as it was', () => {
    const given = { ...message, type: 'payment_faild' };
    readDelivery(given, secret);
    assert.deepEqual(given, { ...message, type: 'payment_faild' });
  });

  const statuses = 'paid failed refunded voided authorized captured verified abandoned canceled expired';
  for (const type of [...statuses.split(' ').map((status) => `payment_${status}`), 'balance_transferred'])
    it(`reads ${type}`, () => assert.equal(readDelivery({ ...message, type }, secret).type, type));

  it('reads the misspelt payment_faild as payment_failed', () =>
    assert.equal(readDelivery({ ...message, type: 'payment_faild' }, secret).type, 'payment_failed'));

  it('is read with a payment of which only the id can be read', () => {
    const odd = { id: 'p1', status: 7, amount: '100', source: 'visa' };
    const { data } = readDelivery({ ...message, data: odd }, secret);
    assert.deepEqual(data, { id: 'p1', status: undefined, amount: undefined, source: undefined });
  });

  it('may have a member called then', () => {
    assert.deepEqual(readDelivery({ ...message, then: 1 }, secret), { ...checked, then: 1 });
  });

  it('asks nothing of the data of a kind that came later', () => {
    const later = { id: 'm1', type: 'balance_transferred', secret_token: secret, data: 7 };
    assert.deepEqual(readDelivery(later, secret), { id: 'm1', type: 'balance_transferred', data: 7 });
  });

  it('is told apart by its type', () => {
    const statusOf = (delivery: Delivery) => {
      if (delivery.type === 'payment_paid' || delivery.type === 'payment_failed') return delivery.data.status;
      const type: string = delivery.type;
      return type;
    };
    assert.equal(statusOf(readDelivery(message, secret)), 'paid');
    assert.equal(statusOf(readDelivery({ ...message, type: 'later' }, secret)), 'later');
  });
});

describe('a delivery that does not pass', () => {
  const table: [title: string, body: unknown, text: RegExp, field?: string][] = [
    ['a wrong secret', { ...message, secret_token: 'wrong' }, /shared secret/],
    ['the beginning of the secret', { ...message, secret_token: secret.slice(0, -1) }, /shared secret/],
    ['a secret that goes on', { ...message, secret_token: `${secret}${secret}` }, /shared secret/],
    ['a secret in capitals', { ...message, secret_token: secret.toUpperCase() }, /shared secret/],
    ['an empty secret', { ...message, secret_token: '' }, /shared secret/],
    ['no secret', checked, /shared secret/],
    ['a secret of null', { ...message, secret_token: null }, /shared secret/],
    ['a list with the secret in it', { ...message, secret_token: [secret] }, /shared secret/],
    ['a list', [message], /JSON object/],
    ['null', 'null', /JSON object/],
    ['nothing', undefined, /JSON object/],
    ['broken JSON', '{"id":', /not JSON/],
    ['bytes that are no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), /not JSON/],
    ['2 MB', JSON.stringify({ ...message, more: 'x'.repeat(2_000_000) }), /larger/],
    ['a payment without an id', { ...message, data: { status: 'paid' } }, /names no payment/, 'data.id'],
    ['no data', { ...message, data: undefined }, /names no payment/, 'data.id'],
    ['no type', { ...message, type: undefined }, /has no type/, 'type'],
    ['a later kind without an id', { ...message, type: 'later', id: '' }, /has no id/, 'id'],
  ];
  for (const [title, body, text, field] of table) {
    const isSecret = String(text) === String(/shared secret/);
    const expected = isSecret ? ['wrong_secret', 'secret_token'] : ['unreadable_message', field];
    it(`is refused: ${title}`, () => {
      assert.throws(
        () => readDelivery(body as string, secret),
        (error: PayError) => {
          assert.equal(error.name, 'PayError');
          assert.equal(error.code, 'api');
          assert.match(error.message, text);
          assert.deepEqual([error.type, error.field], expected);
          assert.ok(!inspect(error, { depth: null, showHidden: true }).includes(secret));
          return true;
        },
      );
    });
  }

  for (const empty of ['', '  ', undefined, null]) {
    it(`never matches a shared secret of ${JSON.stringify(empty)}`, () => {
      assert.throws(() => readDelivery({ ...message, secret_token: empty }, empty as string), {
        code: 'configuration',
        field: 'sharedSecret',
      });
    });
  }

  const unread: [title: string, body: object][] = [
    ['a request', new Request('https://shop.example', { method: 'POST', body: JSON.stringify(message) })],
    ['a body that has not been waited for', Promise.resolve(JSON.stringify(message))],
  ];
  for (const [title, body] of unread) {
    it(`says what to do with ${title}`, () => {
      assert.throws(() => readDelivery(body, secret), {
        code: 'configuration',
        message: /request\.text\(\)/,
      });
    });
  }
});
