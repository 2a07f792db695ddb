import type { Challenges } from './load-frames.js';

/** Fetches what a page needs for the bank's page in a dialog: as a part of the page's own bundle. */
export const loadChallenges = (): Promise<Challenges> => import('../bank-dialog/index.js');
