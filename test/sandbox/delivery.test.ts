import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { listening, temporary } from './process.js';
import { openReceiver, status } from './receiver.js';
import { client, habits, noon, openShop } from './shop.js';

const minute = 60;

/** A shop with one webhook, whose receiver answers as the test says. */
async function openListener(t: TestContext, answer?: (response: ServerResponse) => void, more: object = {}) {
  const receiver = await openReceiver(t, answer);
  const shop = openShop(more);
  t.after(() => shop.sandbox.close());
  const webhook = await shop.register(receiver.url);
  const attempts = async ({ id } = webhook) =>
    (await shop.call('GET', `/v1/webhooks/${id}/attempts`)).body.webhook_attempts;
  return { ...shop, ...receiver, webhook, attempts };
}

describe('a receiver that', () => {
  test('answers 10 MB, or without end, is not read', async (t) => {
    const endless = (response: ServerResponse) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    };
    const { pay, sandbox, attempts } = await openListener(t, endless);
    await pay();
    await sandbox.tick();
    assert.equal((await attempts())[0].result, 'success');
  });
});

describe('repeats', () => {
  test('follow after 1, 10, 30, 60 and 120 minutes, each from the attempt before, and then no more', async (t) => {
    const { pay, sandbox, received, advance, attempts } = await openListener(t, status(500));
    await pay();
    await sandbox.tick();
    for (const [index, wait] of [1, 10, 30, 60, 120].entries()) {
      await advance(wait * minute - 1);
      assert.equal(received.length, index + 1, `nothing before ${wait} minutes`);
      // Late by 6 seconds: what follows counts from here.
      await advance(7);
      assert.equal(received.length, index + 2, `again after ${wait} minutes`);
    }
    await advance(100 * 24 * 60 * minute);
    assert.equal(received.length, 6);
    assert.deepEqual(
      (await attempts()).map(({ retry_number: retry }: { retry_number: number }) => retry),
      [6, 5, 4, 3, 2, 1],
    );
    assert.equal(new Set(received.map(({ body }) => JSON.stringify(body))).size, 1);
  });

  test('end when the webhook is deleted', async (t) => {
    const { pay, sandbox, received, advance, call, webhook } = await openListener(t, status(500));
    await pay();
    await sandbox.tick();
    await call('DELETE', `/v1/webhooks/${webhook.id}`);
    await advance(minute);
    assert.equal(received.length, 1);
  });

  test('are sent by themselves once the sandbox is started', async (t) => {
    const { pay, sandbox, received, advance, state } = await openListener(t, status(500));
    sandbox.start();
    await pay();
    while (received.length < 1) await new Promise(setImmediate);
    state.answer = status(200);
    await sandbox.tick();
    await advance(minute);
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
    const db = await temporary(t, 'sandbox.db');
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
    const db = await temporary(t, 'sandbox.db');
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
