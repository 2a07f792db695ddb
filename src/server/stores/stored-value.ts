import { createConfigurationError } from '../check.js';
import type { OpenRecord, StoredRecord } from './store.js';

const createColumnError = (column: string) =>
  createConfigurationError(
    column,
    `The store holds a \`${column}\` of an unknown kind. Was its table changed?`,
  );

/** A whole number, in whatever type a driver answers it: as a number, a text or a bigint. */
export function readColumnInteger(value: unknown, column: string): number {
  const isInteger = typeof value === 'number' || typeof value === 'bigint' || /^\d+$/.test(String(value));
  const number = isInteger ? Number(value) : NaN;
  if (!Number.isSafeInteger(number)) throw createColumnError(column);
  return number;
}

/** A text, or its bytes in UTF-8. */
export function readColumnText(value: unknown, column: string): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
  throw createColumnError(column);
}

/** The one row of an order, or none. */
export function readRow(row: unknown): StoredRecord | undefined {
  if (row === undefined || row === null) return undefined;
  const { record, version } = row as Readonly<Record<string, unknown>>;
  return { record: readColumnText(record, 'record'), version: readColumnInteger(version, 'version') };
}

/** One row of a list. */
export const readOpenRow = ({ order_id, record, due_at }: Readonly<Record<string, unknown>>): OpenRecord => ({
  orderId: readColumnText(order_id, 'order_id'),
  record: readColumnText(record, 'record'),
  dueAt: readColumnInteger(due_at, 'due_at'),
});
