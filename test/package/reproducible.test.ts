import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { buildIn, copyTree } from './tree.js';

describe('two builds of the same sources in different folders', () => {
  const home = mkdtempSync(join(tmpdir(), 'pay-checkout-'));
  after(() => rmSync(home, { recursive: true }));

  const folders = [join(home, 'one'), join(home, 'a longer way', 'to another')];
  let [one, other]: ReadonlyMap<string, Buffer>[] = [];
  before(async () => {
    folders.forEach(copyTree);
    [one, other] = await Promise.all(folders.map(buildIn));
  });

  test('write the same files', () => {
    const names = [...(one?.keys() ?? [])];
    assert.deepEqual(names, [...(other?.keys() ?? [])]);
    for (const kind of [/^pay-checkout\.js$/, /\.js\.map$/, /\.sri$/, /\.d\.ts$/, /^custom-elements\.json$/])
      assert.ok(
        names.some((name) => kind.test(name)),
        String(kind),
      );
  });

  test('write the same bytes', () => {
    const different = [...(one ?? [])].filter(([name, bytes]) => !other?.get(name)?.equals(bytes));
    assert.deepEqual(
      different.map(([name]) => name),
      [],
    );
  });

  test('do not write where they were made', () => {
    for (const [index, files] of [one, other].entries()) {
      const telling = [...(files ?? [])].filter(([, bytes]) => bytes.includes(folders[index] ?? '?'));
      assert.deepEqual(
        telling.map(([name]) => name),
        [],
      );
    }
  });
});
