import type { DescribeRouteOptions } from 'hono-openapi';
import * as z from 'zod/mini';
import { parseTime } from '../store/clock.js';
import type { Value } from '../store/database.js';
import { type Decisions, defaultDecisions } from '../decisions.js';
import type { Namespace } from '../namespace.js';
import { invalidFields } from './refusal.js';

/** Conditions of a list's query: SQL of our own, and the caller's values for its question marks. */
interface Conditions {
  readonly where: string;
  readonly values: readonly Value[];
}

type Condition = readonly [sql: string, ...values: Value[]];

/** Reads one parameter of a kind of filter; undefined for a parameter of another kind. */
type Filter = (name: string, value: string) => Condition | undefined;

/** Finds what has exactly this value in a column. `sql` may be any expression. */
export const equals =
  (parameter: string, sql: string): Filter =>
  (name, value) =>
    name === parameter ? [`${sql} = ?`, value] : undefined;

/** Finds what has one of the known words. An unknown word is refused, because it would find nothing, ever. */
export const isOneOf =
  (parameter: string, members: readonly string[]): Filter =>
  (name, value) => {
    if (name !== parameter) return undefined;
    if (!members.includes(value)) throw invalidFields({ [name]: [`must be one of ${members.join(', ')}`] });
    return [`${parameter} = ?`, value];
  };

/** Finds what lies after (`created[gt]`) or before (`created[lt]`) a date or a moment; without an offset it is in UTC. */
export const moment =
  (parameter: string, column: string): Filter =>
  (name, value) => {
    const [, wanted, side] = /^(\w+)\[(gt|lt)\]$/.exec(name) ?? [];
    if (wanted !== parameter) return undefined;
    // Some clients write a space for the T; such a text would be read in the computer's own time zone.
    const at = parseTime(value.replace(/^([\d-]{10}) ([\d:.]+)$/, '$1T$2'));
    if (!/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(at))
      throw invalidFields({ [name]: ['must be an ISO 8601 date or date-time'] });
    return [`${column} ${side === 'gt' ? '>' : '<'} ?`, at];
  };

const metadataKey = /^metadata\[(.+)\]$/s;

/** Finds what has this value under this key of its metadata. */
export const byMetadata: Filter = (name, value) => {
  const key = metadataKey.exec(name)?.[1];
  return key === undefined
    ? undefined
    : [
        `EXISTS (SELECT 1 FROM json_each(metadata_json)
           WHERE key = ? AND CASE WHEN type IN ('true', 'false') THEN type ELSE CAST(value AS TEXT) END = ?)`,
        key,
        value,
      ];
};

/** The conditions of all parameters, each of which must hold. Parameters that no filter reads are left out. */
export function conditionsOf(
  parameters: ReadonlyMap<string, string>,
  filters: readonly Filter[],
): Conditions {
  const found: Condition[] = [];
  for (const [name, value] of parameters)
    for (const filter of filters) {
      const condition = filter(name, value);
      if (condition) found.push(condition);
    }
  return {
    where: found.length > 0 ? ` WHERE ${found.map(([sql]) => sql).join(' AND ')}` : '',
    values: found.flatMap(([, ...values]) => values),
  };
}

export type Parameters = NonNullable<DescribeRouteOptions['parameters']>;

const text = { type: 'string' } as const;
const range = (name: string): Parameters[number] => ({
  name,
  in: 'query',
  style: 'deepObject',
  explode: true,
  description: `Between \`${name}[gt]\` and \`${name}[lt]\`, each a date or a date-time`,
  schema: { type: 'object', properties: { gt: text, lt: text } },
});

/** The filters that all lists with money share, for their descriptions. */
export const filterParameters = (statuses: readonly string[]): Parameters => [
  { name: 'id', in: 'query', schema: text },
  { name: 'status', in: 'query', schema: { type: 'string', enum: [...statuses] } },
  range('created'),
  range('updated'),
  {
    name: 'metadata',
    in: 'query',
    style: 'deepObject',
    explode: true,
    schema: { type: 'object', additionalProperties: text },
  },
];

/** Which parameters `conditionsOf` may read; pass this to `parametersOf`. */
export const isFilter = (name: string) =>
  /^(id|status|card_last_digits|last_4|receipt_no|rrn|(created|updated)\[(gt|lt)\])$/.test(name) ||
  metadataKey.test(name);

/** Where a page stands in its list. */
export const pageMeta = z.object({
  current_page: z.int(),
  next_page: z.nullable(z.int()),
  prev_page: z.nullable(z.int()),
  total_pages: z.int(),
  total_count: z.nullable(z.int()),
});

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
interface RequestedPage {
  /** Counts from 1. */
  readonly number: number;
  readonly size: number;
}

export const isPaging = (name: string) => /^(page|per|limit)$/.test(name);

/** Reads `page`, and how many entries a page has from `per` or `limit`. */
export function pageIn(parameters: ReadonlyMap<string, string>, { listPageSize }: Decisions): RequestedPage {
  const read = (name: string, standard: number) => {
    const text = parameters.get(name);
    if (text === undefined) return standard;
    if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidFields({ [name]: ['must be an integer from 1'] });
    return Number(text);
  };
  return {
    number: read('page', 1),
    size: Math.min(largestSize, read('per', read('limit', Number(listPageSize)))),
  };
}

/** One page of the rows, newest first. `from` is SQL of our own: a table and the conditions on it. */
export function listPage<Row>(
  { store, decisions }: Namespace,
  { number, size }: RequestedPage,
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
      total_count: decisions.current.totalCount === 'given' ? total : null,
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
    description: `Entries a page, at most ${largestSize}; ${defaultDecisions.listPageSize} when it is missing`,
    schema: integer,
  },
  { name: 'limit', in: 'query', description: 'Another name of `per`', schema: integer },
] as const;
