import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations as contract } from '../contract/tables/operations.js';
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
  assert.deepEqual(named.sort(), contract.map(([method, path]) => `${method} /v1${path}`).sort());
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
    assert.ok(security, `${method} ${path} says which keys it takes, or that it takes none`);
    if (!path.startsWith('/v1/')) {
      assert.deepEqual(security, []);
      continue;
    }

    const allowed = security?.flatMap(Object.keys) ?? [];
    assert.ok(allowed.length > 0 && allowed.every((scheme) => schemes.includes(scheme)));
    const real = path.replace('{id}', 'unknown');
    for (const scheme of schemes) {
      const key = scheme === 'secret' ? 'sk_test_sandbox' : 'pk_test_sandbox';
      const { status } = await call(method, real, { key });
      assert.equal(status === 403, !allowed.includes(scheme), `${method} ${path} with the ${scheme} key`);
      assert.ok(String(status) in responses, `${method} ${path} answers ${status}`);
    }
  }
});

test('no schema of it points to nowhere', () => {
  const text = JSON.stringify(document);
  for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = pointer!.split('/').reduce((value, key) => value?.[key], document);
    assert.ok(target, pointer);
  }
});
