import { expect } from 'chai';
import { describe, it } from 'node:test';
import { networks } from '../../../src/element/card/networks.js';
import {
  parseConfig,
  type Config,
  type ParsedConfig,
  type ConfigContext,
} from '../../../src/element/checkout/config.js';
import type { RawConfig } from '../../../src/element/settings.js';

const world: ConfigContext = {
  documentBaseUrl: 'https://shop.example/checkout',
  documentUrl: 'https://shop.example/checkout',
  parseTimestamp: Date.parse,
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
  challengeHosts: undefined,
  timeout: undefined,
};

const read = (over: Partial<RawConfig>): ParsedConfig => parseConfig({ ...right, ...over }, world);
const noSecret = { clientSecret: undefined };

describe('parseConfig', () => {
  it('takes what every page sets, with the defaults of the rest', () => {
    const setup = read({});
    expect(setup.kind).to.equal('complete');
    if (setup.kind !== 'complete') return;
    const { config } = setup;
    expect(config.timeout).to.equal(60_000);
    expect(config.networks).to.deep.equal(networks);
    expect(config.price).to.deep.equal({ amount: 10_000, currency: 'SAR' });
    expect(config.statusSource).to.deep.equal({ kind: 'none' });
  });

  const good: readonly (readonly [string, Partial<RawConfig>])[] = [
    ['http on localhost', { baseUrl: 'http://localhost:4010/v1' }],
    ['http on 127.0.0.1', { baseUrl: 'http://127.0.0.1:4010/v1/' }],
    ['http on [::1]', { baseUrl: 'http://[::1]:4010/v1' }],
    ['a live key', { publishableKey: 'pk_live_x' }],
    ['one network', { networks: 'mada' }],
    ['the default challenge', { challenge: 'redirect' }],
    ['a challenge in a frame', { challenge: 'frame' }],
    ['an empty amount', { amount: '' }],
    ...Object.keys(right)
      .filter((name) => !['baseUrl', 'publishableKey', 'clientSecret'].includes(name))
      .map((name) => [`null for ${name}`, { [name]: null }] as const),
  ];
  for (const [what, over] of good) {
    it(`accepts ${what}`, () => {
      expect(read(over).kind).to.equal('complete');
    });
  }

  /** What the configuration has when the page sets `over`. */
  const config = (over: Partial<RawConfig>, name: keyof Config): unknown => {
    const setup = read(over);
    return setup.kind === 'complete' ? setup.config[name] : setup.error.message;
  };
  const fetchIntent = () => Promise.resolve();
  const fetchStatus = () => Promise.resolve(undefined);
  const parts = [{ amount: 1, recipient_id: 'r1' }];
  const taken: readonly (readonly [string, keyof Config, Partial<RawConfig>, unknown])[] = [
    ['a base as it is', 'baseUrl', {}, 'https://api.example.com/v1'],
    [
      'a base without its last slash',
      'baseUrl',
      { baseUrl: 'https://a.example/v1/' },
      'https://a.example/v1',
    ],
    ['a base without its last slashes', 'baseUrl', { baseUrl: 'https://a.example//' }, 'https://a.example'],
    ['a key of any length', 'publishableKey', { publishableKey: 'pk_test_51H~abc' }, 'pk_test_51H~abc'],
    ['a key without the spaces around it', 'publishableKey', { publishableKey: ' pk_test_1\n' }, 'pk_test_1'],
    ['a key that only holds sk_', 'publishableKey', { publishableKey: 'pk_live_sk_1' }, 'pk_live_sk_1'],
    [
      'a secret',
      'intentSource',
      { clientSecret: 'pi_secret_a1-b2' },
      { kind: 'secret', clientSecret: 'pi_secret_a1-b2', intentId: undefined },
    ],
    [
      'a secret with its intent',
      'intentSource',
      { intentId: 'pi_7-a' },
      { kind: 'secret', clientSecret: 'pi_secret_1', intentId: 'pi_7-a' },
    ],
    [
      'an intent-url in full',
      'intentSource',
      { ...noSecret, intentUrl: '/intent' },
      { kind: 'url', url: 'https://shop.example/intent' },
    ],
    ['a fetchIntent', 'intentSource', { ...noSecret, fetchIntent }, { kind: 'function', fetchIntent }],
    [
      'a status-url in full, with its query',
      'statusSource',
      { statusUrl: 'status?order=1' },
      { kind: 'url', url: 'https://shop.example/status?order=1' },
    ],
    ['a fetchStatus', 'statusSource', { fetchStatus }, { kind: 'function', fetchStatus }],
    ['the smallest amount', 'price', { amount: 1 }, { amount: 1, currency: 'SAR' }],
    ['an amount in digits', 'price', { amount: ' 250 ' }, { amount: 250, currency: 'SAR' }],
    ['an amount in the currency', 'price', { currency: 'KWD' }, { amount: 10_000, currency: 'KWD' }],
    ['SAR where no currency is set', 'price', { currency: undefined }, { amount: 10_000, currency: 'SAR' }],
    ['no price without an amount', 'price', { amount: undefined }, undefined],
    ['a moment', 'expiresAt', { expiresAt: '2026-11-21T05:58:57.283Z' }, 1795240737283],
    ['a moment without seconds', 'expiresAt', { expiresAt: '2026-11-21T05:58Z' }, 1795240680000],
    ['a moment east of Greenwich', 'expiresAt', { expiresAt: '2026-11-21T08:58:57+03:00' }, 1795240737000],
    ['the wanted networks, mada first', 'networks', { networks: ' visa  mada ' }, ['mada', 'visa']],
    ['no mada prefixes for ours', 'madaPrefixes', { madaPrefixes: undefined }, undefined],
    ['null for our mada prefixes', 'madaPrefixes', { madaPrefixes: null }, undefined],
    [
      'mada prefixes',
      'madaPrefixes',
      { madaPrefixes: ['621234', '62123456'] },
      new Set(['621234', '62123456']),
    ],
    [
      'any iterable of mada prefixes',
      'madaPrefixes',
      { madaPrefixes: new Set(['621234']) },
      new Set(['621234']),
    ],
    ['metadata', 'metadata', { metadata: { order: '7', till: '' } }, { order: '7', till: '' }],
    ['metadata of nothing', 'metadata', { metadata: {} }, {}],
    ['no metadata for null', 'metadata', { metadata: null }, undefined],
    ['splits', 'splits', { splits: parts }, parts],
    ['an invoice', 'invoiceId', { invoiceId: 'inv_1' }, 'inv_1'],
    ['manual', 'manual', { manual: true }, true],
    ['a timeout in digits', 'timeout', { timeout: '5000' }, 5_000],
    ['the shortest timeout', 'timeout', { timeout: 1_000 }, 1_000],
    ['a manual of null', 'manual', { manual: null }, false],
    ['the longest timeout that a timer can hold', 'timeout', { timeout: 2 ** 31 - 1 }, 2 ** 31 - 1],
  ];
  for (const [what, name, over, value] of taken) {
    it(`takes ${what}`, () => {
      expect(config(over, name)).to.deep.equal(value);
    });
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
    ['a key with something before it', 'publishable-key', { publishableKey: 'my_pk_test_1' }],
    ['a key with something after it', 'publishable-key', { publishableKey: 'pk_test_1 2' }],
    ['another kind of secret', 'client-secret', { clientSecret: 'seti_secret_1' }],
    ['a secret with something before it', 'client-secret', { clientSecret: 'my_pi_secret_1' }],
    ['a secret with something after it', 'client-secret', { clientSecret: 'pi_secret_1 2' }],
    ['plain http', 'base-url', { baseUrl: 'http://api.example.com/v1' }],
    ['a host that only looks like loopback', 'base-url', { baseUrl: 'http://localhost.example.com/v1' }],
    ['a base with credentials', 'base-url', { baseUrl: 'https://a:b@api.example.com/v1' }],
    ['a base with a query', 'base-url', { baseUrl: 'https://api.example.com/v1?x=1' }],
    ['a base with a fragment', 'base-url', { baseUrl: 'https://api.example.com/v1#x' }],
    ['a base without a host', 'base-url', { baseUrl: '/v1' }],
    ['a script for a base', 'base-url', { baseUrl: 'javascript:alert(1)' }],
    ['a secret and an intent-url', 'intent-url', { intentUrl: '/intent' }],
    ['a secret and a fetchIntent', 'fetchIntent', { fetchIntent: () => Promise.resolve() }],
    ['an intent-url elsewhere over http', 'intent-url', { ...noSecret, intentUrl: 'http://other.example/i' }],
    ['a fetchIntent that is no function', 'fetchIntent', { ...noSecret, fetchIntent: '/intent' }],
    ['two status sources', 'fetchStatus', { statusUrl: '/s', fetchStatus: () => Promise.resolve(undefined) }],
    ['a fetchStatus that is no function', 'fetchStatus', { fetchStatus: '/status' }],
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
    ['a time with words before it', 'expires-at', { expiresAt: 'at 2026-11-21T10:00:00Z' }],
    ['a time with words after it', 'expires-at', { expiresAt: '2026-11-21T10:00:00Z sharp' }],
    ['a day that there is not', 'expires-at', { expiresAt: '2026-13-41T10:00:00Z' }],
    ['mada prefixes in a text', 'madaPrefixes', { madaPrefixes: '621234' }],
    ['one mada prefix as a number', 'madaPrefixes', { madaPrefixes: 621234 }],
    ['mada prefixes that are no list', 'madaPrefixes', { madaPrefixes: { 0: '621234' } }],
    ['a mada prefix of seven digits', 'madaPrefixes', { madaPrefixes: ['621234', '6212345'] }],
    ['an unknown challenge', 'challenge', { challenge: 'popup' }],
    ['metadata that is not of strings', 'metadata', { metadata: { order: 7 } }],
    ['metadata that is only partly of strings', 'metadata', { metadata: { order: '7', till: 3 } }],
    ['metadata in a text', 'metadata', { metadata: 'order=7' }],
    ['metadata in a list', 'metadata', { metadata: ['order'] }],
    ['metadata that is a number', 'metadata', { metadata: 7 }],
    ['splits that are no list', 'splits', { splits: {} }],
    ['splits that are no objects', 'splits', { splits: [1, 'x', null] }],
    ['a list as a split', 'splits', { splits: [[]] }],
    ['splits that cannot be sent', 'splits', { splits: [{ recipient_id: 'r', amount: 100n }] }],
    ['a timeout of nothing', 'timeout', { timeout: 0 }],
    ['a timeout longer than timers are', 'timeout', { timeout: 2 ** 31 }],
    ['a timeout that is no number', 'timeout', { timeout: true }],
    ['a list for amount', 'amount', { amount: [100] }],
    ['an amount in words', 'amount', { amount: 'ten' }],
    ['an amount with a point, in digits', 'amount', { amount: '100.00' }],
    ['an amount that is true', 'amount', { amount: true }],
    // The payment's id goes there.
    [
      'a checkout-url with an `id` in its query',
      'checkout-url',
      { ...noSecret, checkoutUrl: '/checkout?id=7' },
    ],
    ['a status-url with an `id` in its query', 'status-url', { statusUrl: '/status?order=7&id=' }],
    // All requests would go to one address.
    ...['?', '#', '/?#'].map(
      (end) =>
        [`a base that ends in ${end}`, 'base-url', { baseUrl: `https://api.example.com/v1${end}` }] as const,
    ),
    ...['..', '.', '../../x', 'pi_1/cancel', '%2e%2e', 'a/b', 'a?b', 'a b', 'ä', 'a.b'].map(
      (intentId) => [`the intent-id ${intentId}`, 'intent-id', { intentId }] as const,
    ),
    ...(
      [
        ['client-secret', { clientSecret: 'pi_secret_1' }],
        ['intent-url', { intentUrl: '/i' }],
        ['fetchIntent', { fetchIntent: () => Promise.resolve() }],
        ['status-url', { statusUrl: '/s' }],
        ['fetchStatus', { fetchStatus: () => Promise.resolve() }],
      ] as const
    ).map(([field, over]) => {
      const both = { ...noSecret, checkoutUrl: '/checkout', ...over };
      return [`${field} beside checkout-url`, field, both] as const;
    }),
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
      expect(setup.kind).to.equal('invalid');
      if (setup.kind !== 'invalid') return;
      expect(setup.error).to.include({ code: 'configuration', field });
      expect(setup.error.message).to.match(/`.+`.+\.$/);
    });
  }

  const named: readonly (readonly [string, Partial<RawConfig>])[] = [
    ['1998.9999999999998', { amount: 19.99 * 100 }],
    [
      '10000 for 100.00 SAR, Math.round(19.99 * 100) for 19.99 SAR. Its value is “100.00”',
      { amount: '100.00' },
    ],
    ['`reference` must be a string. Its value is 7', { reference: 7 }],
    [
      'must be a date-time with an offset, as expires_at is. Its value is “1795240737”',
      { expiresAt: '1795240737' },
    ],
    ['may hold mada, visa, master, amex, unionpay, but not “mastercard”', { networks: 'visa mastercard' }],
    ['`timeout` must be milliseconds, 1000 or more: 60000 is a minute. Its value is “60”', { timeout: '60' }],
    ['`manual` must be true or false. Its value is “false”', { manual: 'false' }],
    ['“sar”', { currency: 'sar' }],
    ['“pop…”', { challenge: 'popup?token=1' }],
    [`“${'x'.repeat(40)}…”`, { challenge: 'x'.repeat(99) }],
    ['[object Array]', { currency: ['SAR'] }],
    ['[object Function]', { statusUrl: () => '/status' }],
    ['“htt…”', { baseUrl: 'https://hush@api.example.com/v1' }],
    ['“set…”', { clientSecret: 'seti_hush' }],
    ['which `till` is not. Its value is 3', { metadata: { order: '7', till: 3 } }],
  ];
  for (const [part, over] of named) {
    it(`names the value that cannot be used: ${part}`, () => {
      expect(config(over, 'price')).to.contain(`${part}.`);
    });
  }

  it('says to replace a secret key, and of any other wrong key only how one starts', () => {
    const messageFor = (publishableKey: string) => config({ publishableKey }, 'publishableKey');
    for (const key of ['sk_test_1', 'SK_live_1', '  sk_live_1']) {
      expect(messageFor(key), key).to.contain('Replace that key');
    }
    for (const key of ['key_1', 'my_sk_test_1']) {
      expect(messageFor(key), key).to.contain('starts with pk_test_ or pk_live_');
    }
  });

  it('hands only whole date-times to the parser of moments, which may read more than that', () => {
    const lenient: ConfigContext = { ...world, parseTimestamp: () => 1 };
    for (const expiresAt of ['at 2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z sharp', '2026-11-21', 'soon']) {
      expect(parseConfig({ ...right, expiresAt }, lenient).kind, expiresAt).to.equal('invalid');
    }
    for (const expiresAt of ['2026-11-21T10:00+0300', '2026-11-21t10:00:00.5z']) {
      expect(parseConfig({ ...right, expiresAt }, lenient).kind, expiresAt).to.equal('complete');
    }
  });

  it('does not blame the page for what breaks elsewhere', () => {
    const parseTimestamp = () => {
      throw new RangeError('no calendar here');
    };
    const raw = { ...right, expiresAt: '2026-11-21T10:00:00Z' };
    expect(() => parseConfig(raw, { ...world, parseTimestamp })).to.throw(RangeError, 'no calendar here');
  });

  it('says that two sources are set before it looks at their addresses', () => {
    expect(config({ intentUrl: 'javascript:1' }, 'intentSource')).to.contain('Keep one');
    expect(config({ statusUrl: 'javascript:1', fetchStatus }, 'statusSource')).to.contain('Keep one');
  });

  it('takes the metadata and the splits as they are when they are read', () => {
    let reads = 0;
    const metadata = Object.defineProperty({}, 'order', {
      enumerable: true,
      get: () => (reads++ === 0 ? '7' : { not: 'a string' }),
    });
    const splits = [...parts];
    const setup = read({ metadata, splits });
    splits.length = 0;
    expect(setup).to.have.nested.property('config.metadata').that.deep.equals({ order: '7' });
    expect(setup).to.have.nested.property('config.splits').that.deep.equals(parts);
  });

  it('repeats no key and no secret in what it says', () => {
    const messages = [
      read({ publishableKey: 'sk_live_hush' }),
      read({ publishableKey: 'pk_hush' }),
      read({ publishableKey: 'whsec_hush' }),
      read({ baseUrl: 'http://key:hush@api.example.com' }),
      read({ clientSecret: 'secret_hush' }),
    ].map((setup) => (setup.kind === 'invalid' ? setup.error.message : 'hush'));
    for (const message of messages) expect(message).not.to.contain('hush');
  });

  it('reads checkout-url as the two endpoints below it, with its query', () => {
    const setup = read({ ...noSecret, checkoutUrl: '/checkout/?shop=1#top' });
    if (setup.kind !== 'complete') throw new Error(setup.error.message);
    const { intentSource: source, statusSource: status } = setup.config;
    expect(source).to.deep.equal({ kind: 'checkout', url: 'https://shop.example/checkout/intent?shop=1' });
    expect(status).to.deep.equal({ kind: 'url', url: 'https://shop.example/checkout/status?shop=1' });
  });

  it('takes checkout-url beside others that are empty, and with slashes at its end', () => {
    for (const empty of [undefined, null, '']) {
      const none = { clientSecret: empty, intentUrl: empty, fetchIntent: empty, fetchStatus: empty };
      const setup = read({ ...none, checkoutUrl: '/checkout//', statusUrl: empty });
      expect(setup).to.have.nested.property(
        'config.intentSource.url',
        'https://shop.example/checkout/intent',
      );
    }
  });

  it('reads challenge-hosts as a list of hosts', () => {
    const hosts = (value: unknown) => read({ challengeHosts: value });
    expect(hosts(' 3ds.example.com  acs.example ')).to.have.deep.nested.property('config.challengeHosts', [
      '3ds.example.com',
      'acs.example',
    ]);
    for (const value of [undefined, '', ' '])
      expect(hosts(value)).to.have.nested.property('config.challengeHosts', undefined);
    expect(hosts(7)).to.have.nested.property('error.field', 'challenge-hosts');
  });

  it('names it by the page’s own address, also where a base makes all endpoints relative to another', () => {
    const asked = { ...right, ...noSecret, fetchIntent };
    const page = (query: string) =>
      parseConfig(asked, {
        ...world,
        documentBaseUrl: 'https://shop.example/',
        documentUrl: `https://shop.example/pay?${query}`,
      });
    expect(page('order=1')).to.have.nested.property(
      'config.purchase.name',
      'https://shop.example/pay?order=1',
    );
    expect(page('order=2')).to.have.nested.property(
      'config.purchase.name',
      'https://shop.example/pay?order=2',
    );
  });

  it('needs no amount to name a purchase', () => {
    const setup = read({ ...noSecret, intentUrl: '/i', amount: undefined });
    expect(setup).to.have.nested.property('config.purchase.key').that.contains('https://shop.example/i');
    const asked = read({ ...noSecret, fetchIntent, amount: undefined });
    expect(asked)
      .to.have.nested.property('config.purchase.key')
      .that.contains('https://shop.example/checkout');
  });

  const keyOf = (over: Partial<RawConfig>, hash = '') => {
    const documentUrl = world.documentUrl + hash;
    const setup = parseConfig({ ...right, ...over }, { ...world, documentUrl });
    if (setup.kind !== 'complete') throw new Error(setup.error.message);
    return setup.config.purchase.key;
  };
  const reference = { reference: '7' };
  const checkoutUrl = { ...noSecret, checkoutUrl: '/c?o=1' };
  const intentUrl = { ...noSecret, intentUrl: '/intent?order=1' };
  const purchases: readonly (readonly [string, boolean, Partial<RawConfig>, Partial<RawConfig>])[] = [
    ['the same reference, another secret', true, reference, { clientSecret: 'pi_secret_2' }],
    ['the same reference, another price', true, reference, { amount: 1 }],
    ['another reference', false, reference, { reference: '8' }],
    ['a reference before checkout-url', true, reference, checkoutUrl],
    ['checkout-url, another price', true, checkoutUrl, { amount: 1 }],
    ['checkout-url with another query', false, checkoutUrl, { checkoutUrl: '/c?o=2' }],
    ['intent-url with another query', false, intentUrl, { intentUrl: '/intent?order=2' }],
    ['intent-url, another price', false, intentUrl, { amount: 1 }],
    ['intent-url, another currency', false, intentUrl, { currency: 'KWD' }],
    ['another secret', false, {}, { clientSecret: 'pi_secret_2' }],
  ];
  for (const [what, same, over, change] of purchases) {
    it(`is ${same ? 'the same' : 'another'} purchase: ${what}`, () => {
      expect(keyOf(over) === keyOf({ ...over, ...change })).to.equal(same);
    });
  }

  it('is another purchase of a fetchIntent on another route, and the same at another place in the page', () => {
    const keys = ['', '#Terms-2', '#/orders/1', '#/orders/2', '#1'].map((hash) =>
      keyOf({ ...noSecret, fetchIntent }, hash),
    );
    expect(keys[0]).to.equal(keys[1]);
    expect(new Set(keys).size).to.equal(4);
  });
});
