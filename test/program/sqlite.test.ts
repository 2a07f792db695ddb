import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { bundle } from '../bundle.js';
import { isQuick } from '../suites.js';
import { databaseFile } from './program.js';

describe('the file of a program that starts', () => {
  it('may be opened, made and left by another process at the same moment', { timeout: 60_000 }, async (t) => {
    const script = await bundle('test/program/sqlite-process.ts');
    const children = await Promise.all(
      [1, 2, 3].map(async () => {
        const child = fork(script, { execArgv: [] });
        t.after(() => child.kill('SIGKILL'));
        await once(child, 'message');
        return child;
      }),
    );
    const file = databaseFile(t);
    const results = new Set<unknown>();
    // Two of a hundred starts failed when SQLite was not asked again. `npm test` starts a fifth of the whole run.
    for (let round = 0; round < (isQuick ? 30 : 150); round += 1) {
      const order = { address: `sqlite:${file}-${round}`, at: Date.now() + 4 };
      const answers = children.map(async (child) => {
        const answer = once(child, 'message');
        child.send(order);
        return (await answer) as unknown[];
      });
      for (const [result] of await Promise.all(answers)) results.add(result);
    }
    assert.deepEqual([...results], ['ready']);
  });
});
