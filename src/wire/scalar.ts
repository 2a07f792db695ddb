import * as z from 'zod/mini';
import { getDecimalsFromTable } from './currencies.js';

/** The one-word types that the resources are made of. Formats are checked on what we write; what we read keeps its own. */

/** A UUID in its usual form, any version. */
export const uuid = z.uuid();

/** An amount in the smallest currency unit: an integer that JSON carries without loss; interface 1. */
export const minorUnits = z.int();

/** An amount that can be asked for: at least 100; interface 8. */
export const chargeable = z.int().check(z.gte(100));

/** An absolute http or https address with a host. */
export const uri = z.string().check(
  z.refine(
    (value) => {
      try {
        const { protocol, hostname } = new URL(value);
        return (protocol === 'https:' || protocol === 'http:') && hostname !== '' && !/\s/.test(value);
      } catch {
        return false;
      }
    },
    { error: 'must be an absolute http or https address' },
  ),
  z.meta({ format: 'uri' }),
);

/** A date-time, ISO 8601 with an offset. */
export const timestamp = z.iso.datetime({ offset: true });

/** A calendar date or a date-time, ISO 8601; a date alone means 00:00:00 UTC; interface 4.2. */
export const dateOrTimestamp = z.union(
  [
    z.iso.date(),
    z.iso.datetime({ offset: true, local: true }),
    // `z.iso.datetime` without seconds accepts no offset unless `precision` is -1.
    z.iso.datetime({ offset: true, precision: -1 }),
  ],
  { error: 'must be an ISO 8601 date (YYYY-MM-DD) or date-time' },
);

/** Text of at most `limit` characters, counted in code points: one beyond U+FFFF, such as 😀, is one. */
export const textUpTo = (limit: number) =>
  z.string().check(
    z.refine((value) => value.length <= limit || [...value].length <= limit, {
      error: `must have at most ${limit} characters`,
    }),
    z.meta({ maxLength: limit }),
  );

/** Text with something in it. */
export const nonEmptyText = z.string().check(
  z.refine((value) => value.trim() !== '', { error: 'must not be empty' }),
  z.meta({ minLength: 1 }),
);

/** Keys and values both strings; interface 2.3. */
export const metadata = z.record(z.string(), z.string());

/** Metadata as the service answers it: values are JSON scalars, because others than this library write it too. */
export const metadataContract = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

/**
 * An enumeration as it is read: the known members for the type, any string at run time, because the service may add
 * members. Not for what we write: there use `z.enum`.
 */
export const openEnum = <const T extends readonly string[]>(_known: T) =>
  z.string() as unknown as z.ZodMiniType<T[number] | (string & {}), T[number] | (string & {})>;

/** Absent and null mean the same in an answer. */
export const nullish = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));

/**
 * A field of an answer that decides nothing. A value of another type reads as absent, because a payment that was made
 * must not look lost by it.
 */
export const displayed = <T extends z.ZodMiniType>(schema: T) => z.catch(nullish(schema), undefined);

/** The items of a list that can be read. An item that cannot be read does not stop the list. */
export const itemsOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((items): z.output<T>[] =>
      items.flatMap((each) => {
        const read = z.safeParse(item, each);
        return read.success ? [read.data] : [];
      }),
    ),
  );

/** An ISO 4217 three-letter code in capitals; interface 2.1. */
export const currency = z.string().check(
  z.refine((value) => getDecimalsFromTable(value) !== undefined, {
    error: 'must be an ISO 4217 code of three capital letters, such as SAR',
  }),
  z.meta({ pattern: '^[A-Z]{3}$' }),
);
