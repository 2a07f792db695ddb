import { expect, type StoreFixture } from './store-fixture.js';

type Check = (fixture: StoreFixture) => Promise<void>;

const hourMs = 3_600_000;

/** In the order of their bytes, which neither a language nor UTF-16 has. */
const ordered = ['0', '10', '9', 'A', 'B', 'a', 'b', 'é', '\uFF5E', '😀', '😁'];

/** What one caller sees who lists what is left to do. */
export const listing: Readonly<Record<string, Check>> = {
  'list answers the newest record of each order with something left to do, and when it is due': async (f) => {
    const [due, later, leased, done, never] = f.ids(5) as [string, string, string, string, string];
    await f.write(due, 1, f.now + 7);
    await f.write(due, 2, f.now - 5);
    await f.write(leased, 1, f.now - 10);
    await f.claim(f.now, 1, hourMs);
    await f.write(later, 1, f.now + hourMs);
    await f.write(done, 1, f.now);
    await f.write(done, 2, null);
    await f.write(never, 1, null);
    await f.expectRefusedWrite(never, 1, 1, f.now);
    await f.expectListed([
      { orderId: due, record: `v2 of ${due}`, dueAt: f.now - 5 },
      { orderId: later, record: `v1 of ${later}`, dueAt: f.now + hourMs },
      { orderId: leased, record: `v1 of ${leased}`, dueAt: f.now + hourMs },
    ]);
    await f.expectStored(due, 2);
    await f.expectClaimed('After a list', [due], f.now);
  },

  'list goes through the ids in the order of their bytes, page by page': async (f) => {
    const ids = ordered.map((end) => f.id(end));
    // Due in another order than that of the ids, and saved in a third one.
    for (const at of [7, 2, 9, 0, 5, 1, 10, 3, 8, 4, 6])
      await f.write(ids[at] as string, 1, f.now + ((at * 5) % 11));
    for (const limit of [1, 4, 11, 12]) await f.expectListedIds(ids, limit);
    await f.write(ids[3] as string, 2, null);
    const rest = await f.list(ids[3] as string, 2);
    expect(
      rest.length === 2 && rest.every(({ orderId }, at) => orderId === ids[4 + at]),
      'list() does not go on after the id of an order that is finished meanwhile.',
    );
  },

  'what changes between two pages neither repeats nor skips another order': async (f) => {
    const ids = f.ids(10);
    for (const id of ids) await f.write(id, 1, f.now);
    const first = await f.list(undefined, 4);
    for (const id of ids.slice(0, 3)) await f.write(id, 2, null);
    await f.claim(f.now, 4, hourMs);
    const rest = await f.list(ids[3], 100);
    const found = [...first, ...rest].map(({ orderId }) => orderId);
    expect(
      found.length === ids.length && found.every((id, at) => id === ids[at]),
      'list() skips or repeats orders when others change between two pages.',
    );
  },
};
