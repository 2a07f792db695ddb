import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { walk } from './walk.js';

/** `WALKS=50000 FIRST_SEED=1 node --import tsx --test test/server/checkout-walk.test.ts` walks further. */
const count = Number(process.env['WALKS'] ?? 300);
const firstSeed = Number(process.env['FIRST_SEED'] ?? 1);

it(`charges no second time without a word and tells each verdict, on ${count} random walks`, async (t) => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-01-01T00:00:00Z') });
  // Other tests share the process.
  t.after(() => mock.timers.reset());
  let charges = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const result = await walk(seed);
    charges += result.charges;
    assert.equal(result.problem, undefined, `seed ${seed}: ${result.problem}\n${result.log.join('\n')}`);
  }
  assert.ok(charges > count / 2, 'the walks reach payments');
  t.diagnostic(`${charges} charges`);
});
