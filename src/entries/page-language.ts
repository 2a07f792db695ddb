import { formatMoney } from '../money.js';
import type { Direction } from '../i18n/messages.js';
import { localeRegistry } from './all-messages.js';

/** What a page around the form says in the form's own words. */
export interface PageLanguage {
  /** For `lang` of the page: English where there are no words for what was asked. */
  readonly tag: string;
  /** The key of further words in the same language. */
  readonly code: string;
  readonly direction: Direction;
  readonly paid: string;
  readonly authorized: string;
  readonly expired: string;
  /** An amount for people to read. */
  writeMoney(amount: number, currency: string): string;
}

/** For `pay-checkout-server`, whose page has more on it than the form. @param lang A BCP 47 tag. */
export function pageLanguage(lang: string): PageLanguage {
  const { tag, locale, direction, words } = localeRegistry.speak(lang);
  const { form, code } = words as typeof words & { readonly code: string };
  const { paid, authorized, expired } = form;
  return {
    ...{ tag, code, direction, paid, authorized, expired },
    writeMoney: (amount, currency) =>
      formatMoney(amount, currency, locale)
        .map(({ value }) => value)
        .join(''),
  };
}
