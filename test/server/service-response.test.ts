import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createPayClient } from '../../src/server/index.js';
import { openReceiver, type Answer } from '../receiver.js';
import { always, openClient, secretKey } from './open-client.js';

describe('an error response', () => {
  const type = 'invalid_request_error';
  const no = { type, message: 'No.' };
  const withoutErrors = { ...no, errors: undefined };
  const notOfService = 'The answer (404) is not one of the service. Check `baseUrl`.';
  const amountIsSmall = { errors: { amount: ['small'] } };
  const refused = (status: number) => ({ message: `The service refused the request (${status}).` });
  const table: [title: string, status: number, body: unknown, expected: object][] = [
    [
      'keeps the word, the sentence and the fields',
      400,
      { ...no, ...amountIsSmall },
      { status: 400, type, message: 'No. amount small', ...amountIsSmall, retryable: false },
    ],
    ['puts one text of a field in a list', 400, { ...no, errors: { amount: 'small' } }, amountIsSmall],
    ['puts one text for all under base', 400, { ...no, errors: 'small' }, { errors: { base: ['small'] } }],
    ['has no errors when there are none', 404, { ...no, errors: null }, { status: 404, ...withoutErrors }],
    ['keeps word and sentence beside errors of an unexpected form', 404, { ...no, errors: 7 }, withoutErrors],
    [
      'joins a list of errors, and needs no sentence of the service',
      400,
      { errors: ['payment not found', 'try later'] },
      {
        message: 'The service refused the request (400): payment not found, try later',
        errors: { base: ['payment not found', 'try later'] },
      },
    ],
    [
      'names the fields where the message is null',
      400,
      { type: 'invalid_request', message: null, errors: { amount: 'is small', currency: 'is odd' } },
      { message: 'The service refused the request (400): amount is small; currency is odd' },
    ],
    [
      'makes no line of its own in a log, by the name of a field neither',
      400,
      { message: 'No.\nError', errors: { 'amount\r\nError: x': 'is\u0085small' } },
      { message: 'No. Error: amount Error: x is small', errors: { 'amount Error: x': ['is small'] } },
    ],
    [
      'cuts what is longer than any sentence',
      400,
      { message: 'é'.repeat(1001), errors: { amount: 'x'.repeat(900_000) } },
      { message: `${'é'.repeat(999)}…`, errors: { amount: [`${'x'.repeat(999)}…`] } },
    ],
    ['cuts no emoji in half', 400, { message: `${'x'.repeat(998)}😀😀` }, { message: `${'x'.repeat(998)}…` }],
    ['takes a message alone', 400, { message: 'Wrong number' }, { message: 'Wrong number' }],
    [
      'keeps the texts of a field beside what is none',
      400,
      {
        type,
        message: ['No.'],
        errors: { amount: ['small', null], card: { number: ['bad'] }, cvc: 'short' },
      },
      {
        type,
        message: 'The service refused the request (400): amount small; cvc short',
        errors: { amount: ['small'], cvc: ['short'] },
      },
    ],
    [
      'is readable when the body is HTML',
      403,
      '<h1>Blocked</h1>',
      {
        status: 403,
        type: undefined,
        message: 'The service refused the request (403) with a page that is not JSON.',
      },
    ],
    ['names the setting for a page', 404, '<h1>Not found</h1>', { message: notOfService }],
    ['names the setting for JSON of something else', 404, { error: 'Not Found' }, { message: notOfService }],
    [
      'is readable when only its type is there',
      404,
      { type: 'record_not_found', message: null },
      refused(404),
    ],
    ['is readable without a body', 401, '', { status: 401, ...refused(401) }],
    ['says that a rate limit passes', 429, no, { retryable: true }],
    ['says that a fault may pass', 500, '', { status: 500, retryable: true }],
    ['leaves a too large body unread', 400, { message: 'x'.repeat(2_000_000) }, refused(400)],
  ];
  for (const [title, status, body, expected] of table) {
    it(title, async (t) => {
      const { client } = await openClient(t, always(status, body));
      await assert.rejects(client.retrievePayment('a'), { name: 'PayError', code: 'api', ...expected });
    });
  }

  it('does not offer to repeat a refund that ended in a fault', async (t) => {
    const { client } = await openClient(t, always(500, ''));
    await assert.rejects(client.refundPayment('a', { amount: 100 }), { code: 'api', retryable: false });
  });

  it('rejects a redirect without following it', async (t) => {
    const elsewhere = await openReceiver(t, always(200, { id: 'a', status: 'paid' }));
    const { client } = await openClient(t, always(307, '', { location: elsewhere.url }));
    await assert.rejects(client.retrievePayment('a'), { code: 'api', status: 307, message: /redirect/ });
    assert.deepEqual(elsewhere.received, []);
  });
});

