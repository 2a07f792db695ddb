import { createConfigurationError } from '../check.js';
import { createCheckedStore } from './checked-store.js';
import { maxDueAheadMs, type Store } from './store.js';
import { readColumnInteger, readOpenRow, readRow, readColumnText } from './stored-value.js';
import { checkTableName, type TableOptions } from './sql.js';

export type { ListPage, OpenRecord, Store, StoredRecord } from './store.js';
export type { TableOptions } from './sql.js';

/** What is used of a database of `node:sqlite`, `better-sqlite3` or `libsql`. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): {
    get(...values: (string | number | null)[]): unknown;
    all(...values: (string | number | null)[]): unknown[];
    run(...values: (string | number | null)[]): { readonly changes: number | bigint };
  };
  /** Whether a transaction is open, as `better-sqlite3` and `libsql` say it. */
  readonly inTransaction?: boolean;
  /** The same, as `node:sqlite` says it. */
  readonly isTransaction?: boolean;
}

const schema = (table: string) => [
  `CREATE TABLE IF NOT EXISTS "${table}" (
  order_id TEXT NOT NULL PRIMARY KEY,
  record TEXT NOT NULL,
  version INTEGER NOT NULL,
  due_at INTEGER
)`,
  `CREATE INDEX IF NOT EXISTS "${table}_due_at" ON "${table}" (due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS "${table}_open" ON "${table}" (order_id) WHERE due_at IS NOT NULL`,
];

/** How long a process waits for another one's write. */
const busyTimeoutMs = 5000;
/** `PRAGMA synchronous`: FULL. */
const synchronousFull = 2;

/**
 * Records in one SQLite file, for any number of processes on one machine. Hand in a connection of its own: the store
 * sets how long it waits for other processes, and that a commit is on the disk before it counts.
 */
export function sqliteStore(database: SqliteDatabase, options?: TableOptions): Required<Store> {
  const given = database as Partial<SqliteDatabase> | undefined;
  if (typeof given?.prepare !== 'function' || typeof given.exec !== 'function')
    throw createConfigurationError(
      'database',
      '`database` must be an open database of node:sqlite, better-sqlite3 or libsql.',
    );
  const table = checkTableName(options);
  const name = `"${table}"`;

  const readPragma = (pragma: string) =>
    readColumnInteger(Object.values(database.prepare(`PRAGMA ${pragma}`).get() as object)[0], pragma);
  let isReady = false;
  function prepareConnection(): void {
    // What is saved inside a transaction of the shop is lost when that transaction is rolled back.
    if (database.inTransaction === true || database.isTransaction === true)
      throw createConfigurationError(
        'database',
        '`database` is inside one of your transactions. Give the store a separate connection.',
      );
    if (isReady) return;
    if (readPragma('busy_timeout') < busyTimeoutMs) database.exec(`PRAGMA busy_timeout(${busyTimeoutMs})`);
    if (readPragma('synchronous') < synchronousFull) database.exec('PRAGMA synchronous = FULL');
    isReady = true;
  }

  /** Takes the write lock at once. One that is taken later, after a read, can fail without any waiting. */
  function inTransaction<T>(work: () => T): T {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      // Some failures have already ended the transaction.
      if (database.inTransaction !== false && database.isTransaction !== false) database.exec('ROLLBACK');
      throw error;
    }
  }

  return createCheckedStore({
    async load(orderId) {
      prepareConnection();
      return readRow(
        database.prepare(`SELECT record, version FROM ${name} WHERE (order_id = ?)`).get(orderId),
      );
    },

    async save(orderId, record, version, dueAt) {
      prepareConnection();
      const { changes } =
        version === 1
          ? database
              .prepare(
                `INSERT INTO ${name} (order_id, record, version, due_at) VALUES (?, ?, ?, ?) ON CONFLICT (order_id) DO NOTHING`,
              )
              .run(orderId, record, version, dueAt)
          : database
              .prepare(
                `UPDATE ${name} SET record = ?, version = ?, due_at = ? WHERE (order_id = ? AND version = ?)`,
              )
              .run(record, version, dueAt, orderId, version - 1);
      return Number(changes) === 1;
    },

    async claimDue(now, limit, leaseMs) {
      prepareConnection();
      const claim = (condition: string, time: number, count: number): string[] => {
        const longestDue = `SELECT order_id FROM ${name} WHERE ${condition} ORDER BY due_at, order_id LIMIT (?)`;
        const rows = database.prepare(longestDue).all(time, count) as Record<string, unknown>[];
        if (rows.length > 0)
          database
            .prepare(`UPDATE ${name} SET due_at = ? WHERE order_id IN (${longestDue})`)
            .run(now + leaseMs, time, count);
        return rows.map((row) => readColumnText(row['order_id'], 'order_id'));
      };
      return inTransaction(() => {
        const due = claim('(due_at <= ?)', now, limit);
        return [...due, ...claim('(due_at > ?)', now + maxDueAheadMs, limit - due.length)];
      });
    },

    async list({ after = '', limit }) {
      prepareConnection();
      const sql = `SELECT order_id, record, due_at FROM ${name} WHERE (due_at IS NOT NULL AND order_id > ?) ORDER BY order_id LIMIT (?)`;
      return (database.prepare(sql).all(after, limit) as Record<string, unknown>[]).map(readOpenRow);
    },

    async migrate() {
      prepareConnection();
      inTransaction(() => {
        for (const statement of schema(table)) database.exec(statement);
      });
    },
  });
}
