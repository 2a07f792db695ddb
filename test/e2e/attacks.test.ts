import { expect } from '@playwright/test';
import { published } from '../readme/documents.mjs';
import { attacksTable, startAttacks } from './attacks/attack.js';
import { frameLies } from './attacks/frame-lies.js';
import { pageMoves } from './attacks/page-moves.js';
import { pageReads } from './attacks/page-reads.js';
import { pageSets } from './attacks/page-sets.js';
import { pageSends } from './attacks/page-sends.js';
import { thirdWindow } from './attacks/third-window.js';
import { test } from './worker.js';

/**
 * Each attack is really tried, against a frame with a real form and a real payment. A document shows what came of them:
 * `UPDATE_README=1` writes the table anew.
 */
// After one that fails nothing is counted any more, and so nothing is written.
test.describe.configure({ mode: 'serial' });
startAttacks();
pageReads();
pageSends();
pageMoves();
pageSets();
frameLies();
thirdWindow();

test('the document shows what came of it', () => {
  const generated = attacksTable();
  expect(published('attacks', generated)).toBe(generated);
});
