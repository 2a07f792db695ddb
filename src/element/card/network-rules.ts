import { networks, type Network } from '../../wire/networks.js';
import { madaPrefixes, type MadaPrefixes } from './mada-prefixes.js';

export { networks, type Network };

export interface NetworkRules {
  /** First and last prefix of each range, both of one length. Empty for mada, whose prefixes are a list of their own. */
  readonly ranges: readonly (readonly [first: string, last: string])[];
  /** How many digits a number may have, ascending. */
  readonly lengths: readonly number[];
  /** After how many digits a space is shown. */
  readonly gaps: readonly number[];
  readonly cvcLength: number;
}

export interface NetworkGuess {
  /** The best guess; undefined while the digits don't tell, and when no accepted network fits. */
  readonly network: Network | undefined;
  /** All accepted networks that fit: a co-badged card has two. */
  readonly networks: readonly Network[];
}

const fours = [4, 8, 12, 16];

export const networkRules: Readonly<Record<Network, NetworkRules>> = {
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

/** Where a number shows spaces; groups of four while the network is not known. */
export const getGaps = (brand: Network | undefined): readonly number[] =>
  brand ? networkRules[brand].gaps : fours;

/** Guesses the networks of a number that is typed, or still being typed, from its ASCII digits. */
export function guessNetworks(
  digits: string,
  accepted: readonly Network[],
  mada: MadaPrefixes = madaPrefixes,
): NetworkGuess {
  // mada is the first of them, so a co-badged card is shown as mada.
  const fitting = networks.filter(
    (network) => accepted.includes(network) && matchesPrefix(network, digits, mada),
  );
  return { network: fitting[0], networks: fitting };
}

/** Whether an accepted network fits, or may fit when more digits are typed. */
export function canBeAccepted(
  digits: string,
  accepted: readonly Network[],
  mada: MadaPrefixes = madaPrefixes,
): boolean {
  return accepted.some(
    (network) => matchesPrefix(network, digits, mada) || canMatchPrefix(network, digits, mada),
  );
}

function matchesPrefix(network: Network, digits: string, mada: MadaPrefixes): boolean {
  if (network === 'mada') return mada.has(digits.slice(0, 6)) || mada.has(digits.slice(0, 8));
  return networkRules[network].ranges.some(
    ([first, last]) => first <= padPrefix(digits, '0', first) && padPrefix(digits, '9', last) <= last,
  );
}

function canMatchPrefix(network: Network, digits: string, mada: MadaPrefixes): boolean {
  if (network === 'mada') return [...mada].some((prefix) => prefix.startsWith(digits));
  return networkRules[network].ranges.some(
    ([first, last]) => first <= padPrefix(digits, '9', first) && padPrefix(digits, '0', last) <= last,
  );
}

/** The digits at the length of a prefix: with `0` the lowest prefix that they may become, with `9` the highest. */
const padPrefix = (digits: string, filler: string, { length }: string) =>
  digits.slice(0, length).padEnd(length, filler);
