import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readDocument, root } from './documents.mjs';

const text = readDocument('demo/docs/reference/tags.md');
const rows = text.slice(text.search(/^\| event +\| `detail`/m)).split('\n');
const files = readdirSync(join(root, 'src/element/browser/events'));

/** What the `detail` of an event has, by its file. */
function detailOf(file: string): string[] {
  const [, body = ''] =
    /interface Pay\w+Detail \{([^]*?)\n\}/.exec(readDocument(`src/element/browser/events/${file}`)) ?? [];
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?:(]/gm)].map(([, name = '']) => name);
}

describe('the table of events', () => {
  for (const file of files) {
    const names = detailOf(file);
    const event = `pay-${file.replace('.ts', '')}`;
    if (names.length === 0) continue;
    it(`tells what ${event} carries: ${names.join(', ')}`, () => {
      const row = rows.find((line) => line.startsWith(`| \`${event}\` `)) ?? '';
      assert.deepEqual(
        names.filter((name) => !new RegExp(`\`${name}[\`(]`).test(row)),
        [],
      );
    });
  }

  it('is about all that carry something', () => {
    assert.equal(files.filter((file) => detailOf(file).length > 0).length, 7);
  });
});
