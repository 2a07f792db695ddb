/** A setting that can't be used: its name, and what is wrong with its value. */
export class ConfigError extends Error {
  constructor(
    readonly field: string,
    problem: string,
  ) {
    super(`\`${field}\` ${problem}`);
  }
}

/** @throws {ConfigError} about the field, unless the condition holds. */
export function assertConfig(holds: unknown, field: string, problem: string): asserts holds {
  if (!holds) throw new ConfigError(field, problem);
}

/** The text of a setting; undefined for null and blank text, as for a missing attribute. */
export function parseText(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  assertConfig(typeof value === 'string', field, 'must be a string.');
  return value.trim() === '' ? undefined : value;
}

/** A number, or one in decimal digits, as an attribute or a template has it. NaN for anything else. */
export function parseNumber(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : NaN;
}
