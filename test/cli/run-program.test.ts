import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, mock } from 'node:test';
import { bundle } from '../bundle.js';
import { startScript } from '../start-script.js';
import { temporaryFolder } from '../temporary-folder.js';
import { commands } from '../../src/cli/commands.js';
import { runProgram } from '../../src/cli/run-program.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

describe('the program pay-checkout', () => {
  async function run(...words: readonly string[]) {
    const lines = { log: '', error: '' };
    const spies = (['log', 'error'] as const).map((name) =>
      mock.method(console, name, (text: string) => void (lines[name] += `${text}\n`)),
    );
    const code = await runProgram(words);
    for (const spy of spies) spy.mock.restore();
    return { code, printed: lines.log, complained: lines.error };
  }

  it('names every command and what it does', async () => {
    const { code, printed } = await run('--help');
    assert.equal(code, 0);
    for (const [name, { summary }] of Object.entries(commands))
      assert.match(printed, new RegExp(`^  ${name} +${summary}$`, 'm'));
  });

  it('says its version', async () => {
    assert.deepEqual(await run('--version'), { code: 0, printed: `${version}\n`, complained: '' });
  });

  for (const name of Object.keys(commands))
    it(`says what ${name} takes`, async () => {
      const { code, printed } = await run(name, '--help');
      assert.equal(code, 0);
      assert.match(printed, new RegExp(`^Usage: pay-checkout ${name}\\b`));
    });

  for (const [words, message] of [
    [[], 'say which command'],
    [['charge'], 'there is no command "charge"'],
    [['constructor'], 'there is no command "constructor"'],
    [['doctor', '--colour'], "Unknown option '--colour'"],
    [['doctor', '--json'], "Unknown option '--json'"],
    [['doctor', '--service', '--page', 'a'], "Unknown option '--page'"],
    [['doctor', '--service', '--env', 'nowhere.env'], '--env: nowhere.env cannot be read'],
    [['init', 'a', 'b'], '"b" is one word too many'],
    [['init', '--framework', 'rails'], '--framework must be hono, express, next or server, not "rails"'],
  ] as const)
    it(`ends with code 2 and says what is possible: pay-checkout ${words.join(' ')}`, async () => {
      const { code, printed, complained } = await run(...words);
      assert.deepEqual([code, printed], [2, '']);
      assert.ok(complained.startsWith('pay-checkout'), complained);
      assert.ok(complained.includes(message), complained);
      assert.ok(complained.includes('Usage: pay-checkout '), complained);
    });

  it('ends with code 2 for live keys in the options of doctor --service', async () => {
    const keys = ['--secret-key', 'sk_live_a', '--publishable-key', 'pk_live_a'];
    const { code, printed, complained } = await run(
      'doctor',
      '--service',
      ...keys,
      '--base-url',
      'https://a.example/v1',
    );
    assert.deepEqual([code, printed], [2, '']);
    assert.match(complained, /^The keys are live\./);
  });

  it('runs the sandbox with the sandbox’s own options, until it is stopped', async (t) => {
    const program = await bundle('src/cli/main.ts');
    const { child, exited, next } = startScript(t, [program, 'sandbox', '--port', '0', '--db', ':memory:']);
    const [baseUrl = ''] = /http:\S+/.exec((await next())!) ?? [];
    assert.equal((await fetch(`${baseUrl}/payments`)).status, 401);
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  });

  it('ends when the doctor has spoken, though the shop’s module goes on sweeping', async (t) => {
    const folder = temporaryFolder(t);
    const shop = join(folder, 'checkout.mjs');
    writeFileSync(
      shop,
      `setInterval(() => undefined, 60_000);
       const none = { open: 0, due: 0, mismatched: 0, duplicates: 0, uncaptured: 0, unidentified: [] };
       export const checkout = { report: async () => ({ ...none, lastSweep: new Date().toISOString() }) };`,
    );
    const program = await bundle('src/cli/main.ts');
    const child = spawn(process.execPath, [program, 'doctor', '--checkout', shop], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    let text = '';
    child.stdout.on('data', (part: Buffer) => (text += part.toString()));
    assert.deepEqual(await once(child, 'close'), [1, null]);
    assert.match(text, /^WRONG  None of PAY_SECRET_KEY, .* is set\./m);
    assert.match(text, /^ok     No payment waits for a decision of yours\.$/m);
  });
});
