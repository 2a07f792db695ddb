import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { Hono } from 'hono';
import type { SandboxEnv } from '../../src/sandbox/http/context.js';
import { awaitCommit } from '../../src/sandbox/http/middleware.js';
import type { Namespace } from '../../src/sandbox/namespace.js';
import { openDatabase } from '../../src/sandbox/store/database.js';
import { openStore } from '../../src/sandbox/store/store.js';
import { tables } from '../../src/sandbox/store/tables.js';
import { temporary } from './process.js';
import { openShop } from './shop.js';

const add = (store: ReturnType<typeof openStore>, name: string) =>
  store.run('INSERT INTO settings (name, value) VALUES (?, 1)', name);
const names = (store: ReturnType<typeof openStore>) =>
  store.all<{ name: string }>('SELECT name FROM settings ORDER BY name').map(({ name }) => name);

/** A transaction that is refused only when it is written to the disk. */
function spoil(store: ReturnType<typeof openStore>): void {
  store.transaction(() => {
    store.run('PRAGMA defer_foreign_keys = ON');
    store.run(
      "INSERT INTO deliveries (id, message_id, url, status, due_at) VALUES ('d', 'none', 'u', 'pending', 0)",
    );
  });
}

describe('transactions of one turn', () => {
  test('are written together, and the others do not see them before', async (t) => {
    const path = temporary(t, 'sandbox.db');
    const [store, other] = [openStore(path), openStore(path)];
    store.transaction(() => add(store, 'a'));
    store.transaction(() => add(store, 'b'));
    assert.deepEqual(names(other), []);
    await store.committed();
    assert.deepEqual(names(other), ['a', 'b']);
    store.close();
    other.close();
  });

  test('stand each for itself: one that throws leaves no trace and the others alone', async () => {
    const store = openStore(':memory:');
    store.transaction(() => add(store, 'a'));
    assert.throws(() =>
      store.transaction(() => {
        add(store, 'b');
        throw new Error('no');
      }),
    );
    store.transaction(() => add(store, 'c'));
    await store.committed();
    assert.deepEqual(names(store), ['a', 'c']);
    store.close();
  });

  test('are on the disk when the database is closed in the same turn', async (t) => {
    const path = temporary(t, 'sandbox.db');
    const store = openStore(path);
    store.transaction(() => add(store, 'a'));
    store.close();
    const again = openStore(path);
    assert.deepEqual(names(again), ['a']);
    again.close();
  });
});

test('what could not be written is answered as an error, and the next request works', async () => {
  const store = openStore(':memory:');
  const app = new Hono<SandboxEnv>();
  app.use((c, next) => {
    c.set('namespace', { store } as Namespace);
    return next();
  });
  app.use(awaitCommit);
  app.onError((error, c) => c.text(error.message, 500));
  app.post('/bad', (c) => {
    spoil(store);
    return c.text('done');
  });
  app.post('/good', (c) => {
    store.transaction(() => add(store, 'a'));
    return c.text('done');
  });
  const [bad, beside] = await Promise.all([
    app.request('/bad', { method: 'POST' }),
    app.request('/good', { method: 'POST' }),
  ]);
  assert.deepEqual([bad.status, beside.status], [500, 500]);
  assert.match(await bad.text(), /FOREIGN KEY/);
  assert.deepEqual(names(store), []);
  assert.equal((await app.request('/good', { method: 'POST' })).status, 200);
  assert.deepEqual(names(store), ['a']);
  store.close();
});

describe('a file of another version of the sandbox', () => {
  for (const version of [1, 99])
    test(`stays as it is, and a file beside it is used, which it says: version ${version}`, async (t) => {
      const path = temporary(t, 'sandbox.db');
      const store = openStore(path);
      add(store, 'old');
      store.run(`PRAGMA user_version = ${version}`);
      store.close();
      const written = t.mock.method(process.stderr, 'write', () => true);

      const fresh = openStore(path);
      assert.deepEqual(names(fresh), []);
      add(fresh, 'new');
      fresh.close();
      const again = openStore(path);
      assert.deepEqual(names(again), ['new']);
      again.close();

      const own = `${path.slice(0, -'.db'.length)}.version-${tables.version}.db`;
      const [message] = written.mock.calls[0]!.arguments;
      assert.equal(
        message,
        `${path} was written by another version of the sandbox. It stays as it is, and this version uses ${own}.\n`,
      );
      const old = openDatabase(path);
      assert.deepEqual(old.prepare('SELECT name FROM settings').all([]), [{ name: 'old' }]);
      old.close();
    });
});

test('neither a card number nor a security code is in the database', async (t) => {
  const db = temporary(t, 'sandbox.db');
  const shop = openShop({ db });
  const number = '4111114005765430';
  await shop.pay({ source: { number, cvc: '987' }, payment: { metadata: { marker: 'kept' } } });
  const files = await Promise.all([db, `${db}-wal`].map((file) => readFile(file, 'latin1')));
  assert.ok(files.some((text) => text.includes('kept')));
  for (const text of files) {
    assert.ok(!text.includes(number));
    assert.doesNotMatch(text, /\b987\b/);
  }
  await shop.sandbox.close();
});
