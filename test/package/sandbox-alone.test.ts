import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pack } from './pack.js';
import { servedScripts } from './served.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const hasOwnDatabase = process.getBuiltinModule?.('node:sqlite' as never) !== undefined;

describe('in a project with the package alone', () => {
  const { project, installed } = pack();
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '.bin'));
  symlinkSync('../pay-checkout/dist/sandbox-cli.js', join(modules, '.bin/pay-checkout-sandbox'));
  chmodSync(join(installed, 'dist/sandbox-cli.js'), 0o755);

  /** Starts the command as a merchant does, and gives its first line, or what it complained of. */
  async function start(t: TestContext) {
    const child = spawn('npx', ['--no', '--', 'pay-checkout-sandbox', '--port', '0', '--db', ':memory:'], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    const exited = once(child, 'exit');
    t.after(async () => {
      if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGKILL');
      await exited;
    });
    const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text));
    return { line, stderr: () => stderr, exited };
  }

  async function serves(t: TestContext) {
    const { line } = await start(t);
    const [base] = /http:\/\/\S+/.exec(await line) ?? [''];
    const response = await fetch(`${base}/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('sk_test_sandbox:')}`, 'content-type': 'application/json' },
      body: '{"amount":10000}',
    });
    assert.equal(response.status, 201);
    assert.equal((await fetch(new URL('/openapi.json', base))).status, 200);
    // None of the sandbox's own pages shows what became of a payment.
    for (const script of servedScripts.filter((name) => name !== 'pay-result.js'))
      assert.equal((await fetch(new URL(script, base))).status, 200, script);
  }

  if (hasOwnDatabase) test('the sandbox starts, with the database of Node', serves);
  else {
    test('the sandbox says in one sentence what to install', async (t) => {
      const { stderr, exited } = await start(t);
      const [code] = await exited;
      assert.equal(code, 1);
      const lines = stderr()
        .split('\n')
        .filter((line) => line.startsWith('pay-checkout'));
      assert.deepEqual(lines, [
        'pay-checkout sandbox: The sandbox needs a database: use Node 22.13 or later, or run `npm install libsql`.',
      ]);
    });

    test('the sandbox starts when libsql is installed', async (t) => {
      symlinkSync(join(root, 'node_modules/libsql'), join(modules, 'libsql'));
      t.after(() => rmSync(join(modules, 'libsql')));
      await serves(t);
    });
  }
});
