import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRequestLog } from '../../src/sandbox/controls/request-log.js';

function openLog(limits?: Parameters<typeof createRequestLog>[0]) {
  const log = createRequestLog(limits);
  const post = (body: string, path = '/v1/x') => {
    const entry = log.add(0, 'POST', path, undefined);
    log.finish(entry, { status: 204, intentId: null, paymentId: null, body });
  };
  return { log, post };
}

describe('the request log', () => {
  test('keeps no more than its limit of bodies of 99 kB that would be much more', () => {
    const { log, post } = openLog();
    // Parsed, each would be some ten thousand objects.
    const body = JSON.stringify(Array.from({ length: 9000 }, () => ({ a: [] }))).slice(0, 99_000);
    const list = `${body.slice(0, body.lastIndexOf('},'))}}]`;
    for (let i = 0; i < 60; i += 1) post(list);
    const kept = log.entries().reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
    assert.ok(kept < 4_100_000, `${kept} characters`);
    assert.ok(log.size() <= 4_000_000 && log.size() > 3_000_000, `${log.size()} characters`);
    assert.equal(log.first() + log.entries().length - 1, 60, 'all of them were counted');
  });

  test('keeps the newest entries, and forgets by number too', () => {
    const { log, post } = openLog({ entries: 3, size: 1000 });
    for (let i = 0; i < 5; i += 1) post(`{"i":${i}}`);
    assert.deepEqual(
      log.entries().map(({ body }) => body),
      [{ i: 2 }, { i: 3 }, { i: 4 }],
    );
    post(JSON.stringify({ i: 5, text: 'x'.repeat(970) }));
    assert.deepEqual(
      log.entries().map(({ body }) => (body as { i: number }).i),
      [5],
    );
    log.clear();
    assert.deepEqual([log.entries().length, log.size()], [0, 0]);
  });

  test('keeps the last thousand', () => {
    const { log, post } = openLog();
    for (let i = 0; i < 1005; i += 1) post(`{"i":${i}}`);
    assert.deepEqual([log.entries().length, log.entries()[0]?.body], [1000, { i: 5 }]);
  });

  test('counts long addresses', () => {
    const { log, post } = openLog({ entries: 1000, size: 10_000 });
    for (let i = 0; i < 100; i += 1) post('', `/v1/${'x'.repeat(900)}`);
    assert.ok(log.entries().length < 12);
  });
});
