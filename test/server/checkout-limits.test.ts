import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkLimits, createCallerLimit, findOrderWait } from '../../src/server/checkout/limits.js';
import { emptyRecord } from '../../src/server/checkout/record.js';

const hour = 3_600_000;
const now = 10 * hour;
const limits = checkLimits({ declinesPerOrder: 2, attemptsPerOrderPerHour: 3, attemptsPerCallerPerHour: 2 });

describe('checkLimits', () => {
  it('takes 1, and refuses what is smaller or no whole number, by its name', () => {
    assert.equal(checkLimits({ declinesPerOrder: 1 }).declinesPerOrder, 1);
    for (const declinesPerOrder of [0, -1, 1.5, NaN, Infinity, '3' as never])
      assert.throws(() => checkLimits({ declinesPerOrder }), {
        code: 'configuration',
        field: 'limits',
        message: /`limits\.declinesPerOrder`/,
      });
  });
});

describe('findOrderWait', () => {
  const wait = (record: object, kind: 'intent' | 'attempt' = 'intent') =>
    findOrderWait({ ...emptyRecord, ...record }, kind, limits, now);

  it('lets an order be tried until the limit is reached within one hour', () => {
    assert.equal(wait({}), 0);
    assert.equal(wait({ declines: [now - 5] }), 0);
    assert.equal(wait({ declines: [now - hour, now - 5] }), 0);
  });

  it('ends when the oldest of the last tries that count is an hour old', () => {
    assert.equal(wait({ declines: [now - 9, now - 7, now - 5] }), hour - 7);
    assert.equal(wait({ declines: [now - hour + 1, now - 5] }), 1);
  });

  it('counts intents and announced payments apart', () => {
    const tries = [now - 3, now - 2, now - 1];
    assert.equal(wait({ requests: tries }), hour - 3);
    assert.equal(wait({ requests: tries }, 'attempt'), 0);
    assert.equal(wait({ attempts: tries }, 'attempt'), hour - 3);
    assert.equal(wait({ attempts: tries }), 0);
  });

  it('never waits for more than an hour, also when a clock went back', () => {
    assert.equal(wait({ declines: [now - 1, now + hour - 1] }), hour - 1);
    assert.equal(wait({ declines: [now + hour, now + hour] }), 0);
  });
});

describe('createCallerLimit', () => {
  it('counts each caller alone, and only the tries of the last hour', () => {
    const findWait = createCallerLimit(limits);
    assert.deepEqual([findWait('a', now), findWait('a', now + 1), findWait('a', now + 2)], [0, 0, hour - 2]);
    assert.equal(findWait('b', now + 2), 0);
    assert.equal(findWait('a', now + hour), 0);
    assert.equal(findWait('a', now + hour), 1);
    assert.equal(findWait('a', now + hour + 1), 0);
  });

  it('does not count the tries that it refuses', () => {
    const findWait = createCallerLimit(limits);
    for (const at of [0, 1, 2, 3, 4]) findWait('a', now + at);
    assert.equal(findWait('a', now + hour), 0);
  });

  it('remembers ten thousand callers, and forgets the one that was seen longest ago', () => {
    const findWait = createCallerLimit(limits);
    for (const caller of ['a', 'a', 'b', 'b', 'b']) findWait(caller, now);
    for (let number = 0; number < 9_998; number++) findWait(`other ${number}`, now);
    assert.ok(findWait('a', now) > 0);
    findWait('one more', now);
    assert.equal(findWait('b', now), 0);
    assert.ok(findWait('a', now) > 0);
  });
});
