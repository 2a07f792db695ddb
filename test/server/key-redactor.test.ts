import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyRedactor } from '../../src/server/key-redactor.js';

const secretKey = 'sk_test_aaaaaaaaaaaa';
const withoutKey = createKeyRedactor(secretKey, btoa(`${secretKey}:`));

describe('createKeyRedactor', () => {
  for (const [title, text] of [
    ['nothing but backslashes', '\\'.repeat(100_000)],
    ['backslashes before the first letter of the key', `${'\\'.repeat(100_000)}s`],
    ['backslashes after a part of the key', `sk_test_aaaaaa${'\\'.repeat(100_000)}`],
    ['the end of an HTML escape that never comes', `&#x${'0'.repeat(100_000)}`],
    ['parts of the key, each after backslashes', `${'\\'.repeat(100)}sk_test_`.repeat(1000)],
  ] as const)
    // In time that grows with the square of the length, most would take half a minute of the processor.
    it(`reads a text of ${title} in a time that grows with its length`, () => {
      const before = process.cpuUsage();
      assert.equal(withoutKey(text), text);
      const { user } = process.cpuUsage(before);
      assert.ok(user < 2_000_000, `${user / 1000} ms`);
    });

  for (const count of [1, 3, 7, 15, 1000])
    it(`takes the key out after ${count} backslashes, and where each letter has as many`, () => {
      const escape = '\\'.repeat(count);
      assert.equal(withoutKey(`a ${escape}${secretKey} b`), 'a … b');
      assert.equal(withoutKey([...secretKey].map((letter) => escape + letter).join('')), '…');
    });

  it('takes the key out twice when it stands there twice, without anything between', () => {
    assert.equal(withoutKey(`${secretKey}\\${secretKey}`), '……');
    assert.equal(withoutKey(`\\\\u0073${secretKey.slice(1)}`), '\\…');
  });
});
