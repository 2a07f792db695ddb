import { expect, test } from '@playwright/test';
import { published } from '../readme/table.js';
import { attacksTable, startAttacks } from './attacks/attack.js';
import { pageReads } from './attacks/page-reads.js';
import { pageSays } from './attacks/page-says.js';

/**
 * Each attack is really tried, against a frame with a real form and a real payment. The README shows what came of them:
 * `UPDATE_README=1` writes the table anew.
 */
startAttacks();
pageReads();
pageSays();

test('the README shows what came of it', () => {
  const generated = attacksTable();
  expect(published('attacks', generated)).toBe(generated);
});
