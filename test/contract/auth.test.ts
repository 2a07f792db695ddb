import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publishableKey, secretKey } from '../../src/sandbox/index.js';
import { basic, source } from '../sandbox/shop.js';
import { conforms, keys, newToken, openService, refused } from './service.js';
import { prepare } from './situations.js';
import { operations } from './tables/operations.js';
import { error } from './tables/resources.js';

const shop = await openService();
const encoded = (text: string) => Buffer.from(text).toString('base64');

/**
 * What is sent as Authorization, and what it is. Any secret test key of the right form begins a namespace of its own; its
 * publishable key is known from then on. Live keys are never known.
 */
const unknownKeys: Readonly<Record<string, string | undefined>> = {
  'no key': undefined,
  'an empty header': '',
  'another scheme': `Bearer ${secretKey}`,
  'the scheme alone': 'Basic',
  'what is no base64': 'Basic %%%',
  'a key with a password': `Basic ${encoded(`${secretKey}:${secretKey}`)}`,
  'the key as password': `Basic ${encoded(`:${secretKey}`)}`,
  'the key unencoded': `Basic ${secretKey}:`,
  'an empty key': basic(''),
  'a word': basic('secret'),
  'a key of another case': basic(secretKey.toUpperCase()),
  'a key with a space': basic(`${secretKey} `),
  'a secret key of no form that a namespace has': basic('sk_test_Other'),
  'a secret key that is too long for a namespace': basic(`sk_test_${'x'.repeat(65)}`),
  'a secret key without a name': basic('sk_test_'),
  'the publishable key of a namespace that nobody has begun': basic('pk_test_nobody'),
  'a secret key that looks live': basic('sk_live_sandbox'),
  'a publishable key that looks live': basic('pk_live_sandbox'),
  'the name of a method of objects': basic('constructor'),
};

for (const [method, path, key] of operations)
  describe(`5: ${method} ${path}`, () => {
    let prepared: Promise<{ address: string; body: object | undefined; before: unknown }> | undefined;
    /** How much is stored, and what the operation is about. */
    const look = async (address: string) => [
      shop.stored(),
      await shop.retrieve(address.split('/').slice(2, 4).join('/')),
    ];
    const request = () =>
      (prepared ??= prepare(shop, method, path).then(async ({ address, body }) => {
        return { address, body, before: await look(address) };
      }));

    test('is 401 for whatever is no key', async () => {
      const { address, body } = await request();
      for (const [name, authorization] of Object.entries(unknownKeys)) {
        const headers = authorization === undefined ? {} : { authorization };
        const answer = await shop.call(method, address, { key: null, headers, body });
        assert.equal(answer.status, 401, name);
        refused(answer, 401, 'authentication_error');
        conforms(error, answer.body);
        const ofPage = { ...headers, origin: 'http://127.0.0.1:3000' };
        const answerToPage = await shop.call(method, address, { key: null, headers: ofPage, body });
        assert.equal(answerToPage.status, 401, name);
        assert.equal(answerToPage.headers.get('www-authenticate'), null, 'a browser would ask the payer');
      }
    });

    test(`is 403 for the other key: it needs the ${key} key`, async () => {
      const { address, body } = await request();
      const other = keys[key === 'secret' ? 'publishable' : 'secret'];
      const answer = await shop.call(method, address, { key: other, body });
      refused(answer, 403, 'api_error');
      conforms(error, answer.body);
    });

    test('changes nothing for any refused key', async () => {
      const { address, before } = await request();
      assert.deepEqual(await look(address), before);
    });
  });

describe('a key is also taken', () => {
  const bodyWithout = async () => ({
    client_secret: (await shop.createIntent()).client_secret,
    source: source(),
  });
  const direct = { amount: 10_000, callback_url: 'https://shop.example', source: source() };

  test('without the colon, as some clients send it', async () => {
    for (const [path, key] of [
      ['/v1/payments', secretKey],
      ['/v1/invoices', secretKey],
    ] as const) {
      const headers = { authorization: `Basic ${encoded(key)}` };
      assert.equal((await shop.call('GET', path, { key: null, headers })).status, 200);
    }
    const headers = { authorization: `Basic ${encoded(publishableKey)}` };
    const { status } = await shop.call('POST', '/v1/payments', {
      key: null,
      headers,
      body: await bodyWithout(),
    });
    assert.equal(status, 201);
  });

  test('by a scheme in letters of any case', async () => {
    const headers = { authorization: basic(secretKey).replace('Basic', 'bASIC') };
    assert.equal((await shop.call('GET', '/v1/payments', { key: null, headers })).status, 200);
  });

  test('from the body of a payment and of a token, when there is no header', async () => {
    const key = { publishable_api_key: publishableKey };
    for (const [path, body] of [
      ['/v1/payments', direct],
      ['/v1/tokens', newToken],
    ] as const)
      assert.equal((await shop.call('POST', path, { key: null, body: { ...body, ...key } })).status, 201);
  });

  test('from the body of a payment that fulfils an intent, or from its header beside that', async () => {
    for (const key of [null, publishableKey]) {
      const body = { ...(await bodyWithout()), publishable_api_key: publishableKey };
      assert.equal((await shop.call('POST', '/v1/payments', { key, body })).status, 201);
    }
  });

  const bad: ReadonlyArray<readonly [string, object, Record<string, string>]> = [
    ['a secret key in the body', { publishable_api_key: secretKey }, {}],
    ['an unknown key in the body', { publishable_api_key: 'pk_test_nobody' }, {}],
    ['a list in the body', { publishable_api_key: [publishableKey] }, {}],
    ['a bad header beside a good key', { publishable_api_key: publishableKey }, { authorization: 'Basic x' }],
  ];
  for (const [name, more, headers] of bad)
    test(`but not ${name}`, async () => {
      for (const [path, body] of [
        ['/v1/payments', direct],
        ['/v1/tokens', newToken],
      ] as const)
        refused(
          await shop.call('POST', path, { key: null, headers, body: { ...body, ...more } }),
          401,
          'authentication_error',
        );
    });

  test('but not from the body anywhere else', async () => {
    const body = { amount: 100, publishable_api_key: publishableKey };
    refused(await shop.call('POST', '/v1/payment_intents', { key: null, body }), 401, 'authentication_error');
  });
});

describe('a wrong client_secret is 403 and uses no intent up:', () => {
  const secrets: Record<string, (mine: string, other: string) => string> = {
    'an unknown one': () => 'pi_secret_unknown',
    'the empty one': () => 'pi_secret_',
    'one that is cut': (mine) => mine.slice(0, -1),
    'one that goes on': (mine) => `${mine}x`,
    'one of another case': (mine) => mine.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase()),
    'that of another intent': (_, other) => other,
  };
  for (const [name, secretOf] of Object.entries(secrets))
    test(name, async () => {
      const [mine, other] = [await shop.createIntent(), await shop.createIntent()];
      const body = { client_secret: secretOf(mine.client_secret, other.client_secret), source: source() };
      const byId = `/v1/payment_intents/${mine.id}/fulfill`;
      refused(await shop.call('POST', byId, { key: publishableKey, body }), 403, 'authentication_error');
      if (body.client_secret !== other.client_secret)
        refused(
          await shop.call('POST', '/v1/payments', { key: publishableKey, body }),
          403,
          'authentication_error',
        );
      for (const { id, client_secret: secret } of [mine, other]) {
        assert.equal((await shop.retrieve(`payment_intents/${id}`)).status, 'created');
        assert.equal((await shop.fulfil(secret)).status, 201);
      }
    });
});
