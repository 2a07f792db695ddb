import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { runServer } from '../../src/program/run-server.js';
import { StorageError } from '../../src/program/storage/storage.js';
import { freePort } from '../free-port.js';
import { connect } from '../server/stores/connect.js';
import { engines, operate, startEngine, stopEngines } from '../server/stores/engines.js';
import { openLine } from '../server/stores/line.js';
import { databaseFile, openProgram, orderClaims, programSettings, sign } from './program.js';

const settings = programSettings('http://127.0.0.1:1/v1');

const json = { 'content-type': 'application/json' };

after(() => stopEngines());

describe('a program whose database is away when it starts', () => {
  for (const scheme of ['postgres', 'mysql', 'redis'])
    it(`ends and names the setting: ${scheme}`, { timeout: 20_000 }, async () => {
      const DATABASE_URL = `${scheme}://shop:a-password@127.0.0.1:${await freePort()}/0`;
      const lines: string[] = [];
      await assert.rejects(
        runServer({ ...settings, PORT: '0', DATABASE_URL }, { write: (line) => void lines.push(line) }),
        (error: unknown) => {
          assert.ok(error instanceof StorageError);
          assert.match(error.message, /^The database of DATABASE_URL cannot be used: .*ECONNREFUSED/);
          return true;
        },
      );
      assert.doesNotMatch(lines.join(''), /a-password/);
    });
});

/** The programs' databases, by the names of their engines. */
const engineNames = ['PostgreSQL', 'MariaDB', 'Redis'];
const servers = engines.filter(({ name }) => engineNames.includes(name));

for (const engine of servers) {
  if (engine.missing !== undefined) {
    console.log(`Not tried: ${engine.name} that goes away, because ${engine.missing}.`);
    continue;
  }
  describe(`a program whose ${engine.name} goes away while it runs`, { concurrency: true }, () => {
    async function openThrough(t: TestContext, sub: string) {
      const { address, port } = await startEngine(engine);
      const line = await openLine(t, port!);
      const DATABASE_URL = address.replace(`:${port}`, `:${line.port}`);
      const program = await openProgram(t, { env: { DATABASE_URL } });
      const token = sign(orderClaims({ sub }));
      const ask = async () => (await program.call('POST', `/checkout/${token}/intent`, {}, json)).status;
      assert.equal(await ask(), 201);
      return { line, program, ask };
    }

    it('answers 503 at once, and ends when it is stopped', { timeout: 30_000 }, async (t) => {
      const { line, program, ask } = await openThrough(t, 'cut');
      line.cut();
      assert.equal(await ask(), 503);
      assert.equal((await program.call('GET', '/ready')).status, 503);
      await program.stop();
    });

    it('works within 20 s of the return of a silent network', { timeout: 90_000 }, async (t) => {
      const { line, program, ask } = await openThrough(t, 'silent');
      line.silence();
      assert.deepEqual(await Promise.all(Array.from({ length: 12 }, ask)), Array(12).fill(503));
      assert.equal((await program.call('GET', '/ready')).status, 503);
      line.restore();
      const start = performance.now();
      while ((await ask()) === 503);
      const ms = Math.round(performance.now() - start);
      t.diagnostic(`${ms} ms`);
      assert.ok(ms < 20_000, `${ms} ms`);
      while ((await program.call('GET', '/ready')).status !== 200);
    });

    it('ends within 10 s when its network is silent', { timeout: 60_000 }, async (t) => {
      const { line, program } = await openThrough(t, 'stopped');
      line.silence();
      const start = performance.now();
      await program.stop();
      assert.ok(performance.now() - start < 10_000, String(performance.now() - start));
    });
  });
}

/** What an operator or a failover does to a database, and how it is undone. */
const unwritable: readonly (readonly [
  what: string,
  engine: string,
  statements: readonly string[],
  undo: readonly string[],
])[] = [
  [
    'is read-only',
    'PostgreSQL',
    ['ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()'],
    [
      'SET default_transaction_read_only = off',
      'ALTER SYSTEM RESET default_transaction_read_only',
      'SELECT pg_reload_conf()',
    ],
  ],
  ['is a replica', 'Redis', ['REPLICAOF 127.0.0.1 1'], ['REPLICAOF NO ONE']],
  ['is full', 'Redis', ['CONFIG SET maxmemory 1'], ['CONFIG SET maxmemory 0']],
];

for (const [what, name, statements, undo] of unwritable) {
  const engine = engines.find((each) => each.name === name)!;
  if (engine.missing !== undefined) {
    console.log(`Not tried: ${name} that ${what}, because ${engine.missing}.`);
    continue;
  }
  describe(`a program whose ${name} ${what}`, () => {
    it('is not ready until it can write again, and does not start', { timeout: 60_000 }, async (t) => {
      const { address } = await startEngine(engine);
      const program = await openProgram(t, { env: { DATABASE_URL: address } });
      const expectReady = async (status: number) => {
        while ((await program.call('GET', '/ready')).status !== status);
      };
      await expectReady(200);
      await operate(name, address, ...statements);
      try {
        await expectReady(503);
        await assert.rejects(
          runServer({ ...settings, PORT: '0', DATABASE_URL: address }, { write: () => undefined }),
          (error: unknown) =>
            error instanceof StorageError &&
            /^The database of DATABASE_URL cannot be written: /.test(error.message),
        );
      } finally {
        await operate(name, address, ...undo);
      }
      await expectReady(200);
    });
  });
}

describe('GET /ready', () => {
  it('writes once a second, however many ask', async (t) => {
    const file = databaseFile(t);
    const { call } = await openProgram(t, { env: { DATABASE_URL: `sqlite:${file}` } });
    const { store, close } = await connect('libsql', file, 'pay_checkout_program');
    t.after(close);
    const countWrites = async () => (await store.load('pay-checkout:ready'))?.version ?? 0;
    const before = await countWrites();
    const start = performance.now();
    const responses = await Promise.all(Array.from({ length: 50 }, () => call('GET', '/ready')));
    assert.ok(responses.every(({ status }) => status === 200));
    const seconds = Math.ceil((performance.now() - start) / 1000);
    const writes = (await countWrites()) - before;
    assert.ok(writes >= 1 && writes <= seconds, `${writes} writes in ${seconds} s`);
  });
});
