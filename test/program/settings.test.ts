import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readSettings, SettingsError } from '../../src/program/settings/read-settings.js';

const complete = {
  PAY_SECRET_KEY: 'sk_test_shop',
  PAY_PUBLISHABLE_KEY: 'pk_test_shop',
  PAY_BASE_URL: 'https://api.example.com/v1/',
  PAY_WEBHOOK_SECRET: 'hook',
  ORDER_KEYS: `shop:${'s'.repeat(32)}`,
};

function problemsOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readSettings({ ...complete, ...env });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('readSettings', () => {
  it('needs five settings, and names all that are missing at once', () => {
    const none = Object.fromEntries(Object.keys(complete).map((name) => [name, undefined]));
    const problems = problemsOf(none).map((problem) => problem.split(' ')[0]);
    assert.deepEqual(problems.sort(), Object.keys(complete).sort());
  });

  it('has a port, a host, a database and an address of its own where none are set', () => {
    const { port, metricsPort, host, databaseUrl, publicUrl, notifications, operatorKey } =
      readSettings(complete);
    assert.deepEqual(
      { port, metricsPort, host, databaseUrl, publicUrl, notifications, operatorKey },
      {
        ...{ port: 8080, metricsPort: undefined, host: '127.0.0.1', databaseUrl: 'sqlite:pay-checkout.db' },
        ...{ publicUrl: 'http://127.0.0.1:8080', notifications: undefined, operatorKey: undefined },
      },
    );
  });

  for (const host of ['::1', '[::1]', '0:0:0:0:0:0:0:1'])
    it(`takes ${host} for this machine`, () => {
      const { host: listened, publicUrl } = readSettings({ ...complete, HOST: host });
      assert.deepEqual([listened, publicUrl], [host.replace(/[[\]]/g, ''), 'http://[::1]:8080']);
    });

  it('takes several order keys, and the address of a key set', () => {
    const [a, b] = ['a'.repeat(32), 'b:'.repeat(16)];
    assert.deepEqual(readSettings({ ...complete, ORDER_KEYS: `old:${a}, new:${b}` }).orderKeys, {
      kind: 'secrets',
      secrets: [
        { kid: 'old', secret: a },
        { kid: 'new', secret: b },
      ],
    });
    const { orderKeys } = readSettings({ ...complete, ORDER_KEYS: 'https://shop.example/keys.json' });
    assert.equal(orderKeys.kind === 'jwks' && orderKeys.url.href, 'https://shop.example/keys.json');
  });

  it('signs webhooks with each of several secrets', () => {
    const secrets = [1, 2].map((byte) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`);
    const { notifications } = readSettings({
      ...complete,
      WEBHOOK_URL: 'https://shop.example/webhook',
      WEBHOOK_SIGNING_SECRET: secrets.join(','),
    });
    assert.deepEqual(
      notifications?.secrets.map((secret) => [...secret]),
      [Array(24).fill(1), Array(24).fill(2)],
    );
  });

  const wrong: readonly (readonly [name: string, value: string, problem: RegExp])[] = [
    ['PAY_SECRET_KEY', 'pk_test_shop', /begins with pk_: the two keys were swapped/],
    ['PAY_SECRET_KEY', 'sk_live_shop', /one is for tests, the other is live/],
    [
      'PAY_SECRET_KEY',
      'sk_prod_shop',
      /^PAY_SECRET_KEY must look like sk_test_… or sk_live_…, without spaces\.$/,
    ],
    ['PAY_SECRET_KEY', 'shop', /must look like sk_test_… or sk_live_…/],
    ['PAY_PUBLISHABLE_KEY', 'sk_test_shop', /were swapped/],
    ['PAY_BASE_URL', 'http://api.example.com/v1', /must be an https address/],
    ['PAY_BASE_URL', 'https://sk:x@api.example.com/v1', /must not carry a user name/],
    ['PAY_BASE_URL', 'https://api.example.com', /PAY_BASE_URL must end with the version .* such as \/v1/],
    ['PAY_BASE_URL', 'https://api.example.com/v1?a=1', /PAY_BASE_URL must not have a query/],
    ['PAY_BASE_URL', 'https://api.example.com/v1#a', /must not have a fragment/],
    ['PAY_SECRET_KEY', 'sk_test_sandbox', /are of two accounts: one is the sandbox’s/],
    ['PAY_PUBLISHABLE_KEY', 'pk_test_sandbox', /are of two accounts: one is the sandbox’s/],
    ['ORDER_KEYS', 'shop:short', /the secret of `shop` is too short/],
    ['ORDER_KEYS', 's'.repeat(40), /must be KEY_NAME:SECRET/],
    ['ORDER_KEYS', `a:${'x'.repeat(32)},a:${'y'.repeat(32)}`, /names one key twice/],
    ['ORDER_KEYS', ' , ,', /must be KEY_NAME:SECRET/],
    ['ORDER_KEYS', 'http://shop.example/keys.json', /must be an https address/],
    ['PAY_BASE_URL', 'https://api.example.com/v1#', /must not have a fragment/],
    ['PUBLIC_URL', 'pay.shop.example', /must be an https address/],
    ['PUBLIC_URL', 'https://pay.shop.example/?a=1', /PUBLIC_URL must not have a query/],
    ['PUBLIC_URL', 'https://pay.shop.example/?', /PUBLIC_URL must not have a query/],
    ['HOST', '0.0.0.0', /PUBLIC_URL is missing/],
    ['WEBHOOK_URL', 'https://shop.example/webhook', /WEBHOOK_SIGNING_SECRET is missing/],
    ['WEBHOOK_SIGNING_SECRET', `whsec_${Buffer.alloc(32).toString('base64')}`, /WEBHOOK_URL is missing/],
    ['WEBHOOK_SIGNING_SECRET', 'whsec_c2hvcnQ=', /24 to 64 bytes/],
    ['WEBHOOK_SIGNING_SECRET', ',', /24 to 64 bytes/],
    ['OPERATOR_KEY', 'short', /at least 32 characters/],
    ['OPERATOR_KEY', 'مفتاح'.repeat(8), /at least 32 characters of ASCII/],
    ['OPERATOR_KEY', `${'a'.repeat(20)} ${'b'.repeat(20)}`, /without spaces/],
    ['DATABASE_URL', 'mongodb://db/shop', /DATABASE_URL must be sqlite:FILE/],
    ['DATABASE_URL', 'sqlite:', /DATABASE_URL must be sqlite:FILE/],
    ['DATABASE_URL', 'sqlite://shop.db', /DATABASE_URL begins with sqlite:\/\/.* sqlite:FILE/],
    ['DATABASE_URL', 'postgres://shop:100%@db/shop', /DATABASE_URL has a password with a %.*%25/],
    ['DATABASE_URL', 'mysql://shop:word@db/shop?ssl-mode=REQUIRED', /DATABASE_URL has `ssl-mode`.*ssl=\{\}/],
    ['DATABASE_URL', 'mariadb://db/shop?a=1&sslmode=require', /DATABASE_URL has `sslmode`/],
    ['DATABASE_URL', 'mysql://db/shop?ssl_mode=required', /DATABASE_URL has `ssl_mode`/],
    ['DATABASE_URL', 'mysql://db/shop?useSSL=true', /DATABASE_URL has `useSSL`/],
    ['DATABASE_URL', 'mysql://db/shop?tls=true', /DATABASE_URL has `tls`/],
    ['ORDER_KEYS', `'shop:${'s'.repeat(32)}'`, /ORDER_KEYS has quotation marks around it/],
    ['PAY_WEBHOOK_SECRET', '"hook"', /PAY_WEBHOOK_SECRET has quotation marks around it/],
    ['PORT', '80a', /PORT must be a whole number from 0 to 65535, not "80a"\./],
    ['LOG_LEVEL', 'sk_live_in_the_wrong_place', /LOG_LEVEL must be one of .* silent\./],
    ['PORT', '65536', /PORT must be a whole number/],
    ['METRICS_PORT', '8080', /METRICS_PORT and PORT are both 8080/],
    ['METRICS_PORT', 'on', /METRICS_PORT must be a whole number/],
    ['TRUST_PROXY', '-1', /TRUST_PROXY must be a whole number/],
    ['CALLER_DECLINES_PER_HOUR', '5', /CALLER_DECLINES_PER_HOUR needs TRUST_PROXY/],
    ['CALLER_TRIES_PER_HOUR', '5', /has a new name: CALLER_DECLINES_PER_HOUR/],
    ['NEWS_URL', 'https://shop.example', /has a new name: WEBHOOK_URL/],
    ['NEWS_SECRET', 'whsec_old', /has a new name: WEBHOOK_SIGNING_SECRET/],
    ['RETURN_DUPLICATES', 'true', /has a new name: REFUND_DUPLICATES/],
    [
      'PAY_METHODS',
      'creditcard cash',
      /has "cash": the ways to pay are creditcard, applepay, samsungpay, stcpay/,
    ],
    ['PAY_METHODS', 'creditcard,stcpay', /has "creditcard,stcpay": .*, separated by spaces/],
    ['PAY_METHODS', 'applepay', /PAY_MERCHANT_NAME is missing/],
    ['PAY_METHODS', 'samsungpay', /SAMSUNG_SERVICE_ID is missing/],
    ['PAY_MERCHANT_NAME', 'متجر', /PAY_MERCHANT_NAME must be 1 to 64 printable ASCII/],
    ['APPLE_PAY_DOMAIN_FILE', '/no/such/file', /APPLE_PAY_DOMAIN_FILE must name the file/],
    ['SHOP_ACCENT', 'red;}', /SHOP_ACCENT must be a colour such as #0b5cad, not "red;}"\./],
    ['SHOP_LOGO', 'javascript:alert(1)', /SHOP_LOGO must be an https address/],
    ['SHOP_URL', 'http://shop.example', /SHOP_URL must be an https address/],
    ['SHOP_LANG', '!', /SHOP_LANG must be a language/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL must be one of .* silent, not "loud"\./],
    ['REFUND_DUPLICATES', 'yes', /REFUND_DUPLICATES must be true or false, not "yes"\./],
  ];
  for (const [name, value, problem] of wrong) {
    it(`refuses ${name} where it is ${value}`, () => {
      const problems = problemsOf({ [name]: value });
      assert.match(problems.join('\n'), problem);
    });
  }

  const live = { PAY_SECRET_KEY: 'sk_live_shop', PAY_PUBLISHABLE_KEY: 'pk_live_shop' };

  it('refuses with live keys each secret that a document or a shop for tests shows, and takes it with test keys', () => {
    const shown = [
      readFileSync('demo/recipes/languages/program.env', 'utf8'),
      readFileSync('src/cli/init/frameworks.ts', 'utf8'),
      readFileSync('src/cli/init/init.ts', 'utf8'),
    ].flatMap((text) => [
      ...text.matchAll(/^(\w*(?:WEBHOOK_SECRET|ORDER_KEYS|WEBHOOK_SIGNING_SECRET|OPERATOR_KEY))=(.+)$/gm),
    ]);
    assert.equal(shown.length, 7);
    for (const [, name = '', value = ''] of shown) {
      const of = {
        [name]: value,
        WEBHOOK_URL: name === 'WEBHOOK_SIGNING_SECRET' ? 'https://shop.example/webhook' : undefined,
      };
      assert.deepEqual(problemsOf(of), [], name);
      assert.match(problemsOf({ ...live, ...of }).join(), new RegExp(`^${name} is an example`), value);
    }
  });

  it('refuses with live keys a database that forgets at a restart', () => {
    for (const DATABASE_URL of ['sqlite::memory:', 'sqlite:file:shop?mode=memory&cache=shared']) {
      assert.deepEqual(problemsOf({ DATABASE_URL }), []);
      assert.match(problemsOf({ ...live, DATABASE_URL }).join(), /DATABASE_URL is in memory/);
    }
  });

  it('repeats no secret in what it says', () => {
    const secrets = {
      PAY_SECRET_KEY: 'wrong-secret-one',
      ORDER_KEYS: 'shop:wrong-secret-two',
      WEBHOOK_SIGNING_SECRET: 'whsec_wrong-secret-three',
      OPERATOR_KEY: 'wrong-secret-four',
      DATABASE_URL: 'mongodb://shop:wrong-secret-five@db/shop',
    };
    assert.doesNotMatch(problemsOf(secrets).join('\n'), /wrong-secret/);
  });

  it('collects every secret for the redaction of the log', () => {
    for (const address of [
      'postgres://shop:p%40ss@db/shop',
      'postgres://db/shop?user=shop&password=p%40ss',
    ]) {
      const { secrets } = readSettings({ ...complete, DATABASE_URL: address });
      for (const secret of ['sk_test_shop', 'hook', 's'.repeat(32), 'p%40ss', 'p@ss'])
        assert.ok(secrets.includes(secret), `${secret} of ${address}`);
    }
  });
});
