import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDocument, root } from './documents.mjs';

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

test('the layers stand in the order that the linter checks', () => {
  const [, list = ''] = /const layers = \[([^\]]+)\]/.exec(readDocument('eslint.config.js')) ?? [];
  const linted = namesIn(list, /'([^']+)'/g);
  assert.ok(linted.length > 10);
  assert.deepEqual(
    namesIn(readDocument('.github/CONTRIBUTING.md'), /^\| `src\/([\w.*/-]+?)\/?` +\|/gm),
    linted,
  );
});

test('package.json has at most fifteen scripts, and each is explained to contributors', () => {
  const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: Record<string, string> };
  const names = Object.keys(scripts);
  assert.ok(names.length <= 15, `${names.length} scripts`);
  const explained = namesIn(readDocument('.github/CONTRIBUTING.md'), /^\| `(?:run )?([\w:]+)` +\| [a-z]/gm);
  assert.deepEqual(explained.sort(), names.sort());
});

test('the document of src/wire lists every section that its comments cite', () => {
  const files = readdirSync(join(root, 'src/wire')).filter((name) => name.endsWith('.ts'));
  const cited = files.flatMap((name) =>
    namesIn(readDocument(`src/wire/${name}`), /\binterface (\d(?:\.\d)?(?: and \d(?:\.\d)?)?)/g).flatMap(
      (sections) => sections.split(' and '),
    ),
  );
  assert.ok(cited.length > 50);
  const listed = namesIn(readDocument('src/wire/README.md'), /^\| (\d(?:\.\d)?) /gm);
  assert.deepEqual([...new Set(cited)].sort(), listed);
});
