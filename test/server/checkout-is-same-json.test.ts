import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameJson } from '../../src/server/checkout/is-same-json.js';

const same: readonly (readonly [string, unknown, unknown])[] = [
  ['two texts', 'a', 'a'],
  ['nothing twice', undefined, undefined],
  ['members in another order', { a: 1, b: { c: [2], d: null } }, { b: { d: null, c: [2] }, a: 1 }],
  ['a member that is undefined, and none', { a: 1, b: undefined }, { a: 1 }],
  ['none, and a member that is undefined', { a: 1 }, { a: 1, b: undefined }],
  ['empty lists', [], []],
];
const different: readonly (readonly [string, unknown, unknown])[] = [
  ['a number and its text', 1, '1'],
  ['null and undefined', null, undefined],
  ['null and an empty object', null, {}],
  ['an empty object and null', {}, null],
  ['an empty list and an empty object', [], {}],
  ['a list and an object with its indices', ['a'], { 0: 'a' }],
  ['lists in another order', [1, 2], [2, 1]],
  ['a list with one more', [1], [1, 2]],
  ['a list with one less', [1, 2], [1]],
  ['a member more', { a: 1 }, { a: 1, b: 2 }],
  ['a member less', { a: 1, b: 2 }, { a: 1 }],
  ['a member that differs deep within', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  ['a list with undefined in it, and a longer one', [undefined], [undefined, 1]],
];

describe('isSameJson', () => {
  for (const [title, one, other] of same)
    it(`takes as the same: ${title}`, () => assert.equal(isSameJson(one, other), true));
  for (const [title, one, other] of different)
    it(`takes as different: ${title}`, () => assert.equal(isSameJson(one, other), false));
});
