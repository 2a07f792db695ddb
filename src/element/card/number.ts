import { networkTable, guessNetworks, canBeAccepted, type Network } from './networks.js';
import { passesLuhn } from './digits.js';
import type { MadaPrefixes } from './mada-prefixes.js';
import { empty, incomplete, invalid, valid, type FieldResult } from './fields.js';

/** `unsupported`: no accepted network starts with these digits. */
export type NumberProblem = 'empty' | 'incomplete' | 'too_long' | 'luhn' | 'unsupported';

/** Checks a card number, given as ASCII digits. */
export function checkNumber(
  digits: string,
  accepted: readonly Network[],
  mada?: MadaPrefixes,
): FieldResult<NumberProblem> {
  if (!digits) return empty;
  const { network: brand } = guessNetworks(digits, accepted, mada);
  if (!brand) return canBeAccepted(digits, accepted, mada) ? incomplete : invalid('unsupported');
  const { lengths } = networkTable[brand];
  const { length } = digits;
  if (length > Math.max(...lengths)) return invalid('too_long');
  if (!lengths.includes(length)) return incomplete;
  if (passesLuhn(digits)) return valid;
  // A UnionPay number of 16 digits is often the start of a longer one. A Visa number of 16 is a typing error: the
  // rare longer ones pass through 17 digits, which are `incomplete`.
  return lengths.includes(length + 1) ? { status: 'incomplete', problem: 'luhn' } : invalid('luhn');
}

/** Digits in groups, with a space at each gap that has a digit after it. */
export function formatNumber(digits: string, gaps: readonly number[]): string {
  return [0, ...gaps]
    .map((start, group) => digits.slice(start, gaps[group]))
    .filter(Boolean)
    .join(' ');
}
