/** A test of one value's form. */
export type Test = (value: unknown) => boolean;

export const text: Test = (value) => typeof value === 'string';
export const number: Test = (value) => Number.isFinite(value);
export const flag: Test = (value) => typeof value === 'boolean';
export const record = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const list =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
export const oneOf =
  (...words: readonly string[]): Test =>
  (value) =>
    words.includes(value as string);

/** An object with these fields as they should be. What is optional may be null. */
export const object =
  (required: Readonly<Record<string, Test>>, optional: Readonly<Record<string, Test>> = {}): Test =>
  (value) =>
    record(value) &&
    Object.entries(required).every(([field, test]) => test(value[field])) &&
    Object.entries(optional).every(([field, test]) => (value[field] ?? null) === null || test(value[field]));
