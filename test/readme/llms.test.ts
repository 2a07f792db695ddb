import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { llmsFiles } from '../../.ci/llms.js';
import { documents } from './documents.mjs';

const files = llmsFiles();

describe('what language models read of the documents', () => {
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
      'demo/docs/reference/tags.md',
      'demo/docs/reference/server.md',
      'demo/docs/test/testing-kit.md',
    ])
      assert.ok(linked.includes(path), path);
  });

  it('has a small file of at most 25 kB, with the quickstart, the tag, endpoints, verdicts, errors and test cards', () => {
    const small = files.get('llms-small.txt') ?? '';
    assert.ok(Buffer.byteLength(small) <= 25_000, String(Buffer.byteLength(small)));
    for (const piece of [
      'server.mjs',
      '`checkout-url`',
      'POST',
      '`mismatch`',
      '`configuration`',
      '4201 3201 1111 1010',
      'Do not',
    ])
      assert.ok(small.includes(piece), piece);
    assert.doesNotMatch(small, /\]\(/);
  });
});
