import assert from 'node:assert/strict';
import { stopEngines } from '../../server/stores/engines.js';
import { publish } from '../publish.mjs';
import { findEngines, openDriver } from './drivers.js';
import { createFakeService } from './fake-service.js';
import { inSeconds, isMet } from './measure.js';
import { openShop } from './shop.js';

/** Two hundred requests for the intent of one order at once: in one process, and shared by two that do not know each other. */
const crowd = 200;
const aimMs = 2000;

const rows: string[][] = [];
for (const engine of findEngines()) {
  const driver = await openDriver(engine);
  const measure = async (orderId: string, processes: number) => {
    const service = createFakeService();
    // Each shop has what a process has for itself: what it shares with the others is the store alone.
    const shops = Array.from({ length: processes }, () => openShop({ store: driver.store, service }));
    const began = performance.now();
    const intents = await Promise.all(
      Array.from({ length: crowd }, (_, number) => shops[number % processes]!.requestIntent(orderId)),
    );
    const took = performance.now() - began;
    const [intent, ...others] = new Set(intents.map(({ id }) => id));
    assert.deepEqual(others, []);
    // An intent that lost the race is canceled, and then nobody has it.
    const stored = JSON.parse((await driver.store.load(orderId))?.record ?? '') as {
      intents: { id: string }[];
    };
    assert.deepEqual(
      stored.intents.map(({ id }) => id),
      [intent],
    );
    for (const { errors } of shops) assert.deepEqual(errors, []);
    return { took, calls: service.countCalls(), intents: service.countIntents() };
  };
  const alone = await measure('hot-1', 1);
  const shared = await measure('hot-2', 2);
  assert.equal(alone.intents, 1);
  // Requests that wait at the same time share one call. A request that comes after its answer makes a call of its own.
  assert.ok(alone.calls <= crowd / 10, `${alone.calls} calls`);
  await driver.close();
  const took = Math.max(alone.took, shared.took);
  rows.push([
    engine.name,
    `${crowd} of ${crowd}, 1 intent`,
    inSeconds(alone.took),
    inSeconds(shared.took),
    `${alone.calls} and ${shared.calls}`,
    `${aimMs / 1000} s`,
    isMet(took <= aimMs),
  ]);
}
publish(
  'merchant-crowd',
  [
    `${crowd} in parallel for one order`,
    'answered',
    'one process',
    'two',
    'calls of the service',
    'aim: at most',
    'met',
  ],
  rows,
);
await stopEngines();
