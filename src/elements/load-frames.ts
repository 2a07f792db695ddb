import type * as challenges from '../bank-dialog/index.js';
import type * as frames from '../frame/host/index.js';

export type Frames = typeof frames;
export type Challenges = typeof challenges;

// Parts of the page's own bundle. The script file has another way.

/** Fetches what a page needs for its form in a frame. */
export const loadFrames = (): Promise<Frames> => import('../frame/host/index.js');

/** Fetches what a page needs for the bank's page in a dialog. */
export const loadChallenges = (): Promise<Challenges> => import('../bank-dialog/index.js');
