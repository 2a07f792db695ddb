import { savedCardsTimeoutMs } from '../timeouts.js';
import type * as file from './saved-cards.js';

export type LoadSavedCards = () => Promise<Pick<typeof file, 'SavedCards'>>;

/**
 * Loads the module of the saved cards; resolves with undefined when that fails. Calls `onTimeout` when loading takes long,
 * so that the payer can type a card until the module has loaded.
 */
export async function loadWithinTimeout(
  load: LoadSavedCards,
  onTimeout: () => void,
): Promise<(typeof file)['SavedCards'] | undefined> {
  const timer = setTimeout(onTimeout, savedCardsTimeoutMs);
  const module = await load().catch(() => undefined);
  clearTimeout(timer);
  return module?.SavedCards;
}
