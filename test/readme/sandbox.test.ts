import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretKey } from '../../src/sandbox/index.js';
import { createPayClient } from '../../src/server/index.js';
import { openShop } from './shop.js';

test('a sandbox of one’s own can be opened in code, and takes a client', async (t) => {
  const { load } = await openShop(t);
  type Opened = { baseUrl: string; close: () => Promise<void> };
  const { openSandbox } = (await load('own-sandbox.ts')) as { openSandbox: () => Promise<Opened> };
  const { baseUrl, close } = await openSandbox();
  t.after(close);
  const { status } = await createPayClient({ secretKey, baseUrl }).createPaymentIntent({ amount: 100 });
  assert.equal(status, 'created');
});
