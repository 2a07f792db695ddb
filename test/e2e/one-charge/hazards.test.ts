import type { Browser } from '@playwright/test';
import { published } from '../../readme/documents.mjs';
import { table } from '../../readme/table.js';
import { expect, test } from './fixtures.js';
import { columns, hazards, Run, type Column, type Hazard } from './hazards.js';
import type { World } from './world.js';

/**
 * What each set-up promises in each hazard, found by two runs: one with the browser's memory, one in which it is taken
 * away; by one where memory has no part. `UPDATE_README=1 npm run test:e2e -- hazards` writes the table anew.
 */
test.describe.configure({ mode: 'default', timeout: 180_000 });

/** The last one: the program shows one form on its page. */
type Verdict = 'guaranteed' | 'by memory' | 'not covered' | '–';
const found = new Map<string, Record<Column, Verdict>>();
const untruths: string[] = [];

let world: World;
test.beforeAll(async ({ world: shared }) => {
  world = shared;
  await world.shop.openProgram();
});

const names = Object.keys(columns) as Column[];

/** The page's part is that of `checkout-url`, which is played with memory too: what is new is the server. */
const isProgram = (column: Column) => column === 'server program' || column === 'program page';

async function judge(browser: Browser, name: keyof typeof hazards, column: Column): Promise<Verdict> {
  const hazard: Hazard = hazards[name];
  if (column === 'program page' && hazard.copies !== undefined) return '–';
  const played = await Promise.all(
    (hazard.withoutMemory || isProgram(column) ? [true] : [false, true]).map(async (forgets) => {
      const run = new Run(world, browser, column, hazard, forgets);
      await hazard.play(run);
      return run.end();
    }),
  );
  for (const run of played) untruths.push(...run.untruths.map((text) => `${name}, ${column}: ${text}`));
  const [first, ...others] = played.map(({ charges }) => charges <= 1);
  if (!first) return 'not covered';
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
  const shipped = ['checkout-url', 'server program', 'program page'] as const;
  const uncovered = [...found].filter(([, row]) =>
    shipped.some((column) => row[column] !== 'guaranteed' && row[column] !== '–'),
  );
  expect(uncovered.map(([name]) => name)).toEqual([]);
  expect(untruths).toEqual([]);
});
