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

/** What a program of its own finds after the import of each entry, one after the other. */
const importEach = (conditions: readonly string[]) => {
  const code = `
    const found = {};
    for (const entry of ${JSON.stringify(entries)})
      found[entry] = await import(entry).then(
        (it) => ({ names: Object.keys(it), left: ['HTMLElement', 'document'].filter((name) => name in globalThis) }),
        (error) => ({ names: [], left: [String(error)] }),
      );
    console.log(JSON.stringify(found));`;
  const printed = execFileSync(
    process.execPath,
    [...conditions.map((condition) => `--conditions=${condition}`), '--input-type=module', '--eval', code],
    { cwd: root, encoding: 'utf8' },
  );
  return JSON.parse(printed) as Record<string, { names: string[]; left: string[] }>;
};

describe('an entry that is imported where there is no page', () => {
  const found = Object.entries(servers).map(([name, conditions]) => [name, importEach(conditions)] as const);
  for (const [server, imported] of found)
    for (const entry of entries)
      test(`${entry} does no harm ${server}`, () => {
        assert.deepEqual(imported[entry]?.left, []);
      });

  test('every name that an entry of the element exports is there at the edge', () => {
    const [inNode, inWorker] = found.map(([, imported]) => imported);
    const atEdge = inWorker?.['pay-checkout']?.names ?? [];
    for (const entry of entries.slice(0, 4))
      assert.deepEqual(
        inNode?.[entry]?.names.filter((name) => !atEdge.includes(name)),
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
