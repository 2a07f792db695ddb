import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pairs } from './e2e/one-charge/pairs.js';

const set = {
  answer: ['429', '401', '403', '400'],
  setUp: ['checkout-url', 'intent-url + status-url', 'intent-url'],
  mode: ['page', 'frame'],
} as const;
type Row = ReturnType<typeof pairs<typeof set>>[number];

const meetings = (rows: readonly Row[]) =>
  new Set(
    rows.flatMap(({ answer, setUp, mode }) => [
      `${answer}, ${setUp}`,
      `${answer}, ${mode}`,
      `${setUp}, ${mode}`,
    ]),
  );

describe('pairs', () => {
  it('lets every two values of different dimensions meet', () => {
    assert.equal(meetings(pairs(set)).size, 4 * 3 + 4 * 2 + 3 * 2);
  });

  it('picks no more rows than the two largest dimensions need', () => {
    assert.equal(pairs(set).length, 4 * 3);
  });

  it('picks the same rows each time', () => {
    assert.deepEqual(pairs(set), pairs(set));
  });

  it('picks only rows that are possible, and all pairs that these have', () => {
    const isPossible = ({ answer, mode }: Row) => !(answer === '403' && mode === 'frame');
    const rows = pairs(set, isPossible);
    assert.equal(rows.every(isPossible), true);
    assert.equal(meetings(rows).size, 4 * 3 + 4 * 2 + 3 * 2 - 1);
  });

  it('has two dimensions in full', () => {
    assert.deepEqual(pairs({ one: [1, 2], other: ['a', 'b'] }), [
      { one: 1, other: 'a' },
      { one: 1, other: 'b' },
      { one: 2, other: 'a' },
      { one: 2, other: 'b' },
    ]);
  });
});
