import { holdsCardNumber } from '../card/written-number.js';
import { PayError } from '../error.js';
import type { GivenSource } from './pay-by.js';
import { Wrong } from './set-value.js';

/**
 * Reads the `source` that the page hands over among the options of a submit; undefined where there is none. What is
 * sent is this copy: the page can't change it any more.
 *
 * @throws {PayError} `configuration`, without a word of what the source holds.
 */
export function readGiven(options: unknown): GivenSource | undefined {
  try {
    const given = Object(options) as { readonly source?: unknown };
    if (!('source' in given)) return undefined;
    const copy = copied(given.source) as GivenSource;
    if (typeof copy?.type !== 'string' || !copy.type.trim()) throw notPlain();
    if (/^\s*creditcard\s*$/i.test(copy.type)) throw cardInPage();
    return copy;
  } catch (error) {
    // A getter of the page may have thrown anything, and a cycle overflows the stack.
    const { message } = error instanceof Wrong ? error : notPlain();
    throw new PayError('configuration', message, { field: 'source' });
  }
}

const notPlain = () => new Wrong('source', 'must be plain JSON, an object with a `type`.');
const cardInPage = () => new Wrong('source', 'holds a card. Only the form takes card numbers.');

function copied(value: unknown): unknown {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'number':
      if (!(Math.abs(value) < 2 ** 53)) throw notPlain();
      text(String(value));
      return value;
    case 'string':
      return text(value);
    case 'object':
      return value && members(value);
    default:
      throw notPlain();
  }
}

function members(value: object): unknown {
  const isList = Array.isArray(value);
  // Counted, because a list or an object of another window has the prototypes of that window.
  if (heightOf(value) > (isList ? 2 : 1)) throw notPlain();
  if (isList) return Array.from(value, copied);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === '__proto__') throw notPlain();
      return [text(key), copied(member)];
    }),
  );
}

/** How many prototypes there are above it. */
function heightOf(value: object): number {
  const above = Object.getPrototypeOf(value) as object | null;
  return above ? 1 + heightOf(above) : 0;
}

function text(value: string): string {
  if (holdsCardNumber(value)) throw cardInPage();
  return value;
}
