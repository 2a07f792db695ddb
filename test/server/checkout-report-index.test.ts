import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openReportIndex } from '../../src/server/checkout/report-index.js';
import { memoryStore } from '../../src/server/stores/memory.js';

describe('the list of orders that a report looks at', () => {
  it('has every order when two processes write the same records at once, and none that both took out', async () => {
    const store = memoryStore();
    let refused = 0;
    const counted: typeof store = {
      ...store,
      async save(...values) {
        const isSaved = await store.save(...values);
        if (!isSaved) refused++;
        return isSaved;
      },
    };
    const processes = ['a', 'b'].map((name) => ({
      index: openReportIndex(counted),
      orders: Array.from({ length: 300 }, (_, number) => `${name}-${number}`),
    }));
    const updateAll = (isListed: boolean) =>
      Promise.all(
        processes.flatMap(({ index, orders }) => orders.map((orderId) => index.update(orderId, isListed))),
      );
    const read = async () => (await openReportIndex(store).read()).sort();

    await updateAll(true);
    assert.deepEqual(await read(), processes.flatMap(({ orders }) => orders).sort());
    await updateAll(false);
    assert.deepEqual(await read(), []);
    assert.ok(refused > 0, 'the two never wrote the same record');
  });
});
