import { expect } from 'chai';
import { describe, it } from 'node:test';
import { pairsOf, pairwise, wholeProduct } from './pairs.js';

const dimensions = { size: [1, 2, 3, 4], isOpen: [true, false], word: ['a', 'b', 'c'] } as const;

describe('pairwise', () => {
  it('has every pair of values of two dimensions, in fewer rows than the whole product', () => {
    const rows = pairwise(dimensions);
    const found = new Set(rows.flatMap((row) => pairsOf(dimensions, row)));
    expect(found.size).to.equal(4 * 2 + 4 * 3 + 2 * 3);
    expect(rows.length).to.be.within(12, 14);
  });

  it('has no row that is impossible, and every pair of those that are possible', () => {
    const isPossible = ({ size, isOpen }: { size: number; isOpen: boolean }) => size < 3 || !isOpen;
    const rows = pairwise(dimensions, isPossible);
    expect(rows.every(isPossible)).to.equal(true);
    const pairs = (them: typeof rows) => [...new Set(them.flatMap((row) => pairsOf(dimensions, row)))].sort();
    expect(pairs(rows)).to.deep.equal(pairs(wholeProduct(dimensions, isPossible)));
  });

  it('answers the same rows each time', () => {
    expect(pairwise(dimensions)).to.deep.equal(pairwise(dimensions));
  });
});
