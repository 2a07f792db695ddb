import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const dist = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));

const entries = [
  'index.js',
  'element.js',
  'framed.js',
  'return.js',
  'react.js',
  'react-server.js',
  'server.js',
];

/** Imports an entry in a program of its own, and answers the names that it has put into the world. */
const load = (file: string, conditions: readonly string[]) =>
  execFileSync(
    process.execPath,
    [
      ...conditions.map((condition) => `--conditions=${condition}`),
      '--input-type=module',
      '--eval',
      `await import(${JSON.stringify(dist(file))});
       console.log(['HTMLElement', 'document'].filter((name) => name in globalThis).join());`,
    ],
    { encoding: 'utf8' },
  ).trim();

describe('an entry that is imported where there is no page', () => {
  for (const file of entries) {
    test(`${file} does no harm in Node`, () => {
      assert.equal(load(file, []), '');
    });

    test(`${file} does no harm at the edge, which takes the browser's build of Lit`, () => {
      assert.equal(load(file, ['browser']), '');
    });
  }

  for (const file of ['server.js', 'react-server.js']) {
    test(`${file} brings nothing of Lit that wants a page`, () => {
      assert.doesNotMatch(readFileSync(dist(file), 'utf8'), /createTreeWalker|from\s*["']lit["']/);
    });
  }
});
