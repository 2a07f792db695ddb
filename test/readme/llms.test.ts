import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { llmsFiles } from '../../.ci/llms.js';
import { documents, root } from './documents.mjs';

/** `UPDATE_README=1 npm run test:one -- test/readme/llms.test.ts`, or a build, makes them anew. */
const files = llmsFiles();

describe('what language models read of the documents', () => {
  for (const [name, text] of files)
    it(`is what the documents say now: ${name}`, () => {
      const path = join(root, name);
      if (process.env['UPDATE_README']) writeFileSync(path, text);
      assert.ok(existsSync(path), `${name} is missing: npm run build makes it.`);
      assert.ok(
        readFileSync(path, 'utf8') === text,
        `${name} is of older documents: npm run build makes it anew.`,
      );
    });

  it('leads to documents that there are, and to each that the README’s map names for users', () => {
    const linked = [...(files.get('llms.txt') ?? '').matchAll(/\]\(([\w./-]+\.md)\)/g)].map(
      ([, path = '']) => path,
    );
    assert.deepEqual(
      linked.filter((path) => !documents.includes(path)),
      [],
    );
    for (const path of [
      'README.md',
      'src/element/README.md',
      'src/server/README.md',
      'src/testing/README.md',
    ])
      assert.ok(linked.includes(path), path);
  });
});
