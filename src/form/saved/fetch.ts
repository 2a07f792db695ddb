import { clock } from '../../page/browser.js';
import type * as file from './index.js';

export type LoadSavedCards = () => Promise<Pick<typeof file, 'SavedCards'>>;

/** How long the form waits for what is about saved cards, in milliseconds. */
const limit = 2_000;

/**
 * Fetches what is about saved cards: undefined where it can't be had. The form waits for it, but not for long: after
 * that `goOn` is called, and a card is typed until it is there.
 */
export async function fetchSavedCards(
  load: LoadSavedCards,
  goOn: () => void,
): Promise<(typeof file)['SavedCards'] | undefined> {
  const stop = clock.after(limit, goOn);
  const module = await load().catch(() => undefined);
  stop();
  return module?.SavedCards;
}
