import { PayError } from '../../error.js';
import type { RawConfig } from '../settings.js';
import type { PageSettings } from './card-form.js';
import type { MethodChoice } from './method-choice.js';
import { methodsTimeoutMs } from '../checkout/timeouts.js';

/** What `pay-methods.js` has for the form: ways to pay other than a typed card. */
interface MethodsModule {
  readonly MethodChoice: typeof MethodChoice;
}

export type LoadMethods = () => Promise<MethodsModule>;

/**
 * Loads the module of the other ways to pay; resolves with undefined when that fails. Calls `onTimeout` when loading takes
 * long, so that the payer can type a card until the module has loaded.
 */
export async function loadWithinTimeout(
  load: LoadMethods,
  onTimeout: () => void,
): Promise<MethodsModule | undefined> {
  const timer = setTimeout(onTimeout, methodsTimeoutMs);
  const module = await load().catch(() => undefined);
  clearTimeout(timer);
  return module;
}

export const createMethodsError = (): PayError =>
  new PayError('network', 'pay-methods.js did not load. Nothing was sent.', { retryable: true });

/** The words of `methods`, known or not: a card alone if there are none. */
export const readWords = (methods: unknown): readonly string[] =>
  (String(methods || '').trim() || 'creditcard').split(/\s+/);

/** Whether the page takes typed cards, which is all that the form has without `pay-methods.js`. */
export const takesCards = ({ methods }: RawConfig): boolean => readWords(methods).includes('creditcard');

/**
 * Whether the form itself needs `pay-methods.js`: not for wallets beside a card, whose buttons are the element's. The module
 * also refuses words that it does not know.
 */
export function usesMethods({ values }: PageSettings): boolean {
  const { methods, savedCards, saveCard } = values;
  const isEmptyList = Array.isArray(savedCards) && savedCards.length === 0;
  if (saveCard || (savedCards && !isEmptyList)) return true;
  return (
    !takesCards(values) || !readWords(methods).every((word) => /^(creditcard|(apple|samsung)pay)$/.test(word))
  );
}
