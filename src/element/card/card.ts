import { networkTable, guessNetworks, type NetworkGuess, type Network } from './networks.js';
import { toDigits } from './digits.js';
import { checkExpiry, parseExpiry, type ExpiryProblem, type Month } from './expiry.js';
import { fieldNames, type FieldName, type FieldResult } from './fields.js';
import { checkHolder, type HolderProblem } from './holder.js';
import type { MadaPrefixes } from './mada-prefixes.js';
import { checkNumber, type NumberProblem } from './number.js';
import { checkSecurityCode, type SecurityCodeProblem } from './security-code.js';

export { fieldNames, type FieldName };

/** A card as the wire wants it: every value a string. */
export interface Card {
  /** Digits only. */
  readonly number: string;
  /** `01` to `12`. */
  readonly month: string;
  /** Four digits. */
  readonly year: string;
  readonly cvc: string;
  readonly name: string;
}

/** The codes of what can be wrong, by field. */
export interface FieldProblems extends Record<FieldName, string> {
  readonly number: NumberProblem;
  readonly expiry: ExpiryProblem;
  readonly cvc: SecurityCodeProblem;
  readonly name: HolderProblem;
}

/** The texts of the inputs, as they stand. */
export type Draft = Readonly<Record<FieldName, string>>;

export interface DraftRules {
  readonly acceptedNetworks: readonly Network[];
  /** Undefined where the device's clock is not trusted: then no date is past, nor too far ahead. */
  readonly today: Month | undefined;
  readonly madaPrefixes?: MadaPrefixes | undefined;
}

export interface CheckedDraft extends NetworkGuess {
  readonly fields: { readonly [F in FieldName]: FieldResult<FieldProblems[F]> };
  /** Only when every field is valid. */
  readonly card?: Card;
}

/** Checks everything that the payer has typed, and returns a card when every field is valid. */
export function checkDraft(
  draft: Draft,
  { acceptedNetworks: accepted, today, madaPrefixes: mada }: DraftRules,
): CheckedDraft {
  const number = toDigits(draft.number);
  const cvc = toDigits(draft.cvc);
  const guess = guessNetworks(number, accepted, mada);
  const fields = {
    number: checkNumber(number, accepted, mada),
    expiry: checkExpiry(draft.expiry, today),
    cvc: checkSecurityCode(cvc, guess.network && networkTable[guess.network].cvcLength),
    name: checkHolder(draft.name),
  };
  const isValid = fieldNames.every((field) => fields[field].status === 'valid');
  const expiry = isValid && parseExpiry(draft.expiry);
  return expiry
    ? { ...guess, fields, card: { number, ...expiry, cvc, name: draft.name.trim() } }
    : { ...guess, fields };
}