describe('a success that cannot be read', () => {
  const table: [title: string, body: unknown, text: RegExp][] = [
    ['is no JSON', '{"id":"a","stat', /interface/],
    ['is HTML', '<p>ok</p>', /is a page of HTML: check `baseUrl`\./],
    ['is empty', '', /interface/],
    ['lacks the status', { id: 'a' }, /interface/],
    ['is 2 MB', { id: 'a', status: 'paid', more: 'x'.repeat(2_000_000) }, /larger/],
  ];
  for (const [title, body, text] of table) {
    it(title, async (t) => {
      const { client } = await openClient(t, always(200, body));
      await assert.rejects(client.retrievePayment('a'), { code: 'api', status: 200, message: text });
    });
  }

  it('accepts a larger body for a list', async (t) => {
    const { client } = await openClient(t, always(200, { payments: [], more: 'x'.repeat(2_000_000) }));
    assert.deepEqual((await client.listPayments()).payments, []);
  });

  it('keeps fields and statuses that came later', async (t) => {
    const answer = { id: 'a', status: 'on_the_moon', refunded_at: null, orbit: { high: true } };
    const { client } = await openClient(t, always(200, answer));
    assert.deepEqual(await client.retrievePayment('a'), answer);
  });
});

describe('a missing response', () => {
  it('rejects with `network` and the reason when no response comes', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await once(server.close(), 'close');
    const client = createPayClient({ secretKey, baseUrl: `http://127.0.0.1:${port}/v1` });
    const expected = { code: 'network', retryable: true, message: /ECONNREFUSED/ };
    await assert.rejects(client.retrievePayment('a'), expected);
  });

  it('rejects with `network` when the connection ends early', async (t) => {
    const { client, received } = await openClient(t, (response) => response.socket?.destroy());
    await assert.rejects(client.createPaymentIntent({ amount: 100 }), { code: 'network', retryable: true });
    assert.equal(received.length, 1);
  });

  it('rejects with `network` when the body ends early', async (t) => {
    const { client } = await openClient(t, (response) => {
      response.writeHead(200, { 'content-length': 500 }).write('{"id":');
      setImmediate(() => response.destroy());
    });
    await assert.rejects(client.retrievePayment('a'), { code: 'network' });
  });

  const slow: [title: string, answer: Answer][] = [
    ['an answer that never begins', () => undefined],
    ['an answer that never ends', (response) => void response.writeHead(200).write('{"id":')],
  ];
  for (const [title, answer] of slow) {
    it(`is ${title}`, async (t) => {
      const { client } = await openClient(t, answer, 50);
      await assert.rejects(client.retrievePayment('a'), { code: 'network', message: /within 50 ms/ });
    });
  }

  it('rejects in time when a custom fetch ignores its signal', async () => {
    const baseUrl = 'https://api.example.com/v1';
    const client = createPayClient({
      secretKey,
      baseUrl,
      timeout: 20,
      fetch: () => new Promise(() => undefined),
    });
    await assert.rejects(client.retrievePayment('a'), { code: 'network' });
  });

  it('warns before a refund is repeated', async (t) => {
    const { client } = await openClient(t, (response) => response.socket?.destroy());
    await assert.rejects(client.refundPayment('a', { amount: 100 }), {
      code: 'network',
      retryable: false,
      message: /may have been carried out/,
    });
  });
});

