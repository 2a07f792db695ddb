import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import type { Store } from '../../../src/server/stores/store.js';
import { connect, type Driver } from './connect.js';
import { engines, newTable, operate, startEngine, stopEngines } from './engines.js';
import { openLine } from './line.js';

after(stopEngines);

/** As many as a pool has connections, so that none of them is a new one afterwards. */
const callers = 8;

/** Saves again and again, one try after the other, and expects that one is answered in time. */
async function expectSaved(t: TestContext, driver: Driver, store: Store) {
  const start = performance.now();
  let saved: boolean | undefined;
  while (saved === undefined && performance.now() - start < 20_000)
    saved = await store.save('next', 'record', 1, null).catch(() => undefined);
  const ms = Math.round(performance.now() - start);
  t.diagnostic(`${driver}: ${ms} ms`);
  // False where a driver has sent an earlier one again.
  assert.ok(saved !== undefined && ms < 20_000, `${saved} after ${ms} ms`);
}

describe('a store whose network falls silent', { concurrency: true }, () => {
  for (const engine of engines.filter(({ name }) => name !== 'SQLite'))
    for (const driver of engine.drivers) {
      const options = { skip: engine.missing ?? false, timeout: 120_000 };

      /** A store all of whose connections are in use. */
      async function openStore(t: TestContext) {
        const { address, port } = await startEngine(engine);
        const line = await openLine(t, port!);
        const { store, close } = await connect(
          driver,
          address.replace(`:${port}`, `:${line.port}`),
          newTable(),
        );
        await store.migrate();
        const askAll = () =>
          Promise.allSettled(
            Array.from({ length: callers }, (_, at) => store.save(`${at}`, 'record', 1, null)),
          );
        assert.ok((await askAll()).every((each) => each.status === 'fulfilled' && each.value));
        const expectRecovery = () => expectSaved(t, driver, store).finally(close);
        return { line, askAll, expectRecovery };
      }

      it(`rejects within 12 s, and works within 20 s of its return: ${driver}`, options, async (t) => {
        const { line, askAll, expectRecovery } = await openStore(t);
        line.silence();
        for (let round = 0; round < 2; round += 1) {
          const start = performance.now();
          assert.ok((await askAll()).every(({ status }) => status === 'rejected'));
          assert.ok(performance.now() - start < 13_000);
        }
        line.restore();
        await expectRecovery();
      });

      it(`works within 20 s when only its open connections fall silent: ${driver}`, options, async (t) => {
        const { line, expectRecovery } = await openStore(t);
        line.silence();
        line.restore();
        await expectRecovery();
      });
    }
});

/** Makes a server refuse writes, as the former primary does after a failover. */
const demotions: Readonly<Record<string, readonly string[]>> = {
  PostgreSQL: ['ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()'],
  MariaDB: ['SET GLOBAL tx_read_only = 1'],
  Redis: ['REPLICAOF 127.0.0.1 1'],
};

describe('a store whose connections lead to the former primary', () => {
  for (const engine of engines.filter(({ name }) => demotions[name]))
    for (const driver of engine.drivers) {
      const options = { skip: engine.missing ?? false, timeout: 60_000 };
      it(`works on the new primary without a restart: ${driver}`, options, async (t) => {
        const [former, primary] = await Promise.all([engine.start(), startEngine(engine)]);
        t.after(former.stop);
        const line = await openLine(t, former.port!);
        const table = newTable();
        for (const { address } of [former, primary]) {
          const { store, close } = await connect(driver, address, table);
          await store.migrate();
          await close();
        }
        await operate(engine.name, former.address, ...demotions[engine.name]!);
        const address = former.address.replace(`:${former.port}`, `:${line.port}`);
        const { store, close } = await connect(driver, address, table);
        t.after(close);
        await Promise.all(Array.from({ length: callers }, () => store.load('next')));
        await assert.rejects(store.save('next', 'record', 1, null), /read.?only/i);
        if (engine.name === 'Redis') {
          const [before, start] = [line.countConnections(), performance.now()];
          for (let count = 0; count < 50; count += 1)
            await assert.rejects(store.save('next', 'record', 1, null));
          const seconds = Math.ceil((performance.now() - start) / 1000);
          assert.ok(line.countConnections() - before <= seconds, 'one connection a second at most');
          // A shop that closes its client because of the error has no connection left.
          const closed = await connect(driver, address, table);
          await closed.store.load('next');
          const made = line.countConnections();
          await assert.rejects(closed.store.save('next', 'record', 1, null), /read.?only/i);
          await closed.close();
          const other = await connect(driver, address, table);
          await other.store.load('next');
          assert.equal(line.countConnections(), made + 1);
          await other.close();
        }
        line.leadTo(primary.port!);
        await expectSaved(t, driver, store);
      });
    }
});
