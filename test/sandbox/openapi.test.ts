import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop } from './shop.js';

interface Operation {
  readonly operationId: string;
  readonly parameters?: ReadonlyArray<{
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }>;
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<
    string,
    { readonly description: string; readonly content?: Record<string, { schema: object }> }
  >;
  readonly security?: ReadonlyArray<Record<string, readonly string[]>>;
}

const { call } = openShop();
const { body: document } = await call('GET', '/openapi.json', { key: null });
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
);

test('the description names every operation of the service', () => {
  const named = operations
    .map(([method, path]) => `${method} ${path}`)
    .filter((name) => name.includes('/v1/'));
  assert.deepEqual(named.sort(), [
    'DELETE /v1/webhooks/{id}',
    'GET /v1/invoices',
    'GET /v1/invoices/{id}',
    'GET /v1/payment_intents/{id}',
    'GET /v1/payments',
    'GET /v1/payments/{id}',
    'GET /v1/webhooks',
    'GET /v1/webhooks/{id}',
    'GET /v1/webhooks/{id}/attempts',
    'POST /v1/invoices',
    'POST /v1/invoices/{id}/cancel',
    'POST /v1/payment_intents',
    'POST /v1/payment_intents/{id}/cancel',
    'POST /v1/payment_intents/{id}/fulfill',
    'POST /v1/payments',
    'POST /v1/payments/{id}/capture',
    'POST /v1/payments/{id}/refund',
    'POST /v1/payments/{id}/void',
    'POST /v1/webhooks',
  ]);
});

test('every operation can be called, and says so truly: its key, its parameters, its answers', async () => {
  assert.match(document.openapi, /^3\.1\./);
  const schemes = Object.keys(document.components.securitySchemes);
  const ids = operations.map(([, , { operationId }]) => operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const [method, path, { parameters = [], responses, security, requestBody }] of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(
      parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      inPath,
    );
    for (const [code, response] of Object.entries(responses)) {
      assert.match(code, /^\d{3}$/);
      assert.ok(response.description, `${method} ${path} ${code}`);
    }
    if (requestBody) assert.ok(requestBody.content['application/json']?.schema);
    if (!path.startsWith('/v1/')) continue;

    const [scheme] = security?.flatMap(Object.keys) ?? [];
    assert.ok(scheme && schemes.includes(scheme));
    const real = path.replace('{id}', 'unknown');
    const allowed = scheme === 'secret' ? 'sk_test_sandbox' : 'pk_test_sandbox';
    const refused = scheme === 'secret' ? 'pk_test_sandbox' : 'sk_test_sandbox';
    assert.equal((await call(method, real, { key: refused })).status, 403);
    assert.ok(String((await call(method, real, { key: allowed })).status) in responses, `${method} ${path}`);
  }
});

test('no schema of it points to nowhere', () => {
  const text = JSON.stringify(document);
  for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = pointer!.split('/').reduce((value, key) => value?.[key], document);
    assert.ok(target, pointer);
  }
});
