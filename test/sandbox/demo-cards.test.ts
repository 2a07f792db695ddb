import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardsOf, networks } from '../../demo/merchant/pages/playground/cards.js';
import { cardsByNumber as played } from '../../src/sandbox/bank/cards.js';
import { testCards } from '../../src/sandbox/bank/test-cards.js';

test('the playground offers every card that the sandbox plays, and says how each ends', () => {
  const offered = networks.flatMap((network) => cardsOf(network, testCards as never));
  assert.deepEqual(offered.map(({ number }) => number).sort(), [...played.keys()].sort());
  for (const { number, network, result, code, challenged } of offered) {
    const card = played.get(number);
    assert.deepEqual(
      [network, code, challenged],
      [card?.company, card?.decision.code, card?.needsChallenge],
      result,
    );
    assert.equal(result.startsWith('Approved'), card?.decision.approved);
  }
});
