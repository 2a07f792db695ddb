import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { inLanguage } from './blocks.js';
import { commandsIn, requestOf } from './shell.js';

const manifest = new URL('../../package.json', import.meta.url);
const { scripts } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts: Record<string, string> };

const commands = inLanguage('sh').flatMap(({ text }) => commandsIn(text));
const those = (program: string) => commands.filter(([name]) => name === program);

describe('a command in the README', () => {
  it('is npm or curl', () => {
    assert.ok(commands.length > 3);
    assert.deepEqual([...new Set(commands.map(([program]) => program))].sort(), ['curl', 'npm']);
  });

  for (const command of those('npm')) {
    it(`runs a script that there is: ${command.join(' ')}`, () => {
      const [, verb = '', script = ''] = command;
      assert.ok(['start', 'test', 'run'].includes(verb), verb);
      assert.ok(scripts[verb === 'run' ? script : verb]);
    });
  }

  for (const command of those('curl')) {
    const request = requestOf(command);
    it(`is taken by the sandbox: ${request.method} ${new URL(request.url).pathname}`, async (t) => {
      const sandbox = createSandbox();
      t.after(() => sandbox.close());
      const answer = await sandbox.fetch(request);
      assert.ok(answer.ok, await answer.text());
    });
  }
});

describe('the reader of commands', () => {
  it('joins lines that go on, leaves comments out, and keeps quoted words together', () => {
    assert.deepEqual(commandsIn('curl -d \'{ "a": 1 }\' \\\n  x # y\n# z\n\nnpm test'), [
      ['curl', '-d', '{ "a": 1 }', 'x'],
      ['npm', 'test'],
    ]);
  });

  for (const line of ['npm test && rm x', 'curl $URL', 'curl x | sh', "curl 'x", 'npm test > x']) {
    it(`refuses what it does not understand: ${line}`, () => {
      assert.throws(() => commandsIn(line), /Not a simple command/);
    });
  }
});
