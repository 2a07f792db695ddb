import { expect, type StoreFixture } from './store-fixture.js';

type Check = (fixture: StoreFixture) => Promise<void>;

/** Enough versions that a comparison of texts, in which 9 is above 10, shows itself. */
const versions = 24;

/** What one caller sees who saves and loads. */
export const saving: Readonly<Record<string, Check>> = {
  'load answers undefined for an order that was never saved': async (f) => {
    const found = await f.store.load(f.id());
    expect(found === undefined, 'load() answered something else than undefined.');
  },

  'the first version is written once': async (f) => {
    const id = f.id();
    await f.write(id, 1);
    await f.expectStored(id, 1);
    await f.expectRefusedWrite(id, 1, 1);
    await f.expectStored(id, 1);
  },

  'each version that was confirmed is there, as a number': async (f) => {
    const id = f.id();
    for (let version = 1; version <= versions; version += 1) {
      await f.write(id, version);
      await f.expectStored(id, version);
    }
  },

  'only the next version is written: none before, and none further on': async (f) => {
    const id = f.id();
    await f.expectRefusedWrite(id, 2, 0);
    expect((await f.store.load(id)) === undefined, 'A refused save() has made a record.');
    for (let version = 1; version <= 11; version += 1) await f.write(id, version);
    for (const wrong of [1, 2, 9, 10, 11, 13, 100]) {
      await f.expectRefusedWrite(id, wrong, 11);
      await f.expectStored(id, 11);
    }
    await f.write(id, 12);
  },

  'orders are apart from each other': async (f) => {
    const ids = f.ids(30);
    await Promise.all(ids.map((id) => f.write(id, 1)));
    await Promise.all(ids.filter((_, at) => at % 2 === 0).map((id) => f.write(id, 2)));
    for (const [at, id] of ids.entries()) await f.expectStored(id, at % 2 === 0 ? 2 : 1);
  },

  'migrate is harmless when it is repeated, also several times at once': async (f) => {
    const id = f.id();
    await f.write(id, 1);
    await Promise.all([f.store, f.second, f.store, f.second].map((store) => store.migrate?.()));
    await f.expectStored(id, 1);
  },
};

/** Ends of order ids that a database may take for each other, or for something else. */
const families: readonly (readonly [what: string, ends: readonly string[]])[] = [
  ['capitals', ['order-a', 'order-A', 'ORDER-A']],
  ['blanks', ['a', 'a ', 'a  ', ' a', 'a\t', 'a\n']],
  ['accents and forms of one letter', ['é', 'e\u0301', 'e', 'ß', 'ss', 'ı', 'i', 'İ']],
  ['emoji', ['😀', '😁', '👩‍👧', '👩👧']],
  ['numbers', ['1', '01', '1.0', '1e0', '+1']],
  [
    'quotes and patterns',
    [`'`, `''`, `"`, '`', '\\', `\\'`, '%', '_', '*', '?', '$1', ';--', ':a', '{a}', '/', '#'],
  ],
  ['other scripts', ['طلب', '注文', 'заказ', '\u202Ea']],
];

const records: readonly string[] = [
  '{"open":true,"text":"it\'s \\"quoted\\" \\\\ \\u0000"}',
  'blanks at the end  ',
  'lines\nand\r\ntabs\t',
  '😀 é e\u0301 注文 طلب \u202E \uFEFF',
  '\uFEFFa byte order mark at the start',
  `' OR 1=1; -- " \` \\ % _ $1 ? :a`,
  '0123',
  'null',
];

/** What goes in must come out, byte for byte. */
export const texts: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(
    families.map(([what, ends]) => [
      `order ids that differ are different orders: ${what}`,
      async (f: StoreFixture) => {
        const ids = ends.map((end) => f.id(end));
        for (const id of ids) await f.write(id, 1, f.now);
        for (const id of ids) await f.expectStored(id, 1);
        const claimed = await f.claim(f.now, 1000, 1000);
        expect(
          ids.every((id) => claimed.includes(id)),
          'claimDue() does not answer each id as it was saved.',
        );
      },
    ]),
  ),

  'long order ids that differ in the last character are different orders': async (f) => {
    const stem = f.id('').length;
    const ids = ['a', 'b'].map((end) => f.id('x'.repeat(f.limits.longestOrderId - stem - 1) + end));
    for (const id of ids) await f.write(id, 1);
    for (const id of ids) await f.expectStored(id, 1);
  },

  'a record comes back as it was saved, whatever is in it': async (f) => {
    const id = f.id();
    for (const [at, record] of records.entries()) {
      await f.write(id, at + 1, null, record);
      await f.expectStored(id, at + 1, record);
    }
  },

  'a long record comes back whole, and a short one after it': async (f) => {
    const id = f.id();
    const long = '{"é😀"}'.repeat(Math.ceil(f.limits.longestRecord / 7)).slice(0, f.limits.longestRecord - 1);
    await f.write(id, 1, null, `${long}x`.replace(/[\uD800-\uDBFF]x$/, '!x'));
    await f.expectStored(id, 1, `${long}x`.replace(/[\uD800-\uDBFF]x$/, '!x'));
    await f.write(id, 2, null, 'short');
    await f.expectStored(id, 2, 'short');
  },
};
