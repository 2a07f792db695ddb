import { loadPart } from '../words/load-beside.js';
import type { Challenges, Frames } from './load-frames.js';

// `load-frames.ts` of the script file: other files of the release, beside it.

export const loadFrames = (): Promise<Frames> => loadPart('../pay-framed') as Promise<never>;

export const loadChallenges = (): Promise<Challenges> => loadPart('../pay-challenge') as Promise<never>;
