import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Hono } from 'hono';
import { createLog } from '../../src/sandbox/controls/request-log.js';
import type { Env } from '../../src/sandbox/http/context.js';

const clock = { now: () => 0, advance: () => undefined, reset: () => undefined };
const connection = { ip: '127.0.0.1', overNetwork: false, dropped: false, drop: () => undefined };

function openLog(limits?: Parameters<typeof createLog>[1]) {
  const log = createLog(clock, limits);
  const app = new Hono<Env>().use(log.middleware).post('/v1/*', async (c) => {
    await c.req.text();
    return c.body(null, 204);
  });
  const post = (body: string, path = '/v1/x') => app.request(path, { method: 'POST', body }, connection);
  return { log, post };
}

describe('the request log', () => {
  test('keeps no more than its limit of bodies of 99 kB that would be much more', async () => {
    const { log, post } = openLog();
    // Parsed, each would be some ten thousand objects.
    const body = JSON.stringify(Array.from({ length: 9000 }, () => ({ a: [] }))).slice(0, 99_000);
    const list = `${body.slice(0, body.lastIndexOf('},'))}}]`;
    for (let i = 0; i < 60; i += 1) await post(list);
    const kept = log.entries().reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
    assert.ok(kept < 4_100_000, `${kept} characters`);
    assert.ok(log.size() <= 4_000_000 && log.size() > 3_000_000, `${log.size()} characters`);
    assert.equal(log.first() + log.entries().length - 1, 60, 'all of them were counted');
  });

  test('keeps the newest entries, and forgets by number too', async () => {
    const { log, post } = openLog({ entries: 3, size: 1000 });
    for (let i = 0; i < 5; i += 1) await post(`{"i":${i}}`);
    assert.deepEqual(
      log.entries().map(({ body }) => body),
      [{ i: 2 }, { i: 3 }, { i: 4 }],
    );
    await post(JSON.stringify({ i: 5, text: 'x'.repeat(970) }));
    assert.deepEqual(
      log.entries().map(({ body }) => (body as { i: number }).i),
      [5],
    );
    log.clear();
    assert.deepEqual([log.entries().length, log.size()], [0, 0]);
  });

  test('keeps the last thousand', async () => {
    const { log, post } = openLog();
    for (let i = 0; i < 1005; i += 1) await post(`{"i":${i}}`);
    assert.deepEqual([log.entries().length, log.entries()[0]?.body], [1000, { i: 5 }]);
  });

  test('counts long addresses', async () => {
    const { log, post } = openLog({ entries: 1000, size: 10_000 });
    for (let i = 0; i < 100; i += 1) await post('', `/v1/${'x'.repeat(900)}`);
    assert.ok(log.entries().length < 12);
  });
});
