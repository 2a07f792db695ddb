import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as z from 'zod';
import { source } from '../sandbox/shop.js';
import { changed, otherTypes } from './body.js';
import { keys, newToken, openService } from './service.js';
import { prepare } from './situations.js';
import { openPaths, type Operation, operations, paths } from './tables/operations.js';
import * as requests from './tables/requests.js';

interface Described {
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: { readonly 'application/json': { readonly schema: object } };
  };
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string }>;
  readonly responses: Readonly<
    Record<string, { readonly content?: Record<string, { readonly schema: object }> }>
  >;
  readonly security: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

const shop = await openService();
const { body: document } = await shop.call('GET', '/openapi.json', { key: null });
const described = (path: string, method: string): Described =>
  document.paths[`/v1${path}`][method.toLowerCase()];
/** A schema with every reference replaced by what it refers to. */
const inlined = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(inlined);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined) return inlined(document.components.schemas[$ref.split('/').at(-1)!]);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inlined(value)]));
};

const schemas = new Map<object, z.ZodType>();

/** What a schema of the document says to a value. */
function accepts(schema: object, value: unknown) {
  const known = schemas.get(schema) ?? z.fromJSONSchema(inlined(schema) as z.core.JSONSchema.JSONSchema);
  schemas.set(schema, known);
  return known.safeParse(value);
}

test('the document is OpenAPI, by the official schema of its version', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors));
  assert.match(document.openapi, /^3\.1\./);
});

test('a linter of such documents finds nothing', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The service has `/webhooks/attempts/{id}` beside `/webhooks/{id}/attempts`, and the sandbox follows it.
    rules: { 'no-ambiguous-paths': 'off' },
  });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  assert.deepEqual(
    found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    [],
  );
});

test('the document names what several operations share', () => {
  const text = JSON.stringify(document.paths);
  for (const name of Object.keys(document.components.schemas)) {
    const elsewhere = JSON.stringify(document.components.schemas).split(`/schemas/${name}"`).length - 1;
    assert.ok(text.split(`/schemas/${name}"`).length - 1 + elsewhere > 0, `${name} is used`);
  }
  for (const name of ['Payment', 'PaymentIntent', 'Invoice', 'Webhook', 'Token', 'Error', 'Source'])
    assert.ok(document.components.schemas[name], name);
});

test('the document has every operation of the contract under /v1, and no other', () => {
  const found = Object.entries(document.paths as Record<string, object>)
    .filter(([path]) => path.startsWith('/v1/'))
    .map(([path, methods]) => [path.slice('/v1'.length), Object.keys(methods).sort()]);
  assert.deepEqual(
    Object.fromEntries(found),
    Object.fromEntries(
      [...paths, ...openPaths].map(([path, methods]) => [
        path,
        methods.map((one) => one.toLowerCase()).sort(),
      ]),
    ),
  );
});

/** Answers in each of the ways that an operation is described to. */
async function answersOf([method, path, key]: Operation) {
  const { address, body } = await prepare(shop, method, path);
  const unknown = `/v1${path.replace('{id}', 'unknown')}`;
  const well = await shop.call(method, address, { key: keys[key], body });
  const others = await Promise.all([
    shop.call(method, address, { key: null, body }),
    shop.call(method, address, { key: keys[key === 'secret' ? 'publishable' : 'secret'], body }),
    shop.call(method, unknown, { key: keys[key], body }),
    shop.call(method, `${address}?page=x`, { key: keys[key], ...(body && { body: { unknown: 1 } }) }),
  ]);
  return [well, ...others];
}

for (const operation of operations) {
  const [method, path, key, status, body] = operation;
  describe(`the document describes ${method} ${path}`, () => {
    test(`with the ${key} key, its parameters, and whether it needs a body`, () => {
      const { security, parameters = [], requestBody } = described(path, method);
      // A payment without an intent may also be made with the secret key.
      const keys = `${method} ${path}` === 'POST /payments' ? ['publishable', 'secret'] : [key];
      assert.deepEqual(
        security,
        keys.map((one) => ({ [one]: [] })),
      );
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      assert.deepEqual(inPath, path.includes('{id}') ? ['id'] : []);
      const needed = { needed: true, 'may be left out': false };
      assert.equal(requestBody?.required, body && needed[body]);
    });

    test('with the answers that it really gives', async () => {
      const { responses } = described(path, method);
      const answers = await answersOf(operation);
      assert.equal(answers[0]?.status, status);
      for (const answer of answers) {
        const response = responses[answer.status];
        assert.ok(response, `answers ${answer.status}, which is not described`);
        const schema = response.content?.['application/json']?.schema;
        if (!schema) assert.deepEqual([answer.status, answer.body], [204, '']);
        else {
          const { success, error } = accepts(schema, answer.body);
          assert.ok(success, `${answer.status}: ${error}`);
          const spoilt = {
            ...answer.body,
            id: 7,
            type: 7,
            meta: 7,
            events: 7,
            invoices: 7,
            webhooks: 7,
            message: 7,
          };
          assert.equal(accepts(schema, spoilt).success, false);
        }
      }
    });
  });
}

