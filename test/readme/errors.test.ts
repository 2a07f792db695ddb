import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDocument } from './documents.mjs';
import { messages, plain } from './messages.js';

/** The first cell of each row that has a sentence or a problem in it. */
const catalogue = readDocument('demo/docs/reference/errors.md')
  .split('\n')
  .map((line) => plain(/^\| (?:<a id="[^"]*"><\/a>)?(.*?) +\|/.exec(line)?.[1] ?? ''))
  .filter((cell) => /\p{L} \p{L}|…/u.test(cell) && !/^(?:message$|problem with|status, message)/.test(cell));

/** What is put in may be anything, and may stand in the catalogue as an example. */
const pattern = (message: string) =>
  new RegExp(
    plain(message)
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('…', '.*'),
  );

describe('the catalogue of errors', () => {
  it('is held against many sentences of the code', () => {
    assert.ok(messages.length > 80, String(messages.length));
  });

  it('uses the words of the documents: string, spaces, again', () => {
    assert.deepEqual(
      messages.filter((message) => /\bbe a text\b|\bblanks\b|\banew\b|visible letters/.test(message)),
      [],
    );
  });

  for (const message of messages) {
    it(`has: ${message}`, () => {
      assert.ok(catalogue.some((cell) => pattern(message).test(cell)));
    });
  }

  it('has an anchor of its own in each row, so that a message can be linked', () => {
    const rows = readDocument('demo/docs/reference/errors.md')
      .split('\n')
      .filter((line, index, lines) => line.startsWith('| ') && !/^\| -/.test(lines[index + 1] ?? '| -'));
    const anchors = rows
      .filter((line) => !/^\| -/.test(line))
      .map((line) => /^\| <a id="([a-z0-9-]+)"><\/a>/.exec(line)?.[1] ?? line);
    assert.ok(anchors.length > 150, String(anchors.length));
    assert.deepEqual(
      anchors.filter((anchor) => anchor.startsWith('|')),
      [],
    );
    assert.equal(new Set(anchors).size, anchors.length);
  });

  it('has no sentence that the code does not have', () => {
    const patterns = messages.filter((message) => /\p{L}{3}/u.test(message)).map(pattern);
    assert.ok(catalogue.length > 70);
    assert.deepEqual(
      catalogue.filter((cell) => !patterns.some((it) => it.test(cell))),
      [],
    );
  });
});
