import * as z from 'zod/mini';

/**
 * The forms of a value that published clients send beside the documented one. Each schema takes them all and gives
 * the documented one, so that the code behind it sees one form only.
 */

/** Null means absent in a request of such a client. */
export const optional = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value) => value ?? undefined),
  );

/** A yes or no, also as text. */
export const lenientFlag = z.pipe(
  z.union([z.boolean(), z.literal('true'), z.literal('false')], { error: 'must be true or false' }),
  z.transform((value) => value === true || value === 'true'),
);

/** A positive amount in the smallest currency unit, also as text of digits. */
export const lenientAmount = z.pipe(
  z.union([z.int().check(z.gte(1)), z.string().check(z.regex(/^[1-9]\d{0,14}$/))], {
    error: 'must be an integer of at least 1, in the smallest currency unit',
  }),
  z.transform(Number),
);

/** Metadata is text, numbers and booleans, which come back as they were sent. A key whose value is null is absent. */
export const lenientMetadata = z.pipe(
  z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null()], {
      error: 'must be text, a number or a boolean',
    }),
  ),
  z.transform((sent) => Object.fromEntries(Object.entries(sent).flatMap(withoutNull))),
);

const withoutNull = <Value>([key, value]: [string, Value | null]): [string, Value][] =>
  value === null ? [] : [[key, value]];

export type Metadata = z.infer<typeof lenientMetadata>;

/** A month as two digits, from `1`, `"1"` or `"01"`. */
export const lenientMonth = z.pipe(
  z.union([z.string().check(z.regex(/^(0?[1-9]|1[0-2])$/)), z.int().check(z.gte(1), z.lte(12))], {
    error: 'must be a month, 1 to 12',
  }),
  z.transform((value) => String(value).padStart(2, '0')),
);

/** A year as four digits, from `30`, `"30"`, `2030` or `"2030"`. */
export const lenientYear = z.pipe(
  z.union(
    [
      z.string().check(z.regex(/^(\d{2}|\d{4})$/)),
      z.int().check(z.gte(0), z.lte(99)),
      z.int().check(z.gte(1000), z.lte(9999)),
    ],
    { error: 'must be a year of two or four digits' },
  ),
  z.transform((value) => {
    const digits = String(value).padStart(2, '0');
    return digits.length === 2 ? `20${digits}` : digits;
  }),
);
