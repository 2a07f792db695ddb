import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createSandbox, type SandboxOptions, secretKey, serve } from '../../src/sandbox/index.js';
import { sendRaw } from './raw.js';
import { basic, client, openShop, source } from './shop.js';

async function open(t: TestContext, options: SandboxOptions = {}) {
  t.mock.method(process.stderr, 'write', () => true);
  const sandbox = createSandbox(options);
  const served = await serve(sandbox);
  t.after(async () => {
    await served.close();
    await sandbox.close();
  });
  return { served, call: client(fetch, served.url), port: Number(new URL(served.url).port) };
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

const send = (
  port: number,
  { method = 'POST', path = '/v1/payment_intents', headers, body = '{"amount":100}' }: Sent,
) =>
  sendRaw(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: basic(secretKey),
      'content-type': 'application/json',
      host: `127.0.0.1:${port}`,
      ...headers,
    },
    ...(method !== 'GET' && { body }),
  });

const nothing = (answer: Awaited<ReturnType<typeof send>>) => {
  assert.deepEqual([answer.status, answer.body], [403, '']);
  assert.deepEqual(
    Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
    [],
  );
};

const foreign: Readonly<Record<string, Record<string, string>>> = {
  'a page of another origin': { origin: 'https://evil.example' },
  'a page without an origin, such as a frame that is shut off': { origin: 'null' },
  'a page whose name only begins like a loopback one': { origin: 'http://localhost.evil.example' },
  'a page whose name only ends like a loopback one': { origin: 'http://evil-localhost' },
  'a page that puts a loopback name before an @': { origin: 'http://localhost@evil.example' },
  'a page of an address of the local network': { origin: 'http://192.168.1.5:3000' },
  'a page of a browser extension': { origin: 'chrome-extension://abc' },
  'a file': { origin: 'file://' },
  'another site that is not allowed to say its origin': { 'sec-fetch-site': 'cross-site' },
  'another site, by its referrer': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-dest': 'script',
    referer: 'https://evil.example/page',
  },
  'a name that was pointed at this machine': { host: 'evil.example' },
  'a name that was pointed at this machine, of the same origin': {
    host: 'evil.example',
    origin: 'http://evil.example',
    'sec-fetch-site': 'same-origin',
  },
  'an address of the local network': { host: '192.168.1.5' },
  'the address of all networks': { host: '0.0.0.0' },
  'a host of another loopback name': { host: 'localhost.evil.example' },
};

describe('a page that is not allowed gets nothing and writes nothing:', () => {
  for (const [name, headers] of Object.entries(foreign))
    test(name, async (t) => {
      const { call, port } = await open(t);
      for (const [method, path, body] of [
        ['POST', '/v1/payment_intents', '{"amount":100}'],
        ['POST', '/v1/invoices', '{"amount":100,"description":"x"}'],
        ['POST', '/sandbox/reset', '{}'],
        ['POST', '/sandbox/clock', '{"advance":60}'],
        ['POST', '/sandbox/faults', '{"route":"fulfil","fault":"500"}'],
        ['DELETE', '/sandbox/faults', ''],
        ['GET', '/v1/payments', ''],
        ['GET', '/v1/webhooks/attempts', ''],
        ['GET', '/sandbox/log', ''],
        ['GET', '/sandbox/deliveries', ''],
        ['GET', '/openapi.json', ''],
        ['GET', '/', ''],
        ['GET', '/logo.svg', ''],
        ['GET', '/unknown', ''],
        ['OPTIONS', '/v1/payments', ''],
        ['POST', '/v1/applepay/initiate', '{}'],
        ['POST', '/v1/stc_pays/x/proceed?otp_token=y', '{}'],
      ] as const)
        nothing(await send(port, { method, path, headers, body }));
      assert.deepEqual((await call('GET', '/sandbox/log', { key: null })).body, []);
      assert.equal((await call('GET', '/v1/invoices')).body.meta.total_count, 0);
      const { body: intent } = await call('POST', '/v1/payment_intents', { body: { amount: 100 } });
      assert.ok(
        Math.abs(Date.parse(intent.created_at) - Date.now()) < 30_000,
        'the clock was not put forward',
      );
    });

  for (const host of ['localhost@evil.example', 'localhost/evil.example', 'localhost evil.example'])
    test(`refuses the malformed host ${host}`, async (t) => {
      const { call, port } = await open(t);
      const { status, body } = await send(port, { headers: { host } });
      assert.ok(status === 400 || status === 403, String(status));
      assert.equal(body, '');
      assert.deepEqual((await call('GET', '/sandbox/log', { key: null })).body, []);
    });

  test('a request of HTTP/1.0 without a host', async (t) => {
    const { port } = await open(t);
    const { connect } = await import('node:net');
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /sandbox/log HTTP/1.0\r\n\r\n'));
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text));
    });
    assert.match(answer, /^HTTP\/1\.1 40[03] /);
    assert.doesNotMatch(answer, /\[\]/);
  });
});

const allowed: Readonly<Record<string, Record<string, string>>> = {
  'a program without a page': {},
  'a page at another port': { origin: 'http://127.0.0.1:3000' },
  'a page at localhost': { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  'a page over TLS': { origin: 'https://localhost' },
  'a page at a name below localhost': { origin: 'http://shop.localhost:3000' },
  'a page at an address of IPv6': { origin: 'http://[::1]:3000' },
  'a script of a page at localhost': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-dest': 'script',
    referer: 'http://localhost:3000/shop',
  },
  'a payer who follows a link of another site': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  },
  'the name localhost': { host: 'localhost' },
  'the name localhost in capitals': { host: 'LOCALHOST:80' },
  'another loopback address': { host: '127.0.0.2:4010' },
  'the loopback address of IPv6': { host: '[::1]:4010' },
};

