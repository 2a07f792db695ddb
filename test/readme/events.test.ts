import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDocument } from './documents.mjs';

const text = readDocument('demo/docs/reference/tags.md');
const rows = text.slice(text.search(/^\| event +\| `detail`/m)).split('\n');
const details = [
  ...readDocument('src/element/browser/events.ts').matchAll(/interface Pay(\w+)Detail \{([^]*?)\n\}/g),
];

describe('the table of events', () => {
  for (const [, type = '', body = ''] of details) {
    const names = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?:(]/gm)].map(([, name = '']) => name);
    const event = `pay-${type.toLowerCase()}`;
    it(`tells what ${event} carries: ${names.join(', ')}`, () => {
      const row = rows.find((line) => line.startsWith(`| \`${event}\` `)) ?? '';
      assert.deepEqual(
        names.filter((name) => !new RegExp(`\`${name}[\`(]`).test(row)),
        [],
      );
    });
  }

  it('is about all that carry something', () => {
    assert.equal(details.length, 7);
  });
});
