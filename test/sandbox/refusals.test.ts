import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop } from './shop.js';

const shop = openShop();
const origin = 'http://localhost:3000';

describe('from a page of this machine at another origin', () => {
  test('a preflight is answered for the headers that clients send', async () => {
    const { status, headers } = await shop.call('OPTIONS', '/v1/payments', {
      key: null,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-origin'), origin);
    assert.match(
      headers.get('access-control-allow-headers') ?? '',
      /^Authorization, ?Content-Type, ?X-Moyasar-Form-Version$/i,
    );
    assert.match(headers.get('access-control-allow-methods') ?? '', /POST/);
  });

  const answers: Record<string, readonly [number, string, string, object?]> = {
    'a validation error': [400, 'POST', '/v1/payment_intents', { body: {} }],
    'a body that is too long': [400, 'POST', '/v1/payment_intents', { body: 'x'.repeat(100_001) }],
    'a missing key': [401, 'POST', '/v1/payments', { key: null }],
    'a wrong key': [403, 'POST', '/v1/tokens'],
    'an unknown address': [404, 'GET', '/v1/cards'],
    'a wrong method': [405, 'GET', '/v1/payment_intents'],
    'an answer': [201, 'POST', '/v1/payment_intents', { body: { amount: 100 } }],
  };
  for (const [name, [expected, method, path, options]] of Object.entries(answers))
    test(`${name} can be read`, async () => {
      const { status, headers } = await shop.call(method, path, { headers: { origin }, ...options });
      assert.equal(status, expected);
      assert.equal(headers.get('access-control-allow-origin'), origin);
    });
});

test('what fails inside is a 500 that says nothing of the inside', async (t) => {
  const broken = openShop({
    now: () => {
      throw new Error('inner detail');
    },
  });
  const written = t.mock.method(process.stderr, 'write', () => true);
  const { status, body, headers } = await broken.call('POST', '/v1/payment_intents', {
    body: { amount: 100 },
    headers: { origin },
  });
  assert.deepEqual([status, body.type], [500, 'api_error']);
  assert.doesNotMatch(JSON.stringify(body), /inner detail/);
  assert.match(String(written.mock.calls[0]?.arguments[0]), /inner detail/);
  assert.equal(headers.get('access-control-allow-origin'), origin);
});