describe('who belongs to this machine is served:', () => {
  for (const [name, headers] of Object.entries(allowed))
    test(name, async (t) => {
      const { port } = await open(t);
      const answer = await send(port, { headers });
      assert.equal(answer.status, 201);
      assert.equal(answer.headers['access-control-allow-origin'], headers['origin']);
    });

  test('calls of `fetch` in code need no host, whatever the address', async () => {
    const { call } = openShop();
    assert.equal((await call('POST', '/v1/payment_intents', { body: { amount: 100 } })).status, 201);
    const headers = { host: 'evil.example' };
    assert.equal((await call('POST', '/v1/payment_intents', { headers, body: { amount: 100 } })).status, 403);
  });
});

describe('a page of this machine at another origin', () => {
  const shop = openShop();
  const origin = 'http://localhost:3000';

  for (const [path, asked, answered] of [
    [
      '/v1/payments',
      'authorization,content-type',
      /^Authorization, ?Content-Type, ?X-Moyasar-Form-Version$/i,
    ],
    ['/v1/payments', 'authorization,content-type,x-sandbox-fault', /X-Sandbox-Fault/],
    ['/v1/applepay/initiate', 'content-type,x-moyasar-form-version', /X-Moyasar-Form-Version/],
    ['/v1/stc_pays/x/proceed?otp_token=y', 'content-type,x-moyasar-form-version', /X-Moyasar-Form-Version/],
  ] as const)
    test(`may send ${asked} to ${path}`, async () => {
      const { status, headers } = await shop.call('OPTIONS', path, {
        key: null,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': asked,
        },
      });
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), origin);
      assert.match(headers.get('access-control-allow-headers') ?? '', answered);
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
    test(`can read ${name}`, async () => {
      const { status, headers } = await shop.call(method, path, { headers: { origin }, ...options });
      assert.equal(status, expected);
      assert.equal(headers.get('access-control-allow-origin'), origin);
    });

  test('can read that something fails inside, and nothing of the inside', async (t) => {
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
});

describe('`allowOrigins`', () => {
  const allowOrigins = ['https://shop.example', 'http://192.168.1.5:3000'];

  test('lets in the pages of these origins and no others', async (t) => {
    const { port } = await open(t, { allowOrigins });
    for (const origin of allowOrigins) {
      const answer = await send(port, { headers: { origin } });
      assert.equal(answer.status, 201);
      assert.equal(answer.headers['access-control-allow-origin'], origin);
    }
    for (const origin of [
      'http://shop.example',
      'https://shop.example:444',
      'https://a.shop.example',
      'null',
    ])
      nothing(await send(port, { headers: { origin } }));
  });

  test('let pages from a file in where `null` is among them', async (t) => {
    const { port } = await open(t, { allowOrigins: ['null'] });
    assert.equal((await send(port, { headers: { origin: 'null' } })).status, 201);
    nothing(await send(port, { headers: { origin: 'http://shop.example' } }));
  });

  test('lets the sandbox be reached by their names', async (t) => {
    const { port } = await open(t, { allowOrigins });
    for (const host of ['shop.example', '192.168.1.5:4010'])
      assert.equal((await send(port, { headers: { host } })).status, 201);
    nothing(await send(port, { headers: { host: 'other.example' } }));
  });

  for (const wrong of ['*', 'shop.example', 'https://shop.example/path', 'ftp://shop.example', ''])
    test(`refuses ${JSON.stringify(wrong)}, which is no origin`, () => {
      assert.throws(() => createSandbox({ allowOrigins: [wrong] }), /is not an origin/);
    });
});

test('the first refusals are written to the console, and not every one', async (t) => {
  const { port } = await open(t);
  const written = t.mock.method(process.stderr, 'write', () => true);
  for (let i = 0; i < 20; i += 1) await send(port, { headers: { origin: `https://evil${i % 10}.example` } });
  assert.equal(written.mock.callCount(), 5);
  assert.match(String(written.mock.calls[0]?.arguments[0]), /evil0\.example.*--allow-origin/);
});

test('a page of another origin does not see what a webhook’s receiver answered', async (t) => {
  const { call, served } = await open(t);
  const own = { headers: { origin: served.url } };
  const other = { headers: { origin: 'http://localhost:3000' } };
  const hook = { url: `${served.url}/v1/payments`, shared_secret: 's' };
  const { body: webhook } = await call('POST', '/v1/webhooks', { body: hook });
  await call('POST', '/v1/payments', {
    body: { amount: 100, callback_url: 'https://shop.example', source: source('4111114005765430') },
  });
  await call('POST', '/sandbox/clock', { key: null, body: { advance: 0 } });
  const [{ id }] = (await call('GET', '/v1/webhooks/attempts')).body.webhook_attempts;
  for (const path of ['attempts', `${webhook.id}/attempts`, `attempts/${id}`]) {
    const read = async (more: object) => {
      const { body } = await call('GET', `/v1/webhooks/${path}`, more);
      const attempt = body.webhook_attempts?.[0] ?? body;
      return [attempt.response_headers, attempt.response_body];
    };
    for (const shown of [await read({}), await read(own)])
      assert.ok(
        shown.every((text) => typeof text === 'string' && text.length > 0),
        path,
      );
    assert.deepEqual(await read(other), [null, null]);
  }
});
