import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { describe, test } from 'node:test';
import { publishableKey, secretKey } from '../../src/sandbox/index.js';
import { sendRaw } from '../sandbox/raw.js';
import { basic, source } from '../sandbox/shop.js';
import { id as unknown } from '../wire/values.js';
import { cards, conforms, keys, openService, refused } from './service.js';
import { prepare } from './situations.js';
import { operations, paths, words } from './tables/operations.js';
import { error } from './tables/resources.js';

const shop = await openService({ overNetwork: true });

const creates = () => shop.call('POST', '/v1/payment_intents', { body: { amount: 100 } });
const healthy = async () => assert.equal((await creates()).status, 201);

describe('7: 404 for', () => {
  const addresses = [
    ...[
      '/v1',
      '/v1/',
      '/v2/payments',
      '/payments',
      '/v1/cards',
      '/v1/payments/',
      '/v1/Payments',
      '/v1//payments',
    ],
    ...[
      `/v1/payments/${unknown}/captures`,
      `/v1/payments/${unknown}/capture/all`,
      '/v1/payment_intents/x/y/z',
    ],
    ...['/v1/%2e%2e/etc/passwd', '/v1/__proto__', '/constructor', `/v1/${'x'.repeat(4000)}`],
  ];
  for (const address of addresses)
    test(`${address.slice(0, 60)}, whatever the method`, async () => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await shop.call(method, address);
        refused(answer, 404, 'record_not_found');
        conforms(error, answer.body);
      }
    });

  const ids = {
    'an unknown id': unknown,
    'an id of no known form': 'x',
    'what would be SQL': "'%20OR%20'1'='1",
    'what does not decode': '%E0%A4%A',
    'a zero character': '%00',
    'a name that every object has': '__proto__',
  };
  for (const [method, path, key] of operations)
    if (path.includes('{id}'))
      test(`${method} ${path} with an id of nothing, whatever its form`, async () => {
        for (const [name, id] of Object.entries(ids)) {
          const answer = await shop.call(method, `/v1${path.replace('{id}', id)}`, {
            key: keys[key],
            ...(path.endsWith('fulfill') && { body: { client_secret: 'pi_secret_x', source: source() } }),
            ...(method === 'PUT' && { body: {} }),
          });
          assert.equal(answer.status, 404, name);
          refused(answer, 404, 'record_not_found');
          conforms(error, answer.body);
        }
      });
});

describe('7: 405 for', () => {
  for (const [path, known] of paths)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      if (!known.includes(method) && !(words.includes(path) && ['GET', 'PUT', 'DELETE'].includes(method)))
        test(`${method} ${path}`, async () => {
          for (const key of [secretKey, null]) {
            const answer = await shop.call(method, `/v1${path.replace('{id}', unknown)}`, { key });
            assert.equal(answer.status, 405);
            conforms(error, answer.body);
            const allowed = (answer.headers.get('allow') ?? '').split(', ').filter((name) => name !== 'HEAD');
            assert.deepEqual(allowed.sort(), [...known].sort());
          }
        });
});

/** What a body can be besides the JSON object that is asked for. */
const bodies: Readonly<Record<string, { readonly body: string; readonly type?: string }>> = {
  'half of an object': { body: '{"amount":100' },
  'an object and more': { body: '{"amount":100}{}' },
  'a comma too many': { body: '{"amount":100,}' },
  'single quotes': { body: "{'amount':100}" },
  'a word': { body: 'undefined' },
  'white space': { body: '  \n' },
  'a list': { body: '[{"amount":100}]' },
  'a text': { body: '"amount"' },
  'a number': { body: '100' },
  null: { body: 'null' },
  'plain text': { body: '{"amount":100}', type: 'text/plain' },
  XML: { body: '<amount>100</amount>', type: 'application/xml' },
  'JSON by another name': { body: '{"amount":100}', type: 'application/jsonp' },
  'JSON without a name': { body: '{"amount":100}', type: '' },
  'a hundred thousand open lists': { body: '['.repeat(100_000) },
  'more than it may be long': { body: JSON.stringify({ amount: 100, description: 'x'.repeat(100_000) }) },
};

describe('7: 400 for', () => {
  const posts = operations.filter(([method]) => method === 'POST' || method === 'PUT');
  let prepared: Promise<string[]> | undefined;
  const addresses = () =>
    (prepared ??= Promise.all(
      posts.map(async ([method, path]) => (await prepare(shop, method, path)).address),
    ));
  for (const [name, { body, type = 'application/json' }] of Object.entries(bodies))
    test(`a body that is ${name}, wherever one is taken`, async () => {
      const all = await addresses();
      const before = shop.stored();
      for (const [index, [method, , key]] of posts.entries()) {
        const headers = { 'content-type': type };
        const answer = await shop.call(method, all[index]!, { key: keys[key], headers, body });
        refused(answer, 400, 'invalid_request_error');
        conforms(error, answer.body);
      }
      assert.deepEqual(shop.stored(), before);
    });

  test('no body where one is needed: every required field is named', async () => {
    refused(await shop.call('POST', '/v1/payment_intents'), 400, 'validation_error', ['amount']);
    const answer = await shop.call('POST', '/v1/payments', { key: publishableKey });
    refused(answer, 400, 'validation_error', ['callback_url', 'source', 'amount']);
  });

  test('the type may have parameters, and any case', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json;charset="utf-8"',
    ]) {
      const headers = { 'content-type': type };
      assert.equal(
        (await shop.call('POST', '/v1/payment_intents', { headers, body: { amount: 100 } })).status,
        201,
      );
    }
  });
});

