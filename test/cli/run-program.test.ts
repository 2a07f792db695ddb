import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { before, describe, it } from 'node:test';
import { bundle } from '../bundle.js';
import { commands } from '../../src/cli/commands.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

describe('the program pay-checkout', () => {
  let program = '';
  before(async () => void (program = await bundle('src/cli/main.ts')));

  async function run(...words: readonly string[]) {
    const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [printed, complained] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    child.stderr.on('data', (text: Buffer) => (complained += text.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, printed, complained };
  }

  it('names every command and what it does', async () => {
    const { code, printed } = await run('--help');
    assert.equal(code, 0);
    for (const [name, { does }] of Object.entries(commands))
      assert.match(printed, new RegExp(`^  ${name} +${does}$`, 'm'));
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

  it('runs the sandbox with the sandbox’s own options, until it is stopped', async () => {
    const child = spawn(process.execPath, [program, 'sandbox', '--port', '0', '--db', ':memory:'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const [baseUrl = ''] = /http:\S+/.exec(line) ?? [];
    assert.equal((await fetch(`${baseUrl}/payments`)).status, 401);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
});
