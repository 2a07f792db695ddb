import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../src/server/checkout/decide.js';
import type { NewOrderEvent } from '../../src/server/checkout/order-store.js';
import type { Policy } from '../../src/server/checkout/order-event.js';
import { emptyRecord, type OrderRecord } from '../../src/server/checkout/record.js';
import { findDueTime } from '../../src/server/checkout/schedule.js';

const policy: Policy = { returnDuplicates: false };
const now = Date.parse('2030-01-01T00:00:00Z');
const minute = 60_000;

/** An order with an intent that was used, whose payment does not show. */
const waiting: OrderRecord = {
  ...emptyRecord,
  intentCount: 1,
  intents: [
    {
      ...{ number: 1, id: 'i', amount: 100, currency: 'SAR', description: '7', state: 'used' },
      ...{ callbackUrl: 'https://shop.example/', expiresAt: '2030-01-01T01:00:00Z', localExpiresAt: now },
    },
  ],
};

const decideAll = (events: readonly NewOrderEvent[]) => {
  let decision = decide(waiting, { type: 'time-passed', at: now }, policy);
  for (const event of events) decision = decide(decision.record, { ...event, at: now }, policy);
  const dueAt = findDueTime(decision.record, now, decision.tasks, policy);
  return { sweeps: decision.record.sweeps, minutes: ((dueAt ?? NaN) - now) / minute };
};

const swept = (times: number) => Array<NewOrderEvent>(times).fill({ type: 'swept' });
const announced: NewOrderEvent = { type: 'attempt-announced', paymentId: 'p' };

describe('the next sweep of an order', () => {
  for (const [title, events, sweeps, minutes] of [
    ['is due at once at first', [], 0, 0],
    ['is due ever later while nothing becomes known', swept(5), 5, 60],
    ['is due in a day after a day of them', swept(29), 29, 1440],
    ['is due at once when something becomes known', [...swept(29), announced], 0, 0],
    ['is put off again from then on', [...swept(29), announced, ...swept(2)], 2, 2],
    ['is not sooner when a page only asks', [...swept(29), { type: 'intent-requested' }], 29, 1440],
    ['is not sooner when what is known becomes known again', [announced, ...swept(5), announced], 5, 60],
  ] as const)
    it(title, () => assert.deepEqual(decideAll(events), { sweeps, minutes }));
});

it('is put off as well for an intent that ended while the service could not be asked', () => {
  const hour = 60 * minute;
  const record: OrderRecord = {
    ...waiting,
    intents: waiting.intents.map((intent) => ({ ...intent, state: 'open', localExpiresAt: now - hour })),
  };
  const minutes = [0, 1, 2, 5, 29].map((sweeps) => {
    const { tasks } = decide({ ...record, sweeps }, { type: 'time-passed', at: now }, policy);
    return ((findDueTime({ ...record, sweeps }, now, tasks, policy) ?? NaN) - now) / minute;
  });
  assert.deepEqual(minutes, [0, 1, 2, 60, 1440]);
});
