import { networks, type Network } from '../../wire/networks.js';
import { madaPrefixes, type MadaPrefixes } from './mada-prefixes.js';

export { networks, type Network };

/**
 * A part of a mark: filled with a color, or drawn in lines of a width. Not as text, which depends on fonts and is slow to lay
 * out.
 */
type Shape = readonly [color: string, path: string, lineWidth?: number];

interface NetworkRow {
  /** The name. A locale has another one only where payers do. */
  readonly label: string;
  /** First and last prefix of each range, both of one length. Empty for mada, whose prefixes are a separate list. */
  readonly ranges: readonly (readonly [first: string, last: string])[];
  /** How many digits a number may have, ascending. */
  readonly lengths: readonly number[];
  /** After how many digits a space is shown. */
  readonly gaps: readonly number[];
  readonly cvcLength: number;
  /**
   * 72 by 48, drawn by us so that a payer recognizes it at a glance. The networks own their marks. A mark keeps its colors
   * in every color scheme, because payers know it by them.
   */
  readonly mark: readonly [background: string, ...Shape[]];
}

export interface NetworkGuess {
  /** The best guess; undefined while the digits don't tell, and when no accepted network fits. */
  readonly network: Network | undefined;
  /** All accepted networks that fit: a co-badged card has two. */
  readonly networks: readonly Network[];
}

const fours = [4, 8, 12, 16];

const white = '#fff';

/** One row for each network. */
export const networkTable: Readonly<Record<Network, NetworkRow>> = {
  mada: {
    label: 'mada',
    ranges: [],
    lengths: [16],
    gaps: fours,
    cvcLength: 3,
    mark: [
      white,
      ['#259bd6', 'M5 13h15v9H5z'],
      ['#84b740', 'M5 26h15v9H5z'],
      [
        '#27292d',
        'M25 31v-9m0 3.5a3 3 0 016 0v5.5m0-5.5a3 3 0 016 0v5.5m10-9v9m0-4.5a3 4 0 10-6 0 3 4 0 106 0m10-10v14.5m0-4.5a3 4 0 10-6 0 3 4 0 106 0m10-4.5v9m0-4.5a3 4 0 10-6 0 3 4 0 106 0',
        2.7,
      ],
    ],
  },
  visa: {
    label: 'Visa',
    ranges: [['4', '4']],
    lengths: [16, 18, 19],
    gaps: fours,
    cvcLength: 3,
    mark: [
      white,
      [
        '#1434cb',
        'M6 15h6.5l3 12 6-12h6.5l-10 19h-6.5zM29.5 15h6l-3.8 19h-6zM56 15h6l4.5 19h-5.8l-.8-3.8h-7.5l-2 3.8h-6.4zm1 5.8l-2.8 5.4h4z',
      ],
      ['#1434cb', 'M49 18.3c-3.5-1.6-8.5-1.2-8.5 2 0 4 6.5 3.2 6.5 7.4 0 4-6.5 4.3-11 2', 4.6],
    ],
  },
  master: {
    label: 'Mastercard',
    ranges: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
    gaps: fours,
    cvcLength: 3,
    mark: [
      white,
      ['#eb001b', 'M11 24a15 15 0 1030 0 15 15 0 10-30 0'],
      ['#f79e1b', 'M31 24a15 15 0 1030 0 15 15 0 10-30 0'],
      ['#ff5f00', 'M36 12.8a15 15 0 010 22.4 15 15 0 010-22.4'],
    ],
  },
  amex: {
    label: 'American Express',
    ranges: [
      ['34', '34'],
      ['37', '37'],
    ],
    lengths: [15],
    gaps: [4, 10],
    cvcLength: 4,
    mark: [
      '#006fcf',
      [
        white,
        'M7 32.5l6-17 6 17m-10-5.5h8M24 32.5v-17l6 9 6-9v17M51 16h-9v16h9m-1-8h-7M54 15l12 18m0-18l-12 18',
        4,
      ],
    ],
  },
  unionpay: {
    label: 'UnionPay',
    ranges: [
      ['62', '62'],
      ['8100', '8171'],
    ],
    lengths: [16, 17, 18, 19],
    gaps: fours,
    cvcLength: 3,
    mark: [
      white,
      ['#e21836', 'M16 5h17l-8 38h-17q-5 0-4-5l6-28q1-5 6-5'],
      ['#00447c', 'M31 5h17l-8 38h-17z'],
      ['#007b84', 'M47 5h16q5 0 4 5l-6 28q-1 5-6 5h-16z'],
      [
        white,
        'M17 12v6.5a3.5 3.5 0 007 0v-6.5m5 10v-7m0 2.5a2.5 2.5 0 015 0v4.5m4.5-7v7m0-10v-.5m10.5 6.5a3 3.3 0 10-6 0 3 3.3 0 106 0m4.5 3.5v-7m0 2.5a2.5 2.5 0 015 0v4.5M27 37v-10h4a3 3 0 010 6h-4m16-3v7m0-3.5a3 3.3 0 10-6 0 3 3.3 0 106 0m4-3.5l3.5 7m3.5-7l-5 11',
        2.2,
      ],
    ],
  },
};

/** Where a number shows spaces; groups of four while the network is not known. */
export const getGaps = (brand: Network | undefined): readonly number[] =>
  brand ? networkTable[brand].gaps : fours;

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
  return networkTable[network].ranges.some(
    ([first, last]) => first <= padPrefix(digits, '0', first) && padPrefix(digits, '9', last) <= last,
  );
}

function canMatchPrefix(network: Network, digits: string, mada: MadaPrefixes): boolean {
  if (network === 'mada') return [...mada].some((prefix) => prefix.startsWith(digits));
  return networkTable[network].ranges.some(
    ([first, last]) => first <= padPrefix(digits, '9', first) && padPrefix(digits, '0', last) <= last,
  );
}

/** The digits at the length of a prefix: with `0` the lowest prefix that they may become, with `9` the highest. */
const padPrefix = (digits: string, filler: string, { length }: string) =>
  digits.slice(0, length).padEnd(length, filler);
