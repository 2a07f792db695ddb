import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { runServer } from '../../src/program/run-server.js';
import { StorageError } from '../../src/program/storage/storage.js';
import { freePort } from '../free-port.js';
import { engines, startEngine, stopEngines } from '../server/stores/engines.js';
import { openLine } from '../server/stores/line.js';
import { openProgram, orderClaims, orderSecret, sign } from './program.js';

const settings = {
  PAY_SECRET_KEY: 'sk_test_sandbox',
  PAY_PUBLISHABLE_KEY: 'pk_test_sandbox',
  PAY_BASE_URL: 'http://127.0.0.1:1/v1',
  PAY_WEBHOOK_SECRET: 'a secret of the webhook',
  ORDER_KEYS: `shop:${orderSecret}`,
};

const redis = engines.find(({ name }) => name === 'Redis')!;

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

if (redis.missing !== undefined) console.log(`Not tried: a Redis that goes away, because ${redis.missing}.`);
else
  describe('a program whose Redis goes away while it runs', () => {
    it('answers 503 at once, and ends when it is stopped', { timeout: 30_000 }, async (t) => {
      const { port } = await startEngine(redis);
      const line = await openLine(t, port!);
      const program = await openProgram(t, { env: { DATABASE_URL: `redis://127.0.0.1:${line.port}` } });
      const token = sign(orderClaims());
      assert.equal((await program.call('POST', `/checkout/${token}/intent`)).status, 201);
      line.cut();
      assert.equal((await program.call('POST', `/checkout/${token}/intent`)).status, 503);
      assert.equal((await program.call('GET', '/ready')).status, 503);
      await program.stop();
    });

    it('answers 503 when it falls silent without closing its connections', { timeout: 60_000 }, async (t) => {
      const { port } = await startEngine(redis);
      const line = await openLine(t, port!);
      const program = await openProgram(t, { env: { DATABASE_URL: `redis://127.0.0.1:${line.port}` } });
      const token = sign(orderClaims({ sub: 'silent' }));
      assert.equal((await program.call('POST', `/checkout/${token}/intent`)).status, 201);
      line.silence();
      assert.equal((await program.call('POST', `/checkout/${token}/intent`)).status, 503);
      line.cut();
      await program.stop();
    });
  });
