import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from './documents.mjs';

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

test('the rooms stand in the order that the linter checks', () => {
  const [, list = ''] = /const rooms = \[([^\]]+)\]/.exec(readDocument('test/eslint.config.js')) ?? [];
  const linted = namesIn(list, /'([^']+)'/g);
  assert.ok(linted.length > 10);
  assert.deepEqual(namesIn(readDocument('.github/CONTRIBUTING.md'), /^\| `src\/([\w.-]+)\/?` +\|/gm), linted);
});
