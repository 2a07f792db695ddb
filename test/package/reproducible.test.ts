import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../temporary-folder.js';
import { buildIn, copyTree, filesIn } from './tree.js';

/** What is in `dist/` and what a second build in another folder makes of the same sources. */
describe('two builds of the same sources in different folders', () => {
  const elsewhere = join(temporaryFolder({ after }), 'a longer way', 'to another');
  const built = filesIn(fileURLToPath(new URL('../../dist', import.meta.url)));
  let again: typeof built;
  before(async () => {
    copyTree(elsewhere);
    again = await buildIn(elsewhere);
  });

  test('write the same files', () => {
    const names = [...built.keys()];
    assert.deepEqual(names, [...again.keys()]);
    for (const kind of [/^pay-checkout\.js$/, /\.js\.map$/, /\.sri$/, /\.d\.ts$/, /^custom-elements\.json$/])
      assert.ok(
        names.some((name) => kind.test(name)),
        String(kind),
      );
  });

  test('write the same bytes', () => {
    const different = [...built].filter(([name, bytes]) => !again.get(name)?.equals(bytes));
    assert.deepEqual(
      different.map(([name]) => name),
      [],
      'Is `dist/` older than the sources? `npm run build` makes it anew.',
    );
  });

  test('do not write where they were made', () => {
    const telling = [...again].filter(([, bytes]) => bytes.includes(elsewhere));
    assert.deepEqual(
      telling.map(([name]) => name),
      [],
    );
  });
});
