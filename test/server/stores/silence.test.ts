import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { connect } from './connect.js';
import { engines, newTable, startEngine, stopEngines } from './engines.js';
import { openLine } from './line.js';

after(stopEngines);

/** As many as a pool has connections, so that none of them is a new one afterwards. */
const callers = 8;

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
        /** Saves again and again, one try after the other, and expects that one succeeds in time. */
        async function expectRecovery() {
          const start = performance.now();
          let saved: boolean | undefined;
          while (saved === undefined)
            saved = await store.save('next', 'record', 1, null).catch(() => undefined);
          const ms = Math.round(performance.now() - start);
          t.diagnostic(`${driver}: ${ms} ms`);
          assert.ok(ms < 20_000, `${ms} ms`);
          await close();
        }
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
