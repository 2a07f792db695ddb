import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

/** What a schema is asked; zod's own are like this. */
interface Schema<Data = unknown> {
  safeParse(value: unknown): {
    success: boolean;
    data?: Data | undefined;
    error?: { issues: Array<{ path: PropertyKey[] }> };
  };
}

/** One row of a table of the interface: whether the field must be there, whether it may be null, and values of both kinds. */
export interface Row {
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const show = (value: unknown) => {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined');
  return text.length > 60 ? `${text.slice(0, 50)}… (${text.length})` : text;
};

export const accepts = <Data>(schema: Schema<Data>, value: unknown): Data => {
  const result = schema.safeParse(value);
  assert.ok(result.success, JSON.stringify(result.error?.issues));
  return result.data as Data;
};

/** Refused, and for this field only. */
export const refuses = (schema: Schema, value: unknown, field: string) => {
  const result = schema.safeParse(value);
  assert.equal(result.success, false);
  assert.deepEqual([...new Set(result.error?.issues.map(({ path }) => path[0]))], [field]);
};

/** Tests a schema by a table: `whole` is an object with every field of it, and right. */
export function describeTable(title: string, schema: Schema, whole: object, rows: Record<string, Row>): void {
  describe(title, () => {
    test('accepts the whole, and has a row for each of its fields', () => {
      accepts(schema, whole);
      assert.deepEqual(Object.keys(rows).sort(), Object.keys(whole).sort());
    });

    for (const [field, { required = false, nullable = false, good, bad }] of Object.entries(rows)) {
      const withValue = (value: unknown) => ({ ...whole, [field]: value });
      for (const value of good)
        test(`${field} may be ${show(value)}`, () => void accepts(schema, withValue(value)));
      for (const value of nullable ? bad : [...bad, null])
        test(`${field} may not be ${show(value)}`, () => refuses(schema, withValue(value), field));
      if (nullable) test(`${field} may be null`, () => void accepts(schema, withValue(null)));
      test(`${field} ${required ? 'must be there' : 'may be missing'}`, () => {
        const { [field]: _, ...rest } = whole as Record<string, unknown>;
        if (required) refuses(schema, rest, field);
        else accepts(schema, rest);
      });
    }
  });
}

/** Tests the loose manner of reading: `needed` must be there, all else may be missing, null or new. */
export function describeReading(
  title: string,
  schema: Schema,
  whole: object,
  needed: readonly string[],
  enums: readonly string[] = [],
): void {
  describe(`reading ${title}`, () => {
    test('keeps what it does not know', () => {
      const more = { ...whole, added_later: { any: ['thing'] } };
      assert.deepEqual(accepts(schema, more), more);
    });
    for (const field of Object.keys(whole)) {
      const { [field]: _, ...rest } = whole as Record<string, unknown>;
      if (needed.includes(field))
        test(`needs ${field}`, () => {
          refuses(schema, rest, field);
          refuses(schema, { ...rest, [field]: null }, field);
        });
      else
        test(`takes ${field} missing or null`, () => {
          accepts(schema, rest);
          accepts(schema, { ...rest, [field]: null });
        });
    }
    for (const field of enums)
      test(`takes a member of ${field} that came later, and keeps it`, () => {
        const later = { ...whole, [field]: 'added_later' };
        assert.deepEqual(accepts(schema, later), later);
      });
    for (const value of [null, undefined, [], 'text', 7])
      test(`does not take ${show(value)} for one`, () =>
        assert.equal(schema.safeParse(value).success, false));
  });
}

/** Tests that a request says nothing that is not foreseen. */
export function describeStrictness(title: string, schema: Schema, whole: object): void {
  test(`${title} refuses a field that it does not know`, () => {
    const result = schema.safeParse({ ...whole, added: 1 });
    assert.equal(result.success, false);
    assert.deepEqual((result.error?.issues[0] as unknown as { keys: string[] }).keys, ['added']);
  });
}
