import { containsCardNumber } from '../card/digits.js';
import { PayError } from '../../error.js';
import type { ExternalSource } from './payment-method.js';

/**
 * Reads the `source` that the page hands over among the options of a submit; undefined where there is none. What is
 * sent is this copy: the page can't change it any more.
 *
 * @throws {PayError} `configuration`, without a word of what the source holds.
 */
export function parseExternalSource(options: unknown): ExternalSource | undefined {
  try {
    const withSource = Object(options) as { readonly source?: unknown };
    if (!('source' in withSource)) return undefined;
    const source = JSON.parse(JSON.stringify(withSource.source, assertPlainValue)) as ExternalSource;
    const type = source.type.trim().toLowerCase();
    if (type && type !== 'creditcard') return source;
  } catch {
    // There may be a cycle in it, or no text as its type, or a getter that throws whatever it likes.
  }
  throw new PayError(
    'configuration',
    '`source` must be plain JSON with a `type`, and no card: only the form takes card numbers.',
    { field: 'source' },
  );
}

/** Lets a value into the JSON as it is, or throws. */
function assertPlainValue(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value;
  const isPlain = isObject
    ? // By name, because another window has another `Object`. Without a prototype there is no constructor.
      ['Object', 'Array', undefined].includes(isObject.constructor?.name)
    : typeof value === 'string' || Math.abs(value as number) < 2 ** 53;
  // `JSON.stringify` would write what `toJSON` returns, and would leave out what it can't write.
  if (!isPlain || value !== this[key] || key === '__proto__') throw new TypeError();
  if (containsCardNumber(`${key} ${isObject ? '' : String(value)}`)) throw new TypeError();
  return value;
}