describe('the secret key', () => {
  const encoded = Buffer.from(`${secretKey}:`).toString('base64');
  const hides = (value: unknown) => {
    const shown = [inspect(value, { depth: null, showHidden: true }), JSON.stringify(value), String(value)];
    if (value instanceof Error) shown.push(value.message, String(value.stack));
    for (const text of shown) {
      assert.ok(!text.includes(secretKey), text);
      assert.ok(!text.includes(encoded), text);
    }
    return true;
  };

  it('is not seen in a client', () => {
    const client = createPayClient({ secretKey, baseUrl: 'https://api.example.com/v1' });
    hides(client);
    hides(Object.values(client).map(String));
  });

  it('is not seen in an error of a fetch that shows its request', async () => {
    const client = createPayClient({
      secretKey,
      baseUrl: 'https://api.example.com/v1',
      fetch: (url, init) => {
        throw Object.assign(new Error(`${url} ${JSON.stringify(init)}`), { init });
      },
    });
    await assert.rejects(client.retrievePayment('a'), hides);
  });

  it('is not seen in an error of a service that repeats it', async (t) => {
    const body = { type: secretKey, message: `Who is ${secretKey}?`, errors: { [encoded]: [secretKey] } };
    const { client } = await openClient(t, always(401, body));
    await assert.rejects(client.retrievePayment('a'), hides);
  });

  const each = (write: (letter: string, code: string) => string, text = secretKey) =>
    [...text].map((letter) => write(letter, letter.charCodeAt(0).toString(16))).join('');
  const escaped: [title: string, text: string][] = [
    ['JSON escapes', each((_, code) => `\\u00${code}`)],
    ['JSON escapes in capitals, here and there', secretKey.replace('_', '\\u005F')],
    ['JSON escapes of Basic credentials', each((_, code) => `\\u00${code}`, encoded)],
    ['URL escapes', each((_, code) => `%${code}`)],
    ['URL escapes of its underscores', secretKey.replaceAll('_', '%5F')],
    ['HTML escapes', each((_, code) => `&#x${code};`)],
    ['a data URL of Basic credentials', encodeURIComponent(encoded)],
    ['Base64 without the colon', btoa(secretKey)],
  ];
  for (const [title, text] of escaped) {
    const decoded = (value: unknown) =>
      [inspect(value, { depth: null }), JSON.stringify(value), String((value as Error).stack)].flatMap(
        (shown) => [
          shown,
          decodeURIComponent(shown.replace(/%(?![\da-f]{2})/gi, '')),
          shown.replace(/&#x([\da-f]+);/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
          shown.replace(/\\+u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
        ],
      );
    const hidesAll = (value: unknown) => {
      for (const shown of decoded(value))
        for (const form of [secretKey, encoded, btoa(secretKey)]) assert.ok(!shown.includes(form), shown);
      return true;
    };

    it(`is not seen in a refusal that repeats it in ${title}`, async (t) => {
      const body = `{"type":"${text}","message":"Who is ${text}?","errors":{"key":["${text}"]}}`;
      const { client } = await openClient(t, always(401, body));
      await assert.rejects(client.retrievePayment('a'), hidesAll);
    });

    it(`is not seen in an answer that repeats it in ${title}`, async (t) => {
      const body = `{"id":"a","status":"paid","description":"${text}"}`;
      const { client } = await openClient(t, always(200, body));
      assert.ok(hidesAll(await client.retrievePayment('a')));
    });
  }

  it('is not seen in the error about a publishable key or a bad one', () => {
    for (const key of [`pk_test_${secretKey}`, `${secretKey} `])
      assert.throws(() => createPayClient({ secretKey: key, baseUrl: 'https://api.example.com/v1' }), hides);
  });
});
