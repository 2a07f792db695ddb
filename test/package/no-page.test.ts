import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const dist = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));

const root = fileURLToPath(new URL('../../', import.meta.url));
const entries = ['', '/element', '/framed', '/return', '/react', '/server'].map(
  (path) => `pay-checkout${path}`,
);

/** What bundlers for each kind of server resolve by, besides Node's own conditions. */
const servers = {
  'in Node': [],
  'in a worker at the edge': ['worker', 'browser'],
  'at the edge of Next': ['edge-light', 'browser'],
};

/** What a program of its own prints about an entry, which it imports as `it`. */
const print = (entry: string, conditions: readonly string[], text: string) =>
  execFileSync(
    process.execPath,
    [
      ...conditions.map((condition) => `--conditions=${condition}`),
      '--input-type=module',
      '--eval',
      `const it = await import(${JSON.stringify(entry)}); console.log(${text});`,
    ],
    { cwd: root, encoding: 'utf8' },
  ).trim();

/** The names of a page that importing an entry has left in the world. */
const leftNames = "['HTMLElement', 'document'].filter((name) => name in globalThis).join()";

describe('an entry that is imported where there is no page', () => {
  for (const [server, conditions] of Object.entries(servers))
    for (const entry of entries)
      test(`${entry} does no harm ${server}`, () => {
        assert.equal(print(entry, conditions, leftNames), '');
      });

  test('every name that an entry of the element exports is there at the edge', () => {
    const names = (entry: string, conditions: readonly string[]) =>
      print(entry, conditions, 'Object.keys(it).join()').split(',');
    const atEdge = names('pay-checkout', servers['in a worker at the edge']);
    for (const entry of entries.slice(0, 4))
      assert.deepEqual(
        names(entry, []).filter((name) => !atEdge.includes(name)),
        [],
        entry,
      );
  });

  for (const file of ['server.js', 'react-server.js']) {
    test(`${file} brings nothing of Lit that wants a page`, () => {
      assert.doesNotMatch(readFileSync(dist(file), 'utf8'), /createTreeWalker|from\s*["']lit["']/);
    });
  }
});
