import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { storeTests } from '../../../src/server/stores/testing/index.js';
import type { Store } from '../../../src/server/stores/store.js';
import { connect, type OpenStore } from './connect.js';
import { engines, newTable, startEngine, stopEngines, type RunningEngine } from './engines.js';

after(stopEngines);

/** The store, while it is asked for a method only; connections are there when a test runs. */
const later = (open: () => OpenStore) => (): Required<Store> => open().store;

for (const engine of engines) {
  describe(`a store on ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let server: RunningEngine;
    before(async () => {
      server = await startEngine(engine);
    });

    for (const driver of engine.drivers) {
      describe(`by ${driver}`, () => {
        const table = newTable();
        let opened: OpenStore[] = [];
        before(async () => {
          opened = await Promise.all([1, 2].map(() => connect(driver, server.address, table)));
        });
        after(() => Promise.all(opened.map(({ close }) => close())));

        const options = {
          reopen: later(() => opened[1]!),
          longestOrderId: 1024,
          longestRecord: driver === 'dynamodb' ? 90_000 : 1_000_000,
        };
        for (const { name, run } of storeTests(
          later(() => opened[0]!),
          options,
        ))
          it(name, run);

        if (engine.name === 'PostgreSQL')
          it('is not made in a database that has no letters for some orders', async () => {
            const { default: pg } = await import('pg');
            const admin = new pg.Pool({ connectionString: server.address });
            await admin.query("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
            await admin.end();
            const { store, close } = await connect(driver, new URL('latin', server.address).href, table);
            await assert.rejects(store.migrate(), /`pool` has the encoding LATIN1.*Use one with UTF8/);
            await close();
          });

        if (engine.name === 'Redis')
          it('is not made where the server may delete orders', async () => {
            const { Redis } = await import('ioredis');
            const admin = new Redis(server.address);
            const { store } = opened[0]!;
            for (const policy of ['allkeys-lru', 'allkeys-random']) {
              await admin.config('SET', 'maxmemory-policy', policy);
              await assert.rejects(store.migrate(), new RegExp(`maxmemory-policy.*${policy}.*noeviction`));
            }
            for (const policy of ['volatile-lru', 'noeviction']) {
              await admin.config('SET', 'maxmemory-policy', policy);
              await store.migrate();
            }
            admin.disconnect();
          });

        if (engine.name === 'Redis')
          it('is made by a user who may not ask the server for that', async () => {
            const { Redis } = await import('ioredis');
            const admin = new Redis(server.address);
            await admin.acl('SETUSER', 'shop', 'on', '>word', '~*', '+@all', '-info');
            const { store, close } = await connect(
              driver,
              server.address.replace('//', '//shop:word@'),
              table,
            );
            await store.migrate();
            assert.equal(await store.load('nothing'), undefined);
            await close();
            admin.disconnect();
          });

        it('is made once by many processes that start at once', async () => {
          const table = newTable();
          const processes = await Promise.all(
            Array.from({ length: 6 }, () => connect(driver, server.address, table)),
          );
          await Promise.all(processes.map(({ store }) => store.migrate()));
          const written = await Promise.all(
            processes.map(({ store }) => store.save('order', 'record', 1, 5)),
          );
          assert.equal(written.filter(Boolean).length, 1);
          const claimed = await Promise.all(processes.map(({ store }) => store.claimDue(5, 1, 1000)));
          assert.deepEqual(claimed.flat(), ['order']);
          await Promise.all(processes.map(({ close }) => close()));
        });
      });
    }
  });
}
