import type { Browser } from '@playwright/test';
import { published } from '../../readme/documents.mjs';
import { table } from '../../readme/table.js';
import { expect, test } from './fixtures.js';
import { columns, hazards, Run, type Column, type Hazard } from './hazards.js';
import type { World } from './world.js';

/**
 * What each set-up promises in each hazard, found by two runs: one with the browser's memory, one in which it is taken
 * away; by one where memory has no part. `UPDATE_README=1 npm run test:one -- test/e2e/one-charge/hazards.test.ts` plays
 * all of them, and writes the table again. Without that, of every cell the run on which its verdict rests is played.
 */
test.describe.configure({ mode: 'default', timeout: 180_000 });

/** The last one: the program shows one form on its page. */
type Verdict = 'guaranteed' | 'by memory' | 'not covered' | '–';
type Row = Readonly<Record<Column, Verdict>>;
const found = new Map<string, Row>();
const untruths: string[] = [];

let world: World;
test.beforeAll(async ({ world: shared }) => {
  world = shared;
  await world.shop.openProgram();
});

const names = Object.keys(columns) as Column[];
const shipped: readonly Column[] = ['checkout-url', 'server program', 'program page'];

/** The page's part is that of `checkout-url`, which is played with memory too: what is new is the server. */
const isProgram = (column: Column) => column === 'server program' || column === 'program page';

const isWrittenAnew = Boolean(process.env['UPDATE_README']);
/** What the document says of each hazard so far. */
const documented: ReadonlyMap<string, Row> = isWrittenAnew ? new Map() : readTable(published('hazards', ''));

function readTable(text: string): ReadonlyMap<string, Row> {
  const rows = text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return new Map(
    rows.map(([name = '', ...verdicts]) => [
      name,
      Object.fromEntries(names.map((column, at) => [column, verdicts[at]])) as Row,
    ]),
  );
}

/** The runs of a cell, by whether the browser forgets. */
function runsOf(hazard: Hazard, column: Column, row: Row | undefined): readonly boolean[] {
  if (column === 'program page' && hazard.copies !== undefined) return [];
  const all = hazard.withoutMemory || isProgram(column) ? [true] : [false, true];
  // A hazard that the document does not have yet is played whole.
  if (row === undefined) return all;
  if (row[column] === 'guaranteed') return all.slice(-1);
  if (row[column] === 'by memory') return all.slice(0, 1);
  if (row[column] !== 'not covered') return all;
  // Two charges in one set-up show that the hazard is one.
  const unsafe = names.filter((it) => row[it] === 'not covered');
  return column === unsafe[[...documented.values()].indexOf(row) % unsafe.length] ? all.slice(0, 1) : [];
}

async function judge(browser: Browser, name: keyof typeof hazards, column: Column): Promise<Verdict> {
  const hazard: Hazard = hazards[name];
  const row = documented.get(name);
  const runs = runsOf(hazard, column, row);
  if (runs.length === 0) return row?.[column] ?? '–';
  const played = await Promise.all(
    runs.map(async (forgets) => {
      const run = new Run(world, browser, column, hazard, forgets);
      await hazard.play(run);
      return run.end();
    }),
  );
  for (const run of played) untruths.push(...run.untruths.map((text) => `${name}, ${column}: ${text}`));
  const [first, ...others] = played.map(({ charges }) => charges <= 1);
  if (!first) return 'not covered';
  // That it is not covered without the memory is only found out where that is played.
  if (row?.[column] === 'by memory' && !runs.includes(true)) return 'by memory';
  return others.every(Boolean) ? 'guaranteed' : 'by memory';
}

for (const name of Object.keys(hazards) as (keyof typeof hazards)[]) {
  test(`${name}: at most one charge, as far as each set-up promises it`, async ({ browser }) => {
    // Most of each run is waiting, so they wait at the same time.
    const judged = await Promise.all(
      names.map(async (column) => [column, await judge(browser, name, column)] as const),
    );
    found.set(name, Object.fromEntries(judged) as Record<Column, Verdict>);
  });
}

test('the document shows what came of it', () => {
  const rows = Object.keys(hazards).map((name) => [
    name,
    ...names.map((column) => found.get(name)?.[column] ?? '–'),
  ]);
  const generated = table(['hazard', ...names.map((column) => columns[column])], rows);
  expect(published('hazards', generated)).toBe(generated);
});

test('the merchant’s server and the server program that the package ships cover every hazard, and nobody is told an untruth', () => {
  // After a hazard that failed, nothing of what came before it is known here.
  expect([...found.keys()]).toEqual(Object.keys(hazards));
  const uncovered = [...found].filter(([, row]) =>
    shipped.some((column) => row[column] !== 'guaranteed' && row[column] !== '–'),
  );
  expect(uncovered.map(([name]) => name)).toEqual([]);
  expect(untruths).toEqual([]);
});
