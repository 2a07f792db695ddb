import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { openReceiver, status } from '../receiver.js';
import { cards, conforms, openService } from './service.js';
import { waits } from './tables/events.js';
import { attempt, meta } from './tables/resources.js';

const shop = await openService({ deliveryTimeout: 4_000 });

async function listen(t: TestContext, answer?: (response: ServerResponse) => void) {
  const receiver = await openReceiver(t, answer);
  const { id } = await shop.register({ url: receiver.url });
  t.after(() => shop.call('DELETE', `/v1/webhooks/${id}`));
  const attempts = async () => {
    const body = await shop.retrieve(`webhooks/${id}/attempts`);
    conforms(meta, body.meta);
    for (const entry of body.webhook_attempts) {
      conforms(attempt, entry);
      assert.equal(entry.webhook_id, id);
    }
    return body.webhook_attempts;
  };
  return { ...receiver, id, attempts };
}

/** Makes a message, and is done when everything that is due was sent. */
async function send() {
  await shop.payWith(cards.paid);
  await shop.advance(0);
}

describe('6: repeats', () => {
  test('follow after 1, 10, 30, 60 and 120 minutes, each from the attempt before, and then no more', async (t) => {
    const { received, attempts } = await listen(t, status(500));
    await send();
    for (const [index, minutes] of waits.entries()) {
      await shop.advance(minutes * 60 - 1);
      assert.equal(received.length, index + 1, `nothing before ${minutes} minutes`);
      // Late by 6 seconds: what follows counts from here.
      await shop.advance(7);
      assert.equal(received.length, index + 2, `again after ${minutes} minutes`);
    }
    await shop.advance(100 * 24 * 3600);
    assert.equal(received.length, 6);
    assert.deepEqual(
      (await attempts()).map(({ retry_number: retry }: { retry_number: number }) => retry),
      [6, 5, 4, 3, 2, 1],
    );
    assert.equal(new Set(received.map(({ body }) => JSON.stringify(body))).size, 1);
  });

  test('end when the webhook is deleted', async (t) => {
    const { received, id } = await listen(t, status(500));
    await send();
    await shop.call('DELETE', `/v1/webhooks/${id}`);
    await shop.advance(60);
    assert.equal(received.length, 1);
  });
});

const megabytes = (code: number) => (response: ServerResponse) =>
  void response.writeHead(code, { 'content-type': 'text/plain' }).end('x'.repeat(10_000_000));

function endless(response: ServerResponse): void {
  response.writeHead(200);
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}

/** What a receiver may do, the attempt that is recorded, and its response_code. */
const receivers: ReadonlyArray<
  readonly [string, (response: ServerResponse) => void, 'success' | 'failed', number | null]
> = [
  ['answers 200', status(200), 'success', 200],
  ['answers 299', status(299), 'success', 299],
  ['answers 300', status(300), 'failed', 300],
  ['redirects with 301', status(301, { location: '/elsewhere' }), 'failed', 301],
  ['redirects with 302 to nowhere', status(302, { location: 'http://127.0.0.1:1/' }), 'failed', 302],
  ['redirects with 307 to itself', status(307, { location: '/' }), 'failed', 307],
  ['answers 304', status(304), 'failed', 304],
  ['answers 401', status(401, { 'www-authenticate': 'Basic' }), 'failed', 401],
  ['answers 410', status(410), 'failed', 410],
  ['answers 500', status(500), 'failed', 500],
  ['answers 503', status(503, { 'retry-after': '1' }), 'failed', 503],
  ['answers 500 with 10 MB', megabytes(500), 'failed', 500],
  ['answers 200 with 10 MB, which are not read', megabytes(200), 'success', 200],
  ['answers 200 without end, which is not read', endless, 'success', 200],
  ['never answers', () => undefined, 'failed', null],
  ['sends half of a status line', (response) => void response.socket?.write('HTTP/1.1 20'), 'failed', null],
  ['sends 100 and no more', (response) => response.writeContinue(), 'failed', null],
  ['answers what is no HTTP', (response) => void response.socket?.end('hello\r\n\r\n'), 'failed', null],
  ['resets the connection', (response) => void response.socket?.resetAndDestroy(), 'failed', null],
  ['closes the connection', (response) => void response.socket?.destroy(), 'failed', null],
];

describe('6: a receiver that', () => {
  for (const [name, answer, result, code] of receivers)
    test(`${name} is a ${result} attempt`, async (t) => {
      const bystander = await listen(t);
      const { received, attempts, state } = await listen(t, answer);
      await send();
      const [entry, ...more] = await attempts();
      assert.deepEqual([entry.result, entry.response_code, more], [result, code, []]);
      assert.deepEqual(
        [received.length, bystander.received.length],
        [1, 1],
        'and no other is kept from its own',
      );

      state.answer = status(200);
      await shop.advance(60);
      assert.equal(received.length, result === 'success' ? 1 : 2);
      assert.equal((await attempts())[0].result, 'success');
      assert.equal((await shop.payWith(cards.paid)).status, 'paid', 'and the sandbox goes on');
    });

  for (const [name, url] of Object.entries({
    'is not there': 'http://127.0.0.1:1/hook',
    'has a name and password in its address': 'http://user:password@127.0.0.1:1/hook',
    'has a port that nobody may use': 'http://127.0.0.1:6667/hook',
  }))
    test(`${name} is a failed attempt that says why`, async (t) => {
      const { id } = await shop.register({ url });
      t.after(() => shop.call('DELETE', `/v1/webhooks/${id}`));
      await send();
      const [entry] = (await shop.retrieve(`webhooks/${id}/attempts`)).webhook_attempts;
      conforms(attempt, entry);
      assert.deepEqual([entry.result, entry.response_code], ['failed', null]);
    });

  // One after the other they would take 200 s.
  test('times out a hanging receiver while fifty others hang', { timeout: 20_000 }, async (t) => {
    const hanging = await openReceiver(t, () => undefined);
    const webhooks = [];
    for (let count = 0; count < 50; count += 1) webhooks.push(await shop.register({ url: hanging.url }));
    await send();
    for (const { id } of webhooks) {
      const { webhook_attempts: attempts } = await shop.retrieve(`webhooks/${id}/attempts`);
      assert.deepEqual([attempts.length, attempts[0].result], [1, 'failed']);
      await shop.call('DELETE', `/v1/webhooks/${id}`);
    }
  });
});

test('attempts are listed by pages, newest first', async (t) => {
  const { attempts } = await listen(t);
  for (let count = 0; count < 41; count += 1) await shop.payWith(cards.paid);
  await shop.advance(0);
  assert.equal((await attempts()).length, 40);
});
