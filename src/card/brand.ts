import { networks, type Network } from '../wire/networks.js';
import { madaPrefixes, type MadaPrefixes } from './mada-prefixes.js';

export { networks, type Network };

export interface Brand {
  /** First and last prefix of each range, both of one length. Empty for mada, whose prefixes are a list of their own. */
  readonly ranges: readonly (readonly [first: string, last: string])[];
  /** How many digits a number may have, ascending. */
  readonly lengths: readonly number[];
  /** After how many digits a space is shown. */
  readonly gaps: readonly number[];
  readonly cvcLength: number;
}

export interface BrandGuess {
  /** The best guess; undefined while the digits don't tell, and when no accepted network fits. */
  readonly brand: Network | undefined;
  /** All accepted networks that fit: a co-badged card has two. */
  readonly networks: readonly Network[];
}

const fours = [4, 8, 12, 16];

export const brands: Readonly<Record<Network, Brand>> = {
  mada: { ranges: [], lengths: [16], gaps: fours, cvcLength: 3 },
  visa: { ranges: [['4', '4']], lengths: [16, 18, 19], gaps: fours, cvcLength: 3 },
  master: {
    ranges: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
    gaps: fours,
    cvcLength: 3,
  },
  amex: {
    ranges: [
      ['34', '34'],
      ['37', '37'],
    ],
    lengths: [15],
    gaps: [4, 10],
    cvcLength: 4,
  },
  unionpay: {
    ranges: [
      ['62', '62'],
      ['8100', '8171'],
    ],
    lengths: [16, 17, 18, 19],
    gaps: fours,
    cvcLength: 3,
  },
};

/** Where a number shows spaces; groups of four while the brand is not known. */
export const gapsOf = (brand: Network | undefined): readonly number[] => (brand ? brands[brand].gaps : fours);

/** Guesses the brand of a number that is typed, or still being typed, from its ASCII digits. */
export function guessBrand(
  digits: string,
  accepted: readonly Network[],
  mada: MadaPrefixes = madaPrefixes,
): BrandGuess {
  // mada is the first of them, so a co-badged card is shown as mada.
  const fitting = networks.filter((network) => accepted.includes(network) && fits(network, digits, mada));
  return { brand: fitting[0], networks: fitting };
}

/** Whether an accepted network fits, or may fit when more digits are typed. */
export function mayBeAccepted(
  digits: string,
  accepted: readonly Network[],
  mada: MadaPrefixes = madaPrefixes,
): boolean {
  return accepted.some((network) => fits(network, digits, mada) || mayFit(network, digits, mada));
}

function fits(network: Network, digits: string, mada: MadaPrefixes): boolean {
  if (network === 'mada') return mada.has(digits.slice(0, 6)) || mada.has(digits.slice(0, 8));
  return brands[network].ranges.some(
    ([first, last]) => first <= filled(digits, '0', first) && filled(digits, '9', last) <= last,
  );
}

function mayFit(network: Network, digits: string, mada: MadaPrefixes): boolean {
  if (network === 'mada') return [...mada].some((prefix) => prefix.startsWith(digits));
  return brands[network].ranges.some(
    ([first, last]) => first <= filled(digits, '9', first) && filled(digits, '0', last) <= last,
  );
}

/** The digits at the length of a prefix: with `0` the lowest prefix that they may become, with `9` the highest. */
const filled = (digits: string, filler: string, { length }: string) =>
  digits.slice(0, length).padEnd(length, filler);