describe('7: fields that nest deeply are refused by name:', () => {
  const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const objects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
  for (const [name, deep] of Object.entries({ lists: lists(45_000), objects: objects(14_000) })) {
    test(`an intent's description of ${name}`, async () => {
      const body = `{"amount":100,"description":${deep}}`;
      refused(await shop.call('POST', '/v1/payment_intents', { body }), 400, 'validation_error', [
        'description',
      ]);
      await healthy();
    });

    test(`an unknown field of ${name}`, async () => {
      const body = `{"amount":100,"unknown":${deep}}`;
      refused(await shop.call('POST', '/v1/payment_intents', { body }), 400, 'validation_error', ['unknown']);
      await healthy();
    });

    test(`metadata of ${name}`, async () => {
      const { client_secret: secret } = await shop.createIntent();
      const whole = JSON.stringify({ client_secret: secret, source: source(), metadata: 'here' });
      const body = whole.replace('"here"', `{"key":${deep}}`);
      const answer = await shop.call('POST', '/v1/payments', { key: publishableKey, body });
      refused(answer, 400, 'validation_error', ['metadata.key']);
      assert.equal((await shop.fulfil(secret)).status, 201);
    });
  }
});

describe('7: a key that would change a prototype', () => {
  const polluting = '"__proto__":{"polluted":"yes"},';
  const fulfilment = async (metadata: object = { order: '7' }) => ({
    client_secret: (await shop.createIntent()).client_secret,
    source: source(cards.paid),
    splits: [{ amount: 1, recipient_id: unknown }],
    metadata,
  });
  const intent = async () => ({ amount: 100 });
  const invoice = async () => ({ amount: 100, description: 'x' });
  const webhook = async () => ({ url: 'https://shop.example/' });
  /** Where it stands, what is sent there, after which text, and the field that is refused; none where it is ignored. */
  const places: ReadonlyArray<readonly [string, string, () => Promise<object>, string, string?]> = [
    ['at the top', 'payments', fulfilment, '{', '__proto__'],
    ['in a split', 'payments', fulfilment, '"splits":[{', 'splits.0.__proto__'],
    ['in the metadata', 'payments', fulfilment, '"metadata":{', 'metadata.__proto__'],
    ['in the request for an intent', 'payment_intents', intent, '{', '__proto__'],
    ['in a source', 'payments', fulfilment, '"source":{'],
    ['in the request for an invoice', 'invoices', invoice, '{'],
    ['in the request for a webhook', 'webhooks', webhook, '{'],
  ];
  for (const [name, path, make, place, field] of places)
    test(`${name} is ${field ? 'refused by its name' : 'ignored, and does nothing'}`, async () => {
      const body = JSON.stringify(await make()).replace(place, place + polluting);
      const key = path === 'payments' ? publishableKey : secretKey;
      const answer = await shop.call('POST', `/v1/${path}`, { key, body });
      if (field) refused(answer, 400, 'validation_error', [field]);
      else assert.equal(answer.status, 201);
      assert.equal(answer.body.polluted ?? answer.body.source?.polluted, undefined);
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    });

  test('is refused in metadata as text too, because it would not come back', async () => {
    const body = JSON.stringify(await fulfilment()).replace(
      '"metadata":{',
      '"metadata":{"__proto__":"text",',
    );
    const answer = await shop.call('POST', '/v1/payments', { key: publishableKey, body });
    refused(answer, 400, 'validation_error', ['metadata.__proto__']);
  });

  test('as metadata of another name that objects have comes back', async () => {
    const metadata = { constructor: 'c', toString: 't', hasOwnProperty: 'h' };
    const body = await fulfilment(metadata);
    const answer = await shop.call('POST', '/v1/payments', { key: publishableKey, body });
    assert.deepEqual(answer.body.metadata, metadata);
  });
});

describe('7: a body of 10 MB', () => {
  const text = `{"amount":100,"description":"${'x'.repeat(10_000_000)}"}`;
  const announced = { 'content-length': String(Buffer.byteLength(text)) };
  for (const [name, headers] of Object.entries({
    announced,
    'in chunks': { 'transfer-encoding': 'chunked' },
  }))
    test(`${name} is 400, and the next request of the same client is answered`, async (t) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      t.after(() => agent.destroy());
      const own = { authorization: basic(secretKey), 'content-type': 'application/json' };
      const send = async (body: string, more: Record<string, string> = {}) => {
        const sent = { agent, body, headers: { ...own, ...more } };
        return (await sendRaw(`${shop.url}/v1/payment_intents`, sent)).status;
      };
      assert.equal(await send('{"amount":100}'), 201);
      for (let round = 0; round < 3; round += 1) {
        assert.equal(await send(text, headers), 400);
        assert.equal(await send('{"amount":100}'), 201);
      }
    });

  test('is 400 for fetch too, and everyone else is answered meanwhile', async () => {
    const [big, ...small] = await Promise.all([
      shop.call('POST', '/v1/payment_intents', { body: text }),
      ...Array.from({ length: 10 }, creates),
    ]);
    refused(big, 400, 'invalid_request_error');
    assert.ok(small.every(({ status }) => status === 201));
  });
});
