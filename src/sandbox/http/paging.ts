import type { z } from 'zod/mini';
import type { listMeta } from '../../wire/index.js';
import type { Store, Value } from '../store/store.js';
import { invalidFields } from './refusal.js';

const size = 40;

/** The query's parameters, once each and only those that are known: a misspelt filter must not find everything. */
export function parametersOf(url: string, isKnown: (name: string) => boolean): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of new URL(url).searchParams) {
    if (!isKnown(name)) throw invalidFields({ [name]: ['is not a known parameter'] });
    if (found.has(name)) throw invalidFields({ [name]: ['is given twice'] });
    found.set(name, value);
  }
  return found;
}

/** Which page is wanted; they count from 1. */
export function pageIn(parameters: ReadonlyMap<string, string>): number {
  const text = parameters.get('page') ?? '1';
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidFields({ page: ['must be an integer from 1'] });
  return Number(text);
}

/** One page of the rows, newest first. `from` is SQL of our own: a table and what narrows it. */
export function listPage<Row>(
  store: Store,
  page: number,
  from: string,
  ...values: Value[]
): { rows: Row[]; meta: z.infer<typeof listMeta> } {
  const { total } = store.get<{ total: number }>(`SELECT count(*) AS total FROM ${from}`, ...values) as {
    total: number;
  };
  const pages = Math.max(1, Math.ceil(total / size));
  return {
    rows: store.all<Row>(
      `SELECT * FROM ${from} ORDER BY rowid DESC LIMIT ? OFFSET ?`,
      ...values,
      size,
      (page - 1) * size,
    ),
    meta: {
      current_page: page,
      next_page: page < pages ? page + 1 : null,
      prev_page: page > 1 ? page - 1 : null,
      total_pages: pages,
      total_count: total,
    },
  };
}
