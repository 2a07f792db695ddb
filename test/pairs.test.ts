import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pairsOf, pairwise, wholeProduct } from './pairs.js';

const dimensions = { size: [1, 2, 3, 4], isOpen: [true, false], word: ['a', 'b', 'c'] } as const;

describe('pairwise', () => {
  it('has every pair of values of two dimensions, in fewer rows than the whole product', () => {
    const rows = pairwise(dimensions);
    const found = new Set(rows.flatMap((row) => pairsOf(dimensions, row)));
    assert.equal(found.size, 4 * 2 + 4 * 3 + 2 * 3);
    assert.ok(rows.length >= 12 && rows.length <= 14, `${rows.length}`);
  });

  it('has no row that is impossible, and every pair of those that are possible', () => {
    const isPossible = ({ size, isOpen }: { size: number; isOpen: boolean }) => size < 3 || !isOpen;
    const rows = pairwise(dimensions, isPossible);
    assert.equal(rows.every(isPossible), true);
    const pairs = (them: typeof rows) => [...new Set(them.flatMap((row) => pairsOf(dimensions, row)))].sort();
    assert.deepEqual(pairs(rows), pairs(wholeProduct(dimensions, isPossible)));
  });

  it('answers the same rows each time', () => {
    assert.deepEqual(pairwise(dimensions), pairwise(dimensions));
  });
});
