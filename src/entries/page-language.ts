import { writeMoney } from '../money.js';
import type { Direction } from '../element/i18n/messages.js';
import { allLocales } from './all-locales.js';

/** The form's locale and messages, for a page around the form. */
export interface PageLanguage {
  /** For `lang` of the page: English where there is no locale for the language that was asked for. */
  readonly tag: string;
  /** The locale's code, a key for further texts in the same language. */
  readonly code: string;
  readonly direction: Direction;
  readonly paid: string;
  readonly authorized: string;
  readonly expired: string;
  /** An amount for people to read. */
  writeMoney(amount: number, currency: string): string;
}

/** For `pay-checkout-server`, whose page has more on it than the form. @param lang A BCP 47 tag. */
export function getPageLanguage(lang: string): PageLanguage {
  const { tag, formatTag, direction, allMessages } = allLocales.resolve(lang);
  const { form, code } = allMessages as typeof allMessages & { readonly code: string };
  const { paid, authorized, expired } = form;
  return {
    ...{ tag, code, direction, paid, authorized, expired },
    writeMoney: (amount, currency) => writeMoney(amount, currency, formatTag),
  };
}
