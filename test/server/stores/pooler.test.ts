import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { storeTests } from '../../../src/server/stores/testing/index.js';
import { freePort } from '../../free-port.js';
import { openProgram, orderClaims, sign } from '../../program/program.js';
import { connect, type OpenStore } from './connect.js';
import { engines, newTable, startEngine, stopEngines } from './engines.js';
import { findProgram, serverFolder, startServer, untilAnswer, type ServerProcess } from './server-process.js';

const postgres = engines.find(({ name }) => name === 'PostgreSQL')!;
const pgbouncer = findProgram('pgbouncer');
const missing = pgbouncer ? postgres.missing : 'pgbouncer is not installed (Debian: pgbouncer)';

/** PgBouncer with fewer connections than its clients have, so that they share them. */
async function startPooler(mode: string) {
  const { port: target } = await startEngine(postgres);
  const folder = serverFolder('pgbouncer');
  const port = await freePort();
  const settings = join(folder, 'settings.ini');
  writeFileSync(
    settings,
    `[databases]
postgres = host=127.0.0.1 port=${target} dbname=postgres user=shop
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 40 : 3}
`,
  );
  const server = startServer(folder, pgbouncer!, [settings]);
  return { server, address: `postgres://shop@127.0.0.1:${port}/postgres` };
}

after(stopEngines);

if (missing !== undefined) console.log(`Not tried: PostgreSQL behind PgBouncer, because ${missing}.`);

for (const mode of missing === undefined ? ['session', 'transaction', 'statement'] : [])
  describe(`PostgreSQL behind PgBouncer in ${mode} mode`, () => {
    let server: ServerProcess;
    let address = '';
    let opened: OpenStore[] = [];
    before(async () => {
      ({ server, address } = await startPooler(mode));
      const table = newTable();
      const open = async () => {
        const store = await connect('pg', address, table);
        await store.store.migrate();
        return store;
      };
      opened = [await untilAnswer(open, server), await open()];
    });
    after(async () => {
      await Promise.all(opened.map(({ close }) => close()));
      await server.stop();
    });

    const store = () => opened[0]!.store;
    for (const { name, run } of storeTests(store, { reopen: () => opened[1]!.store, longestOrderId: 1024 }))
      it(name, run);

    it('pay-checkout-server starts, is ready and hands out an intent', async (t) => {
      const { call } = await openProgram(t, { env: { DATABASE_URL: address } });
      assert.equal((await call('GET', '/ready')).status, 200);
      const token = sign(orderClaims({ sub: `behind ${mode}` }));
      const json = { 'content-type': 'application/json' };
      assert.equal((await call('POST', `/checkout/${token}/intent`, {}, json)).status, 201);
    });
  });
