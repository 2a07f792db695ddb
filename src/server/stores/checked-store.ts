import { PayError } from '../../error.js';
import type { Store } from './store.js';

/** The longest id that every engine can hold in an index, DynamoDB and MySQL included. */
export const longestIdBytes = 1024;

const refuse = (field: string, message: string) => new PayError('configuration', message, { field });

/** NUL, which PostgreSQL cannot hold, or half a surrogate pair, which UTF-8 cannot: two ids could become one. */
const cannotBeStored = /[\0\p{Surrogate}]/u;

const isText = (value: unknown): value is string => typeof value === 'string' && !cannotBeStored.test(value);

const isWhole = (value: unknown, least: number) => Number.isSafeInteger(value) && (value as number) >= least;

function checkOrderId(orderId: unknown): void {
  if (!isText(orderId) || orderId === '' || new TextEncoder().encode(orderId).length > longestIdBytes)
    throw refuse(
      'orderId',
      '`orderId` must be a text of 1 to 1024 bytes of UTF-8, without NUL and without half of a surrogate pair.',
    );
}

/** Checks every argument before an engine sees it, so that all engines refuse the same. */
export function checkedStore(engine: Store): Store {
  return {
    async load(orderId) {
      checkOrderId(orderId);
      return engine.load(orderId);
    },
    async save(orderId, record, version, dueAt: number | null | undefined) {
      checkOrderId(orderId);
      if (!isText(record))
        throw refuse('record', '`record` must be a text without NUL and without half of a surrogate pair.');
      if (!isWhole(version, 1)) throw refuse('version', '`version` must be a whole number from 1 on.');
      // Callers that are not type-checked leave it out when nothing is due.
      const due = dueAt ?? null;
      if (due !== null && !isWhole(due, 0))
        throw refuse('dueAt', '`dueAt` must be whole milliseconds since the epoch, or null.');
      return engine.save(orderId, record, version, due);
    },
    async claimDue(now, limit, leaseMs) {
      if (!isWhole(now, 0)) throw refuse('now', '`now` must be whole milliseconds since the epoch.');
      if (!isWhole(limit, 1)) throw refuse('limit', '`limit` must be a whole number from 1 on.');
      if (!isWhole(leaseMs, 1) || !isWhole(now + leaseMs, 1))
        throw refuse('leaseMs', '`leaseMs` must be a whole number of milliseconds from 1 on.');
      return engine.claimDue(now, limit, leaseMs);
    },
    migrate: async () => engine.migrate(),
  };
}
