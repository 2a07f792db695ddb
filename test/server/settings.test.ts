import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCheckout, createPayClient } from '../../src/server/index.js';

const good = { secretKey: 'sk_test_a', baseUrl: 'https://api.example.com/v1' };

describe('the options of a client and of a checkout', () => {
  const accepted: [title: string, options: object][] = [
    ['takes a test key', {}],
    ['takes a live key', { secretKey: 'sk_live_aB3-_.~' }],
    ['takes a base URL that ends in a slash', { baseUrl: 'https://api.example.com/v1/' }],
    ['takes http on localhost', { baseUrl: 'http://localhost:4010/v1' }],
    ['takes http on 127.0.0.1', { baseUrl: 'http://127.0.0.1:4010/v1' }],
    ['takes http on [::1]', { baseUrl: 'http://[::1]:4010/v1' }],
    ['takes a timeout', { timeout: 1 }],
  ];
  for (const [title, options] of accepted) {
    it(title, () => {
      assert.ok(createPayClient({ ...good, ...options }));
    });
  }

  it('names the first option if there are no options', () => {
    assert.throws(() => createPayClient(undefined as never), { code: 'configuration', field: 'secretKey' });
    assert.throws(() => createCheckout(undefined as never), { code: 'configuration', field: 'client' });
  });

  const refused: [title: string, field: string, options: object][] = [
    ['refuses a publishable key', 'secretKey', { secretKey: 'pk_test_a' }],
    ['refuses an empty key', 'secretKey', { secretKey: '' }],
    ['refuses no key', 'secretKey', { secretKey: undefined }],
    ['refuses a key without test or live', 'secretKey', { secretKey: 'sk_abc' }],
    ['refuses a key that is only its prefix', 'secretKey', { secretKey: 'sk_test_' }],
    ['refuses a key with a line break', 'secretKey', { secretKey: 'sk_test_a\n' }],
    ['refuses a key with a colon', 'secretKey', { secretKey: 'sk_test_a:b' }],
    ['refuses a key outside ASCII', 'secretKey', { secretKey: 'sk_test_é' }],
    ['refuses no base URL', 'baseUrl', { baseUrl: undefined }],
    ['refuses a relative base URL', 'baseUrl', { baseUrl: '/v1' }],
    ['refuses plain http', 'baseUrl', { baseUrl: 'http://api.example.com/v1' }],
    [
      'refuses http on a host that only begins like loopback',
      'baseUrl',
      { baseUrl: 'http://127.0.0.1.evil.example' },
    ],
    ['refuses another scheme', 'baseUrl', { baseUrl: 'ftp://api.example.com/v1' }],
    ['refuses credentials in the base URL', 'baseUrl', { baseUrl: 'https://a:b@api.example.com/v1' }],
    ['refuses a query in the base URL', 'baseUrl', { baseUrl: 'https://api.example.com/v1?a=b' }],
    ['refuses an empty query in the base URL', 'baseUrl', { baseUrl: 'https://api.example.com/v1?' }],
    ['refuses an empty fragment in the base URL', 'baseUrl', { baseUrl: 'https://api.example.com/v1#' }],
    ['refuses a `fetch` that is no function', 'fetch', { fetch: 'native' }],
    ['refuses a timeout of nothing', 'timeout', { timeout: 0 }],
    ['refuses a timeout without end', 'timeout', { timeout: Infinity }],
    ['refuses a timeout that no timer can hold', 'timeout', { timeout: 2 ** 31 }],
  ];
  for (const [title, field, options] of refused) {
    it(title, () => {
      assert.throws(() => createPayClient({ ...good, ...options }), {
        name: 'PayError',
        code: 'configuration',
        field,
        message: new RegExp(`\`${field}\``),
      });
    });
  }
});
