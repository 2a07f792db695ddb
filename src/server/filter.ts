import { createArgumentError } from './check.js';

/** Which payments to list. */
export interface PaymentFilter {
  /** All of these must be on the payment. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** A payment's status, such as `paid`. */
  readonly status?: string | undefined;
  /** From 1, newest first. */
  readonly page?: number | undefined;
  /** When it was made, by the service's clock: after `gt`, before `lt`. */
  readonly created?: { readonly gt?: Date | undefined; readonly lt?: Date | undefined } | undefined;
}

/** Which webhooks to list. */
export type WebhookFilter = Pick<PaymentFilter, 'page'>;

const filterKeys = ['metadata', 'status', 'page', 'created'];

/** The filter as a query: empty, or with its question mark. */
export function buildFilterQuery(
  method: string,
  filter: PaymentFilter = {},
  knownKeys: readonly string[] = filterKeys,
): string {
  if (typeof filter !== 'object' || filter === null)
    throw createArgumentError(method, 'filter', 'must be an object');
  const unknown = Object.keys(filter).find((key) => !knownKeys.includes(key));
  if (unknown !== undefined) throw createArgumentError(method, unknown, 'is not known');
  const { metadata, status, page, created } = filter;
  const query = new URLSearchParams();
  for (const [key, value] of metadataEntries(method, metadata)) query.append(`metadata[${key}]`, value);
  if (status !== undefined) {
    if (typeof status !== 'string' || status === '')
      throw createArgumentError(method, 'status', 'must be a word');
    query.append('status', status);
  }
  if (page !== undefined) {
    if (!Number.isSafeInteger(page) || page < 1)
      throw createArgumentError(method, 'page', 'must be an integer from 1');
    query.append('page', String(page));
  }
  for (const [name, value] of Object.entries(created ?? {})) {
    if (name !== 'gt' && name !== 'lt') throw createArgumentError(method, `created.${name}`, 'is not known');
    if (value === undefined) continue;
    if (!(value instanceof Date) || Number.isNaN(value.getTime()))
      throw createArgumentError(method, `created.${name}`, 'must be a Date');
    query.append(`created[${name}]`, value.toISOString());
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

function metadataEntries(method: string, metadata: unknown): [string, string][] {
  if (metadata === undefined) return [];
  if (typeof metadata !== 'object' || metadata === null)
    throw createArgumentError(method, 'metadata', 'must be an object');
  return Object.entries(metadata).map(([key, value]) => {
    if (typeof value !== 'string')
      throw createArgumentError(method, `metadata.${key}`, 'must be of type string');
    return [key, value];
  });
}
