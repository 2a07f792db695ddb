import { maxDueAheadMs } from '../store.js';
import { expect, type StoreFixture } from './store-fixture.js';

type Check = (fixture: StoreFixture) => Promise<void>;

const hourMs = 3_600_000;

/** What one caller sees who asks what is due. */
export const claiming: Readonly<Record<string, Check>> = {
  'claimDue hands out what is due, from that very millisecond on': async (f) => {
    const [due, later, never] = f.ids(3) as [string, string, string];
    await f.write(due, 1, f.now);
    await f.write(later, 1, f.now + 1);
    await f.write(never, 1, null);
    await f.expectClaimed('One millisecond before', [], f.now - 1);
    await f.expectClaimed('When it is due', [due], f.now, 1000, hourMs);
    await f.expectClaimed('One millisecond later', [later], f.now + 1, 1000, hourMs);
  },

  'an order with nothing left to do is never handed out': async (f) => {
    const [never, done] = f.ids(2) as [string, string];
    await f.write(never, 1, null);
    await f.write(done, 1, f.now);
    await f.write(done, 2, null);
    await f.expectClaimed('Years later', [], f.now + 10_000 * hourMs);
  },

  'the longest due come first, and no more than the limit': async (f) => {
    const ids = f.ids(12);
    // Neither in the order of saving, nor in that of the digits: 9 before 10.
    const order = [7, 2, 11, 0, 5, 9, 1, 10, 3, 8, 4, 6];
    for (const at of order) await f.write(ids[at] as string, 1, 9_999_999_995 + at);
    const now = f.now;
    await f.expectClaimed('The first five', ids.slice(0, 5), now, 5, hourMs);
    await f.expectClaimed('The next one', ids.slice(5, 6), now, 1, hourMs);
    await f.expectClaimed('The rest', ids.slice(6), now, 1000, hourMs);
  },

  'an order that is due later than a schedule can make is handed out after all that is due': async (f) => {
    const ids = f.ids(5);
    const [longDue, due, latest, ahead, years] = ids as [string, string, string, string, string];
    await f.write(years, 1, f.now + 20_000 * hourMs);
    await f.write(ahead, 1, f.now + maxDueAheadMs + 1);
    await f.write(latest, 1, f.now + maxDueAheadMs);
    await f.write(due, 1, f.now);
    await f.write(longDue, 1, f.now - 1);
    await f.expectClaimed('The first three', [longDue, due, ahead], f.now, 3, hourMs);
    await f.expectClaimed('The rest', [years], f.now, 1000, hourMs);
    await f.expectClaimed('Within their lease', [], f.now, 1000, hourMs);
  },

  'nobody is handed an order within its lease, and after it the order comes back': async (f) => {
    const id = f.id();
    await f.write(id, 1, f.now - 5);
    await f.expectClaimed('At first', [id], f.now, 10, hourMs);
    for (const store of [f.store, f.second]) {
      expect(
        (await f.claim(f.now, 10, hourMs, store)).length === 0,
        'An order was handed out twice at once.',
      );
      const last = await f.claim(f.now + hourMs - 1, 10, hourMs, store);
      expect(last.length === 0, 'An order was handed out before its lease had ended.');
    }
    await f.expectClaimed('When the lease has ended', [id], f.now + hourMs, 10, hourMs);
    await f.expectClaimed('Within the second lease', [], f.now + 2 * hourMs - 1, 10, hourMs);
    await f.expectClaimed('After the second lease', [id], f.now + 2 * hourMs, 10, hourMs);
  },

  'a claim changes neither the record nor its version': async (f) => {
    const id = f.id();
    await f.write(id, 1, f.now);
    await f.claim(f.now, 10, hourMs);
    await f.expectStored(id, 1);
    await f.write(id, 2);
    await f.expectStored(id, 2);
  },

  'a save says anew when the order is due, whatever its lease was': async (f) => {
    const [sooner, later, done] = f.ids(3) as [string, string, string];
    for (const id of [sooner, later, done]) await f.write(id, 1, f.now);
    await f.claim(f.now, 10, hourMs);
    await f.write(sooner, 2, f.now + 1);
    await f.write(later, 2, f.now + 3 * hourMs);
    await f.write(done, 2, null);
    await f.expectClaimed('Sooner than the lease', [sooner], f.now + 1, 10, 5 * hourMs);
    await f.expectClaimed('When the lease has ended', [], f.now + 2 * hourMs, 10, hourMs);
    await f.expectClaimed('Later than the lease', [later], f.now + 3 * hourMs, 10, hourMs);
  },

  'a refused save leaves alone when the order is due': async (f) => {
    const [due, never] = f.ids(2) as [string, string];
    await f.write(due, 1, f.now);
    await f.write(never, 1, null);
    await f.expectRefusedWrite(due, 1, 1, null);
    await f.expectRefusedWrite(due, 3, 1, f.now + hourMs);
    await f.expectRefusedWrite(never, 1, 1, f.now);
    await f.expectClaimed('After refused saves', [due], f.now, 10, hourMs);
  },
};

const rounds = 10;
const callers = 8;

/** What many callers see at once. */
export const races: Readonly<Record<string, Check>> = {
  'of many first saves at once, one is written': async (f) => {
    for (const id of f.ids(rounds)) await race(f, id, 1);
  },

  'of many saves over one version at once, one is written': async (f) => {
    const id = f.id();
    for (let version = 1; version <= rounds; version += 1) await race(f, id, version);
  },

  'many claims at once hand out each order once, and leave none': async (f) => {
    const ids = f.ids(60);
    await Promise.all(ids.map((id, at) => f.write(id, 1, f.now - at)));
    const seen: string[] = [];
    // A round in which nobody is handed anything is the last one.
    for (let found = -1; found !== 0 && seen.length <= ids.length;) {
      const answers = await Promise.all(
        Array.from({ length: callers }, (_, at) =>
          f.claim(f.now, 10, hourMs, at % 2 === 0 ? f.store : f.second),
        ),
      );
      found = answers.flat().length;
      seen.push(...answers.flat());
    }
    expect(new Set(seen).size === seen.length, 'An order was handed to two callers within its lease.');
    expect(seen.length === ids.length, `Only ${seen.length} of ${ids.length} due orders were handed out.`);
  },

  'claims and saves at once lose nothing of each other': async (f) => {
    const ids = f.ids(10);
    for (const id of ids) await f.write(id, 1, f.now);
    const last = 6;
    await Promise.all([
      ...ids.map(async (id) => {
        for (let version = 2; version <= last; version += 1) await f.write(id, version, f.now);
      }),
      ...Array.from({ length: callers }, async () => {
        for (let round = 0; round < 4; round += 1) await f.claim(f.now, 3, 1, f.second);
      }),
    ]);
    for (const id of ids) await f.expectStored(id, last);
  },
};

async function race(f: StoreFixture, id: string, version: number): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: callers }, async (_, at) =>
      (at % 2 === 0 ? f.store : f.second).save(id, `by ${at}`, version, null),
    ),
  );
  const winners = answers.flatMap((answer, at) => (answer === true ? [at] : []));
  expect(
    answers.every((answer) => typeof answer === 'boolean'),
    'save() answered something else than true or false.',
  );
  expect(
    winners.length === 1,
    `${winners.length} of ${callers} callers were told that they had written version ${version}.`,
  );
  await f.expectStored(id, version, `by ${winners[0]}`);
}
