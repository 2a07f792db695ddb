import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { runServer } from '../../src/program/run-server.js';
import { openProgram, orderClaims, sign } from '../program/program.js';
import { pack } from './pack.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = (file: string) => join(root, 'dist', file);

/** A file and all that it loads of the package, at once or later. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g,
  ))
    loadedBy(resolve(dirname(file), path), seen);
  return seen;
}

/** What only the program is made of. */
const programOnly = /prom-client|pino|jwtVerify|createRemoteJWKSet|JWTExpired|pay_checkout_info/;

describe('the server program', () => {
  for (const entry of [
    'server.js',
    'index.js',
    'element.js',
    'framed.js',
    'return.js',
    'react.js',
    'react-server.js',
    'wire.js',
    'sandbox.js',
    'stores/postgres.js',
  ])
    it(`is in nothing that ${entry} loads`, () => {
      const files = [...loadedBy(dist(entry))];
      assert.ok(!files.includes(dist('server-program.js')));
      for (const file of files) assert.doesNotMatch(readFileSync(file, 'utf8'), programOnly, file);
    });

  for (const script of ['pay-checkout.js', 'pay-result.js', 'pay-framed.js', 'pay-frame.js'])
    it(`is in nothing that a page loads: ${script}`, () => {
      assert.doesNotMatch(readFileSync(dist(script), 'utf8'), programOnly);
    });

  it('is seen by this test where it is', () => {
    const files = [...loadedBy(dist('server-program-cli.js'))];
    assert.ok(files.includes(dist('server.js')) && files.includes(dist('server-program.js')));
    assert.match(readFileSync(dist('server-program.js'), 'utf8'), programOnly);
  });

  it('recognises what the service refuses: a payment that never arrived leaves its order open', async (t) => {
    const program = (await import(dist('server-program.js'))) as { readonly runServer: typeof runServer };
    const { call, operate } = await openProgram(t, { run: program.runServer });
    const token = sign(orderClaims());
    const { payment_id } = (await (await call('POST', `/checkout/${token}/intent`, {})).json()) as {
      readonly payment_id: string;
    };
    assert.equal((await call('GET', `/checkout/${token}/status?id=${payment_id}`)).status, 404);
    const response = await operate('GET', '/orders/7');
    assert.equal(response.status, 200);
    assert.equal(((await response.json()) as { verdict: string }).verdict, 'open');
  });

  it('leaves the package below 850 kB', () => {
    const { size } = statSync(pack().tarball);
    assert.ok(size < 850_000, `${size} bytes`);
  });

  /** As in a project that has the package and its dependencies, and no driver. */
  const run = (env: Readonly<Record<string, string>>) =>
    spawnSync(process.execPath, [join(pack().installed, 'dist/server-program-cli.js')], {
      cwd: pack().project,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
    });

  const settings = {
    PAY_SECRET_KEY: 'sk_test_shop',
    PAY_PUBLISHABLE_KEY: 'pk_test_shop',
    PAY_BASE_URL: 'http://127.0.0.1:1/v1',
    PAY_WEBHOOK_SECRET: 'hook',
    ORDER_KEYS: `shop:${'s'.repeat(32)}`,
  };

  it('names each setting that is missing, and ends with the code for wrong use', () => {
    const { status, stderr } = run({});
    assert.equal(status, 2);
    for (const name of Object.keys(settings))
      assert.match(stderr, new RegExp(`^pay-checkout-server: ${name} is missing`, 'm'));
  });

  const drivers = {
    'postgres://127.0.0.1:1/shop': 'pg',
    'mysql://127.0.0.1:1/shop': 'mysql2',
    'redis://127.0.0.1:1': 'redis',
  };
  for (const [address, driver] of Object.entries(drivers))
    it(`says in one sentence that ${driver} is to be installed`, () => {
      const { status, stderr } = run({ ...settings, DATABASE_URL: address });
      assert.equal(status, 1);
      assert.match(
        stderr,
        new RegExp(`^pay-checkout-server: DATABASE_URL names .*: run \`npm install ${driver}\`\\.\\n$`),
      );
    });
});
