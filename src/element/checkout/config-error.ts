/** A setting that can't be used: its name, and what is wrong with its value. */
export class ConfigError extends Error {
  constructor(
    readonly field: string,
    problem: string,
  ) {
    super(`\`${field}\` ${problem}`);
  }
}

/**
 * @param value What the page has set. The message names it, unless it is left out.
 * @throws {ConfigError} about the field, unless the condition holds.
 */
export function assertConfig(
  holds: unknown,
  field: string,
  problem: string,
  ...value: readonly [value?: unknown]
): asserts holds {
  if (!holds)
    throw new ConfigError(
      field,
      value.length ? `${problem} Its value is ${describeValue(value[0])}.` : problem,
    );
}

const standInKey = '\uE000value';

/** Stands for a value that cannot be posted to a frame. Every setting refuses it, and messages name the value. */
export const createStandIn = (value: unknown): object => ({ [standInKey]: [describeValue(value)] });

/** Names a value in a message for developers. A string that may hold a secret is cut after three characters. */
export function describeValue(value: unknown, maxLength = 40): string {
  if (typeof value !== 'string') {
    if (Object(value) !== value) return String(value);
    const described = (value as { readonly [standInKey]?: readonly unknown[] })[standInKey]?.[0];
    return typeof described === 'string' ? described : Object.prototype.toString.call(value);
  }
  const length = /[@?]|[a-z]k_|secret|token/i.test(value.slice(0, maxLength)) ? 3 : maxLength;
  return `“${value.slice(0, length)}${value.length > length ? '…' : ''}”`;
}

/** The text of a setting without spaces around it; undefined for null and blank text, as for a missing attribute. */
export function parseText(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  assertConfig(typeof value === 'string', field, 'must be a string.', value);
  return value.trim() || undefined;
}

/** The words of a setting, which spaces separate; undefined as for `parseText`. */
export const parseWords = (field: string, value: unknown): readonly string[] | undefined =>
  parseText(field, value)?.split(/\s+/);

/** The same for words that are known. */
export function parseKnownWords<Word extends string>(
  field: string,
  value: unknown,
  known: readonly Word[],
): readonly Word[] | undefined {
  const words = parseWords(field, value);
  const unknown = words?.find((word) => !known.some((name) => name === word));
  assertConfig(unknown === undefined, field, `may hold ${known.join(', ')}, but not “${unknown}”.`);
  return words as readonly Word[] | undefined;
}

/** A number, or one in decimal digits, as an attribute or a template has it. NaN for anything else. */
export function parseNumber(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : NaN;
}
