import { format } from '../bank/money.js';
import type { Service } from '../controls/service.js';

/** The rows before a place, newest first. `table` is one of our own names, never a caller's. */
export const newest = <Row>({ store }: Service, table: string, place: number, limit: number) =>
  store.all<Row & { readonly place: number }>(
    `SELECT rowid AS place, * FROM ${table} WHERE rowid < ? ORDER BY rowid DESC LIMIT ?`,
    place,
    limit,
  );

export const named = (row: { readonly id: string; readonly created_at: number }) =>
  ({ id: row.id, at: row.created_at }) as const;

export const priced = (row: { amount: number; currency: string; description: string | null }) => ({
  amount: format(row.amount, row.currency),
  about: row.description ?? '',
});
