import type { Challenges } from './load-frames.js';
import { pin } from '../words/pin.js';

/** The digest of the file; the build writes it. */
declare const CHALLENGE: string;

/** `load-challenges.ts` of the script file: another file of the release, beside it; pinned if the script is. */
export async function loadChallenges(): Promise<Challenges> {
  const url = new URL(/* @vite-ignore */ 'pay-challenge.js', import.meta.url).href;
  const own = [...document.scripts].find(({ src }) => src === import.meta.url);
  if (own?.integrity) await pin(url, CHALLENGE, own);
  return import(/* @vite-ignore */ url) as Promise<Challenges>;
}
