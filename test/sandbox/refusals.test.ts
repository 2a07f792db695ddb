import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publishableKey, secretKey } from '../../src/sandbox/index.js';
import { errorBodyContract } from '../../src/wire/index.js';
import { basic, openShop } from './shop.js';

const shop = openShop();
const unknown = '00000000-0000-4000-8000-000000000000';

const secretRoutes = [
  ['POST', '/v1/payment_intents'],
  ['GET', `/v1/payment_intents/${unknown}`],
  ['POST', `/v1/payment_intents/${unknown}/cancel`],
  ['GET', `/v1/payments/${unknown}`],
] as const;
const publishableRoutes = [
  ['POST', `/v1/payment_intents/${unknown}/fulfill`],
  ['POST', '/v1/payments', { client_secret: 'pi_secret_x' }],
  ['POST', '/v1/tokens'],
] as const;

describe('401 for', () => {
  const keys: Record<string, string | undefined> = {
    'no key': undefined,
    'another scheme': `Bearer ${secretKey}`,
    'no base64': 'Basic %%%',
    'a password': `Basic ${Buffer.from(`${secretKey}:x`).toString('base64')}`,
    'an empty key': basic(''),
    'a key of no known form': basic('secret'),
    'an unknown secret key': basic('sk_test_other'),
    'an unknown publishable key': basic('pk_test_other'),
    'a live key': basic('sk_live_sandbox'),
  };
  for (const [name, authorization] of Object.entries(keys))
    test(name, async () => {
      for (const [method, path] of [...secretRoutes, ...publishableRoutes]) {
        const { status, body, headers } = await shop.call(method, path, {
          key: null,
          headers: authorization ? { authorization } : {},
        });
        assert.deepEqual([status, body.type, body.errors], [401, 'authentication_error', null]);
        errorBodyContract.parse(body);
        assert.equal(
          headers.get('www-authenticate'),
          null,
          'would make a browser ask the payer for a password',
        );
      }
    });
});

describe('403 for the key of the other kind', () => {
  for (const [routes, key] of [
    [secretRoutes, publishableKey],
    [publishableRoutes, secretKey],
  ] as const)
    for (const [method, path, sent] of routes as ReadonlyArray<readonly [string, string, object?]>)
      test(`${method} ${path} with ${key}`, async () => {
        const { status, body } = await shop.call(method, path, { key, body: sent });
        assert.deepEqual([status, body.type], [403, 'authentication_error']);
      });
});

describe('404 for', () => {
  const cases = {
    'an unknown intent': ['GET', `/v1/payment_intents/${unknown}`],
    'an intent id of the wrong form': ['GET', "/v1/payment_intents/'; DROP TABLE intents; --"],
    'cancelling an unknown intent': ['POST', `/v1/payment_intents/${unknown}/cancel`],
    'an unknown payment': ['GET', `/v1/payments/${unknown}`],
    'a payment id of the wrong form': ['GET', '/v1/payments/%F0%9F%92%B3%00'],
    'an id that does not decode': ['GET', '/v1/payments/%E0%A4%A'],
    'an unknown address': ['GET', '/v1/cards'],
    'the version alone': ['GET', '/v1'],
  } as const;
  for (const [name, [method, path]] of Object.entries(cases))
    test(name, async () => {
      const { status, body } = await shop.call(method, path);
      assert.deepEqual([status, body.type, body.errors], [404, 'record_not_found', null]);
    });

  test('fulfilling an unknown intent', async () => {
    const { status, body } = await shop.call('POST', `/v1/payment_intents/${unknown}/fulfill`, {
      key: publishableKey,
      body: {
        client_secret: 'pi_secret_x',
        source: {
          type: 'creditcard',
          name: 'A',
          number: '4111111111111111',
          month: '12',
          year: '2030',
          cvc: '123',
        },
      },
    });
    assert.deepEqual([status, body.type], [404, 'record_not_found']);
  });
});

describe('405 names the methods that a path knows', () => {
  const cases = [
    ['DELETE', '/v1/payment_intents', 'POST'],
    ['PUT', `/v1/payment_intents/${unknown}`, 'GET, HEAD'],
    ['GET', `/v1/payment_intents/${unknown}/cancel`, 'POST'],
    ['GET', `/v1/payment_intents/${unknown}/fulfill`, 'POST'],
    ['PATCH', `/v1/payments/${unknown}`, 'GET, PUT, HEAD'],
  ] as const;
  for (const [method, path, allow] of cases)
    test(`${method} ${path}`, async () => {
      const { status, body, headers } = await shop.call(method, path, { key: null });
      assert.deepEqual([status, headers.get('allow'), body.type], [405, allow, 'invalid_request_error']);
      errorBodyContract.parse(body);
    });
});

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
