import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tarballOfAll } from './pack.js';
import { servedScripts } from './served.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const hasOwnDatabase = process.getBuiltinModule?.('node:sqlite' as never) !== undefined;

/** A project that has only the package, and the two dependencies that npm installs with it. */
describe('in a project with the package alone', () => {
  let home = '';

  before(() => {
    home = mkdtempSync(join(tmpdir(), 'pay-checkout-alone-'));
    const tarball = tarballOfAll();
    const modules = join(home, 'node_modules');
    mkdirSync(join(modules, '.bin'), { recursive: true });
    execFileSync('tar', ['-xzf', tarball], { cwd: modules });
    execFileSync('mv', ['package', 'pay-checkout'], { cwd: modules });
    symlinkSync('../pay-checkout/dist/sandbox-cli.js', join(modules, '.bin/pay-checkout-sandbox'));
    execFileSync('chmod', ['+x', join(modules, 'pay-checkout/dist/sandbox-cli.js')]);
    for (const dependency of ['zod', 'lit'])
      symlinkSync(join(root, 'node_modules', dependency), join(modules, dependency));
    writeFileSync(join(home, 'package.json'), '{"name":"shop","private":true,"type":"module"}');
  });
  after(() => rmSync(home, { recursive: true }));

  /** Starts the command as a merchant does, and gives its first line, or what it complained of. */
  async function start(t: TestContext) {
    const child = spawn('npx', ['--no', '--', 'pay-checkout-sandbox', '--port', '0', '--db', ':memory:'], {
      cwd: home,
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

  test('the types of its entry need no other package', () => {
    writeFileSync(
      join(home, 'shop.ts'),
      `import { createSandbox, serve, secretKey, type LogEntry, type SandboxOptions } from 'pay-checkout/sandbox';
      const options: SandboxOptions = { db: ':memory:' };
      const { url } = await serve(createSandbox(options), { port: 0 });
      export const seen: { url: string; key: string; log: LogEntry[] } = { url, key: secretKey, log: [] };`,
    );
    const compilerOptions = {
      ...{ strict: true, target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext' },
      ...{ lib: ['es2022', 'dom', 'dom.iterable'], types: [], noEmit: true, skipLibCheck: false },
    };
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['shop.ts'] }));
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', home]);
  });

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
      symlinkSync(join(root, 'node_modules/libsql'), join(home, 'node_modules/libsql'));
      await serves(t);
    });
  }
});
