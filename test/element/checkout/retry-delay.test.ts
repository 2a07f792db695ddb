import { expect } from 'chai';
import { describe, it } from 'node:test';
import { getRetryDelay } from '../../../src/element/checkout/status-poller.js';

describe('getRetryDelay', () => {
  it('asks at once, then waits longer and longer, up to half a minute', () => {
    const waits = Array.from({ length: 9 }, (_, asked) => getRetryDelay(asked, 0));
    expect(waits).to.deep.equal([0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000]);
  });

  it('takes off up to a fifth by chance', () => {
    expect(getRetryDelay(3, 1)).to.equal(3_200);
    expect(getRetryDelay(3, 0.5)).to.equal(3_600);
  });
});
