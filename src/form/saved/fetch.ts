import { clock } from '../../browser/clock.js';
import { savedCardsTimeoutMs } from '../timeouts.js';
import type * as file from './index.js';

export type LoadSavedCards = () => Promise<Pick<typeof file, 'SavedCards'>>;

/**
 * Fetches what is about saved cards; answers undefined where it can't be had. When it takes long, `goOn` is called: the
 * form waits no more, and the payer types a card until it is there.
 */
export async function fetchSavedCards(
  load: LoadSavedCards,
  goOn: () => void,
): Promise<(typeof file)['SavedCards'] | undefined> {
  const stop = clock.after(savedCardsTimeoutMs, goOn);
  const module = await load().catch(() => undefined);
  stop();
  return module?.SavedCards;
}
