import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from '../../../src/server/stores/memory.js';
import { storeTests, testStore } from '../../../src/server/stores/testing/index.js';
import { brokenStores, wholeStore } from './broken-stores.js';

describe('testStore', () => {
  const useful = new Set<string>();

  it('finds nothing in the store in memory', async () => {
    assert.deepEqual(await testStore(memoryStore), []);
  });

  it('finds nothing in a store that is written from the documentation', async () => {
    assert.deepEqual(await testStore(wholeStore), []);
  });

  it('takes a store in place of what makes one', async () => {
    assert.deepEqual(await testStore(memoryStore()), []);
  });

  it('is content with stores that share their records', async () => {
    const store = memoryStore();
    assert.deepEqual(await testStore(() => store, { reopen: () => store }), []);
  });

  for (const { name, makeStore } of brokenStores) {
    it(`finds a mistake: ${name}`, async () => {
      const findings = await testStore(makeStore);
      assert.notDeepEqual(findings, []);
      for (const { name, problem } of findings) {
        assert.match(problem, /\p{L} \p{L}/u);
        useful.add(name);
      }
    });
  }

  it('runs no check that finds none of the known mistakes', () => {
    const useless = storeTests(memoryStore).filter(({ name }) => !useful.has(name));
    assert.deepEqual(
      useless.map(({ name }) => name),
      [],
    );
  });

  it('finds what is remembered and not saved, when it can reopen the records', async () => {
    // What is saved there is seen by the store that has saved it, and by nobody else.
    assert.notDeepEqual(await testStore(memoryStore, { reopen: memoryStore }), []);
  });

  it('names what a store must keep, and what this one does', async () => {
    const { makeStore } = brokenStores.find(({ name }) => name === 'load answers the version as a text')!;
    assert.deepEqual((await testStore(makeStore))[0], {
      name: 'the first version is written once',
      problem: 'load() answers the version "1" (string), not the number 1.',
    });
  });

  it('leaves nothing due behind', async () => {
    const store = memoryStore();
    await testStore(store);
    assert.deepEqual(await store.claimDue(Number.MAX_SAFE_INTEGER - 1, 1000, 1), []);
  });

  it('leaves the orders of a shop due', async () => {
    const store = memoryStore();
    await store.save('order', 'record', 1, Date.parse('2024-01-01'));
    await testStore(store);
    assert.deepEqual(await store.claimDue(Date.now(), 10, 1000), ['order']);
  });
});

describe('storeTests', () => {
  const tests = storeTests(memoryStore);

  it('has a name of its own for each test', () => {
    assert.ok(tests.length > 20);
    assert.equal(new Set(tests.map(({ name }) => name)).size, tests.length);
  });

  it('rejects with what is wrong', async () => {
    const { makeStore } = brokenStores.find(({ name }) => name === 'claimDue gives no lease')!;
    const test = storeTests(makeStore).find(({ name }) => name.startsWith('nobody is handed an order'))!;
    await assert.rejects(test.run(), /handed out twice at once/);
  });
});
