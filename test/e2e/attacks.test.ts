import { report } from '../readme/documents.mjs';
import { attacksTable, startAttacks } from './attacks/attack.js';
import { frameLies } from './attacks/frame-lies.js';
import { pageMoves } from './attacks/page-moves.js';
import { pageReads } from './attacks/page-reads.js';
import { pageSets } from './attacks/page-sets.js';
import { pageSends } from './attacks/page-sends.js';
import { thirdWindow } from './attacks/third-window.js';
import { test } from './worker.js';

/**
 * Each attack is really tried, against a frame with a real form and a real payment. A report shows what came of them.
 */
// After one that fails nothing is counted any more.
test.describe.configure({ mode: 'serial' });
startAttacks();
pageReads();
pageSends();
pageMoves();
pageSets();
frameLies();
thirdWindow();

test.afterAll(() => report('attacks', 'Attacks on the frame, by tests', attacksTable()));
