import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import type * as Server from '../../src/server/index.js';
import { memoryStore } from '../../src/server/stores/memory.js';
import { always, openClient, secretKey } from './open-client.js';

/** What every web-like runtime has, and no more: no `process`, no `Buffer`, no `require`, no code from strings. */
const globals = {
  ...{ crypto, fetch, Request, Response, AbortController, TextEncoder, TextDecoder, URL, URLSearchParams },
  ...{ btoa, setTimeout, clearTimeout },
};

async function bundle(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: resolve('src/server/index.ts'), formats: ['iife'], name: 'Server' },
    },
  });
  const [first] = Array.isArray(output) ? output : [];
  assert.ok(first);
  return first.output[0].code;
}

describe('with nothing but web globals', () => {
  let server: typeof Server;
  before(async () => {
    const context = createContext({ ...globals }, { codeGeneration: { strings: false, wasm: false } });
    server = runInContext(`${await bundle()}; Server`, context) as typeof Server;
  });

  it('says what a service refuses', async (t) => {
    const { baseUrl } = await openClient(t, always(404, { type: 'record_not_found', message: 'Gone.' }));
    await assert.rejects(server.createPayClient({ secretKey, baseUrl }).retrievePayment('a'), {
      name: 'PayError',
      status: 404,
    });
  });

  it('rejects with the reason when no response comes', async (t) => {
    const { baseUrl } = await openClient(t, (response) => response.socket?.destroy());
    const { createPayClient } = server;
    await assert.rejects(createPayClient({ secretKey, baseUrl }).retrievePayment('a'), {
      message: /fetch failed: /,
    });
  });

  it('runs a checkout', async (t) => {
    const { baseUrl } = await openClient(
      t,
      always(201, { id: 'a', client_secret: 'pi_secret_a', amount: 100 }),
    );
    const { createCheckout, createPayClient, memoryOrders } = server;
    const order = { id: '7', amount: 100, currency: 'SAR', callbackUrl: 'https://shop.example/back' };
    const checkout = createCheckout({
      client: createPayClient({ secretKey, baseUrl }),
      orders: memoryOrders([order], () => '7'),
      store: memoryStore(),
      sharedSecret: 's',
    });
    const post = (path: string, body: string | null) =>
      checkout.fetch(
        new Request(`https://shop.example/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }),
      );
    assert.equal((await post('intent', null)).status, 201);
    assert.equal((await post('webhook', '{"secret_token":"s","id":"m","type":"later"}')).status, 204);
  });

  it('reads a delivery', () => {
    const data = { id: 'p', status: 'paid' };
    const body = JSON.stringify({ id: 'm', type: 'payment_paid', secret_token: 's', data });
    for (const form of [body, new TextEncoder().encode(body)])
      assert.equal(server.readDelivery(form, 's').type, 'payment_paid');
  });
});