const bodies: Readonly<Record<string, requests.RequestFields>> = {
  '/payment_intents': requests.intent,
  '/invoices': requests.invoice,
  '/webhooks': requests.webhook,
  '/payments': requests.fulfilment,
  '/payment_intents/{id}/fulfill': requests.fulfilment,
  '/payments/{id}/capture': requests.part,
  '/payments/{id}/refund': requests.part,
  '/tokens': requests.token,
};

/** Bodies that are right, before one of their fields is changed. */
const right: Readonly<Record<string, object>> = {
  '/payment_intents': { amount: 100 },
  '/invoices': { amount: 100, currency: 'SAR', description: 'x', metadata: {} },
  '/webhooks': { url: 'https://shop.example/', shared_secret: 's', events: ['payment_paid'] },
  '/tokens': { ...newToken, metadata: {} },
  '/payments': {
    client_secret: 'pi_secret_x',
    source: source(),
    splits: [{ amount: 1, recipient_id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed' }],
    metadata: {},
  },
};

describe('the document describes the body of', () => {
  for (const [path, fields] of Object.entries(bodies)) {
    const whole = right[path.endsWith('/fulfill') ? '/payments' : path] ?? {};
    // That a token without `save_only` needs a way back is said in words only.
    const isConditional = (field: string) => path === '/tokens' && field === 'callback_url';
    const schema = () => described(path, 'POST').requestBody!.content['application/json'].schema;
    for (const [field, row] of Object.entries(fields))
      test(`${path}: ${field} with its type, and whether it is required`, () => {
        const verdict = (value: unknown) => accepts(schema(), changed(whole, field, value));
        for (const value of otherTypes(isConditional(field) ? { ...row, nullable: true } : row))
          // A number may be a year of the wrong century, which no schema says.
          if (!/year$/.test(field) || typeof value !== 'number')
            assert.equal(verdict(value).success, false, `takes ${JSON.stringify(value)}`);
        for (const value of [...row.good, ...(row.also ?? [])])
          assert.ok(verdict(value).success, `${JSON.stringify(value)}: ${verdict(value).error}`);
        if (!/\.0$/.test(field) && !isConditional(field))
          assert.equal(verdict(undefined).success, !row.required);
      });
  }

  const limits: ReadonlyArray<readonly [string, string, unknown, unknown]> = [
    ['/payment_intents', 'amount', 100, 99],
    ['/payment_intents', 'description', 'x'.repeat(8000), 'x'.repeat(8001)],
    ['/invoices', 'amount', 100, 99],
    ['/payments', 'splits.0.reference', 'x'.repeat(255), 'x'.repeat(256)],
    ['/payments', 'splits.0.description', 'x'.repeat(255), 'x'.repeat(256)],
    ['/payments', 'splits.0.recipient_type', 'Platform', 'Person'],
    ['/payments', 'client_secret', 'pi_secret_x', 'secret'],
    ['/payments', 'source.month', '12', '13'],
    ['/payments', 'given_id', 'a7f1d9a3-5c7b-4d6a-af7e-2b8c1d3e5f70', '2f1acc6c-4b1f-11ee-be56-0242ac120002'],
    ['/payments/{id}/refund', 'amount', 1, 0],
    ['/webhooks', 'http_method', 'post', 'get'],
    ['/webhooks', 'events', ['payment_verified'], ['payment_lost']],
  ];
  for (const [path, field, last, beyond] of limits)
    test(`${path}: the limit of ${field}`, () => {
      const { schema } = described(path, 'POST').requestBody!.content['application/json'];
      assert.ok(accepts(schema, changed(right[path] ?? {}, field, last)).success);
      assert.equal(accepts(schema, changed(right[path] ?? {}, field, beyond)).success, false);
    });
});
