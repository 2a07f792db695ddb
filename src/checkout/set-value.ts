/** A value that can't be used: who has set it, and what is wrong with it. */
export class Wrong extends Error {
  constructor(
    readonly field: string,
    problem: string,
  ) {
    super(`\`${field}\` ${problem}`);
  }
}

/** @throws {Wrong} about the field, unless the condition holds. */
export function must(holds: unknown, field: string, problem: string): asserts holds {
  if (!holds) throw new Wrong(field, problem);
}

/** What a page sets may be anything: null and blank are none, as a missing attribute is. */
export function text(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  must(typeof value === 'string', field, 'must be a string.');
  return value.trim() === '' ? undefined : value;
}

/** A number, or one in decimal digits, as an attribute or a template has it. */
export function number(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : (value as number);
}
