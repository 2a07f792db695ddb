import * as z from 'zod/mini';
import { metadata, nonEmptyText } from '../wire/scalar.js';
import { checkBody, type Schema } from './check.js';

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

const page = z.optional(z.int().check(z.gte(1)));
const time = z.optional(z.date());

export const webhookFilter = z.strictObject({ page });
export const paymentFilter = z.strictObject({
  metadata: z.optional(metadata),
  status: z.optional(nonEmptyText),
  page,
  created: z.optional(z.strictObject({ gt: time, lt: time })),
});

/** The filter as a query: empty, or with its question mark. */
export function buildFilterQuery(
  method: string,
  schema: Schema<PaymentFilter>,
  filter: unknown = {},
): string {
  const { metadata, status, page, created } = checkBody(method, schema, filter);
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(metadata ?? {})) query.append(`metadata[${key}]`, value);
  if (status !== undefined) query.append('status', status);
  if (page !== undefined) query.append('page', String(page));
  for (const [name, at] of Object.entries(created ?? {}))
    if (at) query.append(`created[${name}]`, at.toISOString());
  return query.size === 0 ? '' : `?${query.toString()}`;
}
