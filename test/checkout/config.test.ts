import { expect } from '@open-wc/testing';
import { networks } from '../../src/card/brand.js';
import { readConfig, type RawConfig, type Setup, type Surroundings } from '../../src/checkout/config.js';

const world: Surroundings = {
  pageUrl: 'https://shop.example/checkout',
  networks,
  isCurrency: (code) => ['SAR', 'KWD'].includes(code),
  parseMoment: Date.parse,
};

const right: RawConfig = {
  baseUrl: 'https://api.example.com/v1',
  publishableKey: 'pk_test_1',
  clientSecret: 'pi_secret_1',
  intentId: undefined,
  intentUrl: undefined,
  fetchIntent: undefined,
  statusUrl: undefined,
  fetchStatus: undefined,
  amount: 10_000,
  currency: 'SAR',
  expiresAt: undefined,
  networks: undefined,
  manual: false,
  metadata: undefined,
  splits: undefined,
  invoiceId: undefined,
  challenge: undefined,
  timeout: undefined,
};

const read = (over: Partial<RawConfig>): Setup => readConfig({ ...right, ...over }, world);
const noSecret = { clientSecret: undefined };

describe('readConfig', () => {
  it('takes what every page sets, with the defaults of the rest', () => {
    const setup = read({});
    expect(setup.kind).to.equal('complete');
    if (setup.kind !== 'complete') return;
    const { config } = setup;
    expect(config.timeout).to.equal(60_000);
    expect(config.networks).to.deep.equal(networks);
    expect(config.price).to.deep.equal({ amount: 10_000, currency: 'SAR' });
    expect(config.status).to.deep.equal({ kind: 'none' });
  });

  const good: readonly (readonly [string, Partial<RawConfig>])[] = [
    ['http on localhost', { baseUrl: 'http://localhost:4010/v1' }],
    ['http on 127.0.0.1', { baseUrl: 'http://127.0.0.1:4010/v1/' }],
    ['http on [::1]', { baseUrl: 'http://[::1]:4010/v1' }],
    ['a live key', { publishableKey: 'pk_live_x' }],
    ['an intent-url of the page', { ...noSecret, intentUrl: '/intent' }],
    ['a fetchIntent', { ...noSecret, fetchIntent: () => Promise.resolve() }],
    ['a status-url of the page', { statusUrl: 'status?order=1' }],
    ['no amount', { amount: undefined }],
    ['an amount in SAR when no currency is set', { currency: undefined }],
    ['three decimals', { amount: 1000, currency: 'KWD' }],
    ['one network', { networks: 'mada' }],
    ['networks with spaces around', { networks: '  visa   mada ' }],
    ['expires_at as the service gives it', { expiresAt: '2026-11-21T05:58:57.283Z' }],
    ['expires_at with an offset', { expiresAt: '2026-11-21T08:58:57+03:00' }],
    ['the default challenge', { challenge: 'redirect' }],
    ['metadata of strings', { metadata: { order: '7' } }],
    ['an amount in digits, as a template sets it', { amount: '10000' }],
    ['a timeout in digits', { timeout: '5000' }],
    ['an empty amount', { amount: '' }],
    ...Object.keys(right)
      .filter((name) => !['baseUrl', 'publishableKey', 'clientSecret'].includes(name))
      .map((name) => [`null for ${name}`, { [name]: null }] as const),
  ];
  for (const [what, over] of good) {
    it(`accepts ${what}`, () => expect(read(over).kind).to.equal('complete'));
  }

  const missing: readonly (readonly [string, Partial<RawConfig>])[] = [
    ['base-url', { baseUrl: undefined }],
    ['base-url', { baseUrl: '' }],
    ['publishable-key', { publishableKey: undefined }],
    ['client-secret', { clientSecret: undefined }],
    ['client-secret', { clientSecret: ' ' }],
    ['base-url', { baseUrl: null }],
    ['publishable-key', { publishableKey: null }],
    ['client-secret', { clientSecret: null }],
  ];
  for (const [field, over] of missing) {
    it(`waits for ${JSON.stringify(over)}`, () => {
      const setup = read(over);
      expect(setup.kind).to.equal('missing');
      if (setup.kind === 'missing') expect(setup.error.field).to.equal(field);
    });
  }

  const wrong: readonly (readonly [string, string, Partial<RawConfig>])[] = [
    ['a secret key', 'publishable-key', { publishableKey: 'sk_test_hush' }],
    ['a secret key in capitals', 'publishable-key', { publishableKey: ' SK_live_hush' }],
    ['another kind of key', 'publishable-key', { publishableKey: 'key_1' }],
    ['a key with nothing behind its start', 'publishable-key', { publishableKey: 'pk_test_' }],
    ['a key that HTTP cannot carry', 'publishable-key', { publishableKey: 'pk_test_\u0661' }],
    ['another kind of secret', 'client-secret', { clientSecret: 'seti_secret_1' }],
    ['plain http', 'base-url', { baseUrl: 'http://api.example.com/v1' }],
    ['a host that only looks like loopback', 'base-url', { baseUrl: 'http://localhost.example.com/v1' }],
    ['a base with credentials', 'base-url', { baseUrl: 'https://a:b@api.example.com/v1' }],
    ['a base with a query', 'base-url', { baseUrl: 'https://api.example.com/v1?x=1' }],
    ['a base without a host', 'base-url', { baseUrl: '/v1' }],
    ['a script for a base', 'base-url', { baseUrl: 'javascript:alert(1)' }],
    ['a secret and an intent-url', 'intent-url', { intentUrl: '/intent' }],
    ['a secret and a fetchIntent', 'fetchIntent', { fetchIntent: () => Promise.resolve() }],
    ['an intent-url elsewhere over http', 'intent-url', { ...noSecret, intentUrl: 'http://other.example/i' }],
    ['a fetchIntent that is no function', 'fetchIntent', { ...noSecret, fetchIntent: '/intent' }],
    ['two status sources', 'fetchStatus', { statusUrl: '/s', fetchStatus: () => Promise.resolve(undefined) }],
    ['a script for a status-url', 'status-url', { statusUrl: 'javascript:alert(1)' }],
    ['an amount with decimals', 'amount', { amount: 100.5 }],
    ['an amount of nothing', 'amount', { amount: 0 }],
    ['an amount below nothing', 'amount', { amount: -100 }],
    ['an amount that is no number', 'amount', { amount: NaN }],
    ['an amount beyond what JSON carries', 'amount', { amount: 2 ** 53 }],
    ['a currency in small letters', 'currency', { currency: 'sar' }],
    ['an unknown network', 'networks', { networks: 'visa diners' }],
    ['a date without a time', 'expires-at', { expiresAt: '2026-11-21' }],
    ['a time without an offset', 'expires-at', { expiresAt: '2026-11-21T10:00:00' }],
    ['an unknown challenge', 'challenge', { challenge: 'popup' }],
    ['metadata that is not of strings', 'metadata', { metadata: { order: 7 } }],
    ['splits that are no list', 'splits', { splits: {} }],
    ['a timeout of nothing', 'timeout', { timeout: 0 }],
    ['a timeout longer than timers are', 'timeout', { timeout: 2 ** 31 }],
    ['an intent-id that is a path', 'intent-id', { intentId: '../x' }],
    ['an amount in words', 'amount', { amount: 'ten' }],
    ['an amount with a point, in digits', 'amount', { amount: '100.00' }],
    ['an amount that is true', 'amount', { amount: true }],
    ...(
      [
        ['base-url', 'baseUrl'],
        ['publishable-key', 'publishableKey'],
        ['client-secret', 'clientSecret'],
        ['intent-id', 'intentId'],
        ['intent-url', 'intentUrl'],
        ['status-url', 'statusUrl'],
        ['currency', 'currency'],
        ['expires-at', 'expiresAt'],
        ['networks', 'networks'],
        ['invoiceId', 'invoiceId'],
        ['challenge', 'challenge'],
      ] as const
    ).map(([field, name]) => [`a list for ${name}`, field, { [name]: ['mada'] }] as const),
  ];
  for (const [what, field, over] of wrong) {
    it(`refuses ${what}, names ${field} and says what to do`, () => {
      const setup = read(over);
      expect(setup.kind).to.equal('wrong');
      if (setup.kind !== 'wrong') return;
      expect(setup.error).to.include({ code: 'configuration', field });
      expect(setup.error.message).to.match(/`.+`.+\.$/);
    });
  }

  it('repeats no key and no secret in what it says', () => {
    const said = [
      read({ publishableKey: 'sk_live_hush' }),
      read({ publishableKey: 'pk_hush' }),
      read({ clientSecret: 'secret_hush' }),
    ].map((setup) => (setup.kind === 'wrong' ? setup.error.message : 'hush'));
    for (const message of said) expect(message).not.to.contain('hush');
  });
});
