import * as z from 'zod/mini';
import type { Value } from '../store/database.js';
import type { Store } from '../store/store.js';
import { invalidFields } from './refusal.js';

/** Where a page stands in its list. */
export const pageMeta = z.object({
  current_page: z.int(),
  next_page: z.nullable(z.int()),
  prev_page: z.nullable(z.int()),
  total_pages: z.int(),
  total_count: z.int(),
});

const standardSize = 40;
const largestSize = 100;

/** The parameters of an address's query that `isKnown` knows. The others are ignored. */
export function parametersOf(url: string, isKnown: (name: string) => boolean): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of new URL(url).searchParams) {
    if (!isKnown(name)) continue;
    // The database would cut the text at a NUL, and find something else.
    if (`${name}${value}`.includes('\0')) throw invalidFields({ [name]: ['must not contain NUL'] });
    if (found.has(name)) throw invalidFields({ [name]: ['is given twice'] });
    found.set(name, value);
  }
  return found;
}

/** Which part of a list is wanted. */
export interface Page {
  /** Counts from 1. */
  readonly number: number;
  readonly size: number;
}

export const isPaging = (name: string) => /^(page|per|limit)$/.test(name);

/** Reads `page`, and how many entries a page has from `per` or `limit`. */
export function pageIn(parameters: ReadonlyMap<string, string>): Page {
  const read = (name: string, standard: number) => {
    const text = parameters.get(name);
    if (text === undefined) return standard;
    if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidFields({ [name]: ['must be an integer from 1'] });
    return Number(text);
  };
  return {
    number: read('page', 1),
    size: Math.min(largestSize, read('per', read('limit', standardSize))),
  };
}

/** One page of the rows, newest first. `from` is SQL of our own: a table and the conditions on it. */
export function listPage<Row>(
  store: Store,
  { number, size }: Page,
  from: string,
  ...values: readonly Value[]
): { rows: Row[]; meta: z.infer<typeof pageMeta> } {
  const { total } = store.get<{ total: number }>(`SELECT count(*) AS total FROM ${from}`, ...values) as {
    total: number;
  };
  const pages = Math.max(1, Math.ceil(total / size));
  return {
    rows: store.all<Row>(
      `SELECT * FROM ${from} ORDER BY rowid DESC LIMIT ? OFFSET ?`,
      ...values,
      size,
      (number - 1) * size,
    ),
    meta: {
      current_page: number,
      next_page: number < pages ? number + 1 : null,
      prev_page: number > 1 ? number - 1 : null,
      total_pages: pages,
      total_count: total,
    },
  };
}

const integer = { type: 'integer', minimum: 1 } as const;

/** The parameters of a list, for its description. */
export const pageParameters = [
  { name: 'page', in: 'query', description: 'Counts from 1', schema: integer },
  {
    name: 'per',
    in: 'query',
    description: `Entries a page, at most ${largestSize}; ${standardSize} when it is missing`,
    schema: integer,
  },
  { name: 'limit', in: 'query', description: 'Another name of `per`', schema: integer },
] as const;
