import type { Expiry } from '../../card/expiry.js';
import { assertConfig, parseText } from '../../checkout/config-error.js';
import { matching, record } from '../../../wire/reader.js';

/** A card that the payer saved before, as the page sets it. */
export interface SavedCardEntry {
  /** The saved card's token: a credential. The element does not show it, and sends it only to the service. */
  readonly token: string;
  /** The network, as the service spells it: on a token's `brand`, also `mastercard`. */
  readonly company: string;
  /** Masked, as the service gives it: only its last four digits are shown. */
  readonly number: string;
  readonly month?: string | number | undefined;
  readonly year?: string | number | undefined;
  readonly name?: string | undefined;
}

/** A validated `SavedCardEntry`. */
export interface SavedCard {
  readonly token: string;
  /** A network, possibly one that this version does not know. */
  readonly company: string;
  readonly lastFour: string;
  /** Undefined where only the service knows when the card expires. */
  readonly expiry: Expiry | undefined;
}

/** Whether a typed card is saved: `offer` asks the payer, `always` tells the payer. */
export type SaveCard = 'offer' | 'always';

const field = 'savedCards';
const filled = matching(/\S/);

/** More digits than a masked number has, which are the first eight and the last four. */
const unmasked = /(\d\D*){13}/;

/** Reads month and year as the service writes them. `parseExpiry` reads the many forms in which payers type a date. */
function readExpiry(...written: readonly unknown[]): Expiry | undefined {
  const [month, year] = written.map((part) => String(part).trim());
  if (!month || !year || !/^(0?[1-9]|1[0-2])$/.test(month) || !/^(\d\d){1,2}$/.test(year)) return undefined;
  return { month: month.padStart(2, '0'), year: year.padStart(4, '20') };
}

/**
 * Reads the list that the page has set. No message repeats a value of the list, because a token is a credential.
 *
 * @throws {ConfigError} naming what an entry lacks.
 */
export function readSavedCards(value: unknown): readonly SavedCard[] {
  if (value === undefined || value === null) return [];
  assertConfig(Array.isArray(value), field, 'must be a list of { token, company, number }.');
  return value.map((entry: unknown, at) => {
    const given = record(entry) ?? {};
    const readText = (name: string): string => {
      const text = filled(given[name]);
      assertConfig(text, field, `must have a text \`${name}\` in each entry, but entry ${at + 1} has none.`);
      return text;
    };
    const [token, company, number] = [readText('token'), readText('company'), readText('number')];
    assertConfig(!unmasked.test(number), field, `must have masked numbers, but entry ${at + 1} has not.`);
    return {
      token,
      company: company === 'mastercard' ? 'master' : company,
      lastFour: number.replace(/\D/g, '').slice(-4),
      expiry: readExpiry(given['month'], given['year']),
    };
  });
}

export function readSaveCard(value: unknown): SaveCard | undefined {
  const saveCard = parseText('save-card', value);
  assertConfig(
    saveCard === undefined || saveCard === 'offer' || saveCard === 'always',
    'save-card',
    'must be offer or always.',
    value,
  );
  return saveCard;
}
