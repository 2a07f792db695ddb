import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberAttribute, textAttribute } from '../../src/element/settings.js';

describe('an attribute that is a number', () => {
  for (const [text, value] of [
    ['10000', 10_000],
    [' 7 ', 7],
    ['0', 0],
    ['', undefined],
    ['  ', undefined],
    [null, undefined],
    ['100.00', NaN],
    ['1e4', NaN],
    ['0x2710', NaN],
    ['-5', NaN],
    ['ten', NaN],
  ] as const) {
    it(`is read as ${String(value)} from ${JSON.stringify(text)}`, () => {
      assert.equal(numberAttribute.fromAttribute?.(text), value);
    });
  }
});

describe('an attribute that is a text', () => {
  it('is undefined where it is not there, and empty where it is', () => {
    assert.equal(textAttribute.fromAttribute?.(null), undefined);
    assert.equal(textAttribute.fromAttribute?.(''), '');
  });
});
