import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, type Manifest } from './home.js';

/**
 * The entries that have code to import; `types/…` have none, and `pay-checkout.js` is a script for a page's tag.
 * Each is imported in a process of its own.
 */
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const entries = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target === 'object' && target.default !== undefined)
  .map(([entry]) => manifest.name + entry.slice(1));

/** Takes away what is no part of the language, but for what React and the currencies read while they load. */
const bare = `
  import { runInNewContext } from 'node:vm';
  const language = runInNewContext('Object.getOwnPropertyNames(globalThis)');
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (![...language, 'process', 'console'].includes(name)) delete globalThis[name];
  }
  if ('fetch' in globalThis || 'Event' in globalThis) throw new Error('They are still there.');`;

const worlds = [
  { world: 'where there is no DOM', before: '', entries },
  {
    world: 'where there is a window without anything in it',
    before: 'globalThis.window = globalThis;',
    entries,
  },
  {
    world: 'where there is nothing but the language',
    before: bare,
    // Programs and test runners of Node.
    entries: entries.filter((entry) => !/\/(sandbox|testing|testing\/(playwright|msw))$/.test(entry)),
  },
];

test('the package has entries to import', () => {
  expect(entries).toHaveLength(21);
});

for (const { world, before, entries } of worlds) {
  test(`each entry of the package can be imported ${world}`, async () => {
    const imported = entries.map(async (entry) => {
      const script = `${before}
        const it = await import('${entry}');
        if (Object.keys(it).length === 0) throw new Error('It exports nothing.');`;
      return { entry, ...(await run(['--input-type=module', '-e', script])) };
    });
    expect(await Promise.all(imported)).toEqual(entries.map((entry) => ({ entry, code: 0, text: '' })));
  });
}
