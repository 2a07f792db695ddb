import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDocument } from './documents.mjs';
import { messages, plain } from './messages.js';

/** The first cell of each row that has a sentence or a problem in it. */
const catalogue = readDocument('demo/docs/reference/errors.md')
  .split('\n')
  .map((line) => plain(/^\| (.*?) +\|/.exec(line)?.[1] ?? ''))
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

  for (const message of messages) {
    it(`has: ${message}`, () => {
      assert.ok(catalogue.some((cell) => pattern(message).test(cell)));
    });
  }

  it('has no sentence that the code does not have', () => {
    const patterns = messages.filter((message) => /\p{L}{3}/u.test(message)).map(pattern);
    assert.ok(catalogue.length > 70);
    assert.deepEqual(
      catalogue.filter((cell) => !patterns.some((it) => it.test(cell))),
      [],
    );
  });
});
