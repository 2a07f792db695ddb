import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { listening, temporary } from './process.js';
import { openReceiver, status } from '../receiver.js';
import { client, habits, noon, openShop } from './shop.js';

/** A shop with one webhook, whose receiver answers as the test says. */
async function openListener(t: TestContext, answer?: (response: ServerResponse) => void, more: object = {}) {
  const receiver = await openReceiver(t, answer);
  const shop = openShop(more);
  t.after(() => shop.sandbox.close());
  await shop.register(receiver.url);
  return { ...shop, ...receiver };
}

describe('repeats', () => {
  test('are sent by themselves once the sandbox is started', async (t) => {
    const { pay, sandbox, received, advance, state } = await openListener(t, status(500));
    sandbox.start();
    await pay();
    while (received.length < 1) await new Promise(setImmediate);
    state.answer = status(200);
    await sandbox.tick();
    await advance(60);
    assert.equal(received.length, 2);
  });
});

describe('a reset while a message is under way', () => {
  test('leaves nothing behind', async (t) => {
    let release = (): void => undefined;
    const { pay, sandbox, received, call, register } = await openListener(t, (response) => {
      release = () => void response.end();
    });
    await pay();
    const sent = sandbox.tick();
    while (received.length < 1) await new Promise(setImmediate);
    await call('POST', '/sandbox/reset', { key: null });
    release();
    await sent;
    const { id } = await register('https://shop.example/');
    assert.deepEqual((await call('GET', `/v1/webhooks/${id}/attempts`)).body.webhook_attempts, []);
  });
});

describe('two sandboxes on one database', () => {
  test('send each message once', async (t) => {
    const db = temporary(t, 'sandbox.db');
    const { received, pay, sandbox } = await openListener(t, undefined, { db });
    const other = createSandbox({ db, now: () => noon });
    for (let i = 0; i < 30; i += 1) await pay();
    await Promise.all([sandbox.tick(), other.tick()]);
    await other.close();
    assert.equal(received.length, 30);
    assert.equal(new Set(received.map(({ body }) => body.id)).size, 30);
  });
});

describe('killed while messages are under way', () => {
  test('resends only unacknowledged messages after a kill', async (t) => {
    const held: ServerResponse[] = [];
    let acknowledged = 0;
    const receiver = await openReceiver(t, (response) => {
      if (acknowledged < 5) {
        acknowledged += 1;
        response.end();
      } else held.push(response);
    });
    const db = temporary(t, 'sandbox.db');
    const first = await listening(t, '--db', db);
    const call = client(fetch, first.url);
    const { pay, register } = habits(call);
    const webhook = await register(receiver.url);
    const attempts = async () =>
      (await call('GET', `/v1/webhooks/${webhook.id}/attempts`)).body.webhook_attempts;
    for (let i = 0; i < 12; i += 1) await pay();
    while ((await attempts()).length < 5 || held.length < 7);
    first.child.kill('SIGKILL');
    await first.exited;

    const done: string[] = receiver.received.slice(0, 5).map(({ body }) => body.id);
    receiver.received.length = 0;
    receiver.state.answer = status(200);
    await listening(t, '--db', db);
    while (receiver.received.length < 7) await new Promise(setImmediate);
    const repeated: string[] = receiver.received.map(({ body }) => body.id);
    assert.equal(new Set(repeated).size, 7);
    assert.ok(repeated.every((id) => !done.includes(id)));
  });
});
