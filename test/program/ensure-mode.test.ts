import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from '../../src/server/stores/memory.js';
import { ensureMode } from '../../src/program/ensure-mode.js';
import { StorageError } from '../../src/program/storage/storage.js';

describe('the database of the program', () => {
  for (const [first, second, refused] of [
    ['sk_test_a', 'sk_live_a', /has the orders of test keys, and PAY_SECRET_KEY is a live key/],
    ['sk_live_a', 'sk_test_a', /has the orders of live keys, and PAY_SECRET_KEY is a test key/],
  ] as const)
    it(`that was used with ${first} refuses ${second}, and goes on with another key of its mode`, async () => {
      const store = memoryStore();
      await ensureMode(store, first);
      await assert.rejects(ensureMode(store, second), (error: unknown) => {
        assert.ok(error instanceof StorageError);
        assert.match(error.message, refused);
        return true;
      });
      await ensureMode(store, `${first}_rotated`);
    });

  it('takes the mode of one of two processes that start at once, and refuses the other', async () => {
    const store = memoryStore();
    const results = await Promise.allSettled([
      ensureMode(store, 'sk_test_a'),
      ensureMode(store, 'sk_live_a'),
    ]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });
});
