import { createConfigurationError } from '../check.js';
import { withTimeout } from '../checkout/times.js';
import { maxDueAheadMs, type Store } from './store.js';

/** The longest id that every engine can hold in an index, DynamoDB and MySQL included. */
const maxIdBytes = 1024;

/** NUL, which PostgreSQL cannot hold, or half a surrogate pair, which UTF-8 cannot: two ids could become one. */
const unstorable = /[\0\p{Surrogate}]/u;

const isText = (value: unknown): value is string => typeof value === 'string' && !unstorable.test(value);

const isWhole = (value: unknown, least: number) => Number.isSafeInteger(value) && (value as number) >= least;

/** A unit of a text takes at most three bytes, so most ids need not be encoded. */
const fitsInto = (text: string, bytes: number): boolean =>
  text.length * 3 <= bytes || new TextEncoder().encode(text).length <= bytes;

/** Whether every engine can hold a record by this id. */
export const isStorableId = (orderId: unknown): orderId is string =>
  isText(orderId) && orderId !== '' && fitsInto(orderId, maxIdBytes);

function checkLimit(limit: unknown): void {
  if (!isWhole(limit, 1))
    throw createConfigurationError('limit', '`limit` must be a whole number from 1 on.');
}

function checkOrderId(orderId: unknown, field = 'orderId'): void {
  if (!isStorableId(orderId))
    throw createConfigurationError(
      field,
      `\`${field}\` must be a string of 1 to 1024 bytes of UTF-8, without NUL and without half of a surrogate pair.`,
    );
}

/** Some answers, and the wait for a connection of the pool. */
const storeTimeoutMs = 12_000;

const inTime = <T>(method: keyof Store, work: Promise<T>) =>
  withTimeout(
    work,
    storeTimeoutMs,
    `The store has not ended \`${method}\` within ${storeTimeoutMs / 1000} s.`,
  );

/**
 * Checks every argument before an engine sees it, so that all engines refuse the same, and limits how long a caller waits.
 */
export function createCheckedStore(engine: Required<Store>): Required<Store> {
  return {
    async load(orderId) {
      checkOrderId(orderId);
      return inTime('load', engine.load(orderId));
    },
    async save(orderId, record, version, dueAt: number | null | undefined) {
      checkOrderId(orderId);
      if (!isText(record))
        throw createConfigurationError(
          'record',
          '`record` must be a string without NUL and without half of a surrogate pair.',
        );
      if (!isWhole(version, 1))
        throw createConfigurationError('version', '`version` must be a whole number from 1 on.');
      // Callers that are not type-checked leave it out when nothing is due.
      const due = dueAt ?? null;
      if (due !== null && !isWhole(due, 0))
        throw createConfigurationError(
          'dueAt',
          '`dueAt` must be whole milliseconds since the epoch, or null.',
        );
      return inTime('save', engine.save(orderId, record, version, due));
    },
    async claimDue(now, limit, leaseMs) {
      if (!isWhole(now, 0))
        throw createConfigurationError('now', '`now` must be whole milliseconds since the epoch.');
      checkLimit(limit);
      if (!isWhole(leaseMs, 1) || leaseMs > maxDueAheadMs || !isWhole(now + leaseMs, 1))
        throw createConfigurationError(
          'leaseMs',
          '`leaseMs` must be a whole number of milliseconds from 1 to 25 hours.',
        );
      return inTime('claimDue', engine.claimDue(now, limit, leaseMs));
    },
    async list({ after, limit }) {
      if (after !== undefined) checkOrderId(after, 'after');
      checkLimit(limit);
      return inTime('list', engine.list({ after, limit }));
    },
    migrate: async () => engine.migrate(),
  };
}
