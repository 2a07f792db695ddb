import { createConfigurationError } from '../check.js';
import { createCheckedStore } from './checked-store.js';
import { silenceMs } from './silence.js';
import { maxDueAheadMs, type Store } from './store.js';
import { readColumnInteger, readOpenRow, readRow, readColumnText } from './stored-value.js';
import { checkTableName, retryConflict, type TableOptions } from './sql.js';

export type { ListPage, OpenRecord, Store, StoredRecord } from './store.js';
export type { TableOptions } from './sql.js';

/** What is used of a `Pool` of `pg`. */
export interface PostgresPool {
  query(query: {
    readonly text: string;
    readonly values: unknown[];
    /** The pool closes a connection that has not answered within so many milliseconds. */
    readonly query_timeout: number;
  }): Promise<{ readonly rows: unknown[] }>;
}

/** The collation "C" compares bytes: ids that differ in anything are different, and the index is the cheapest. */
const schema = (table: string) => [
  `CREATE TABLE IF NOT EXISTS "${table}" (
  order_id text COLLATE "C" PRIMARY KEY,
  record text NOT NULL,
  version bigint NOT NULL,
  due_at bigint
)`,
  `CREATE INDEX IF NOT EXISTS "${table}_due_at" ON "${table}" (due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS "${table}_open" ON "${table}" (order_id) WHERE due_at IS NOT NULL`,
];

/** Any number that no other program is likely to lock. Two `CREATE TABLE IF NOT EXISTS` at once can fail on each other. */
const migrationLock = 7_206_140_917;

/** `serialization_failure` and `deadlock_detected`: the server has undone the statement. */
const isConflict = (error: unknown) =>
  ['40001', '40P01'].includes(String((error as { readonly code?: unknown } | null)?.code));

/**
 * Records in PostgreSQL 9.5 or later. Hand in the pool, not a client that may be inside a transaction of yours: what
 * is saved there would go when you roll back. The pool must lead to the primary, not to a replica.
 */
export function postgresStore(pool: PostgresPool, options?: TableOptions): Required<Store> {
  if (typeof (pool as Partial<PostgresPool> | undefined)?.query !== 'function')
    throw createConfigurationError(
      'pool',
      '`pool` must be a Pool of pg, as `new Pool({ connectionString })` makes it.',
    );
  const table = checkTableName(options);
  const name = `"${table}"`;
  const run = async (text: string, values: unknown[] = []) => {
    const query = { text, values, query_timeout: silenceMs };
    return (await retryConflict(isConflict, () => pool.query(query))).rows as Record<string, unknown>[];
  };

  return createCheckedStore({
    load: async (orderId) =>
      readRow((await run(`SELECT record, version FROM ${name} WHERE order_id = $1`, [orderId]))[0]),

    async save(orderId, record, version, dueAt) {
      const statement =
        version === 1
          ? `INSERT INTO ${name} (order_id, record, version, due_at) VALUES ($1, $2, $3, $4) ON CONFLICT (order_id) DO NOTHING RETURNING version`
          : `UPDATE ${name} SET record = $2, version = $3, due_at = $4 WHERE order_id = $1 AND version = $3::bigint - 1 RETURNING version`;
      return (await run(statement, [orderId, record, version, dueAt])).length === 1;
    },

    async claimDue(now, limit, leaseMs) {
      // A query that locks rows is never folded into the outer one, so the limit holds whatever the planner does.
      const rows = await run(
        `WITH due AS (
           SELECT order_id, due_at FROM ${name} WHERE due_at <= $1 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
         ), ahead AS (
           SELECT order_id, due_at FROM ${name} WHERE due_at > $4 ORDER BY due_at
           LIMIT $2 - (SELECT count(*) FROM due) FOR UPDATE SKIP LOCKED
         ), claimed AS (SELECT * FROM due UNION ALL SELECT * FROM ahead)
         UPDATE ${name} AS o SET due_at = $3 FROM claimed WHERE o.order_id = claimed.order_id
         RETURNING o.order_id, claimed.due_at AS was_due_at`,
        [now, limit, now + leaseMs, now + maxDueAheadMs],
      );
      return rows
        .map((row) => ({
          id: readColumnText(row['order_id'], 'order_id'),
          at: readColumnInteger(row['was_due_at'], 'due_at'),
        }))
        .sort((a, b) => a.at - b.at)
        .map(({ id }) => id);
    },

    list: async ({ after = '', limit }) =>
      (
        await run(
          `SELECT order_id, record, due_at FROM ${name} WHERE due_at IS NOT NULL AND order_id > $1 ORDER BY order_id LIMIT $2`,
          [after, limit],
        )
      ).map(readOpenRow),

    async migrate() {
      // Looked for first: a role that may not create tables can start, and no lock is taken at each start of a process.
      const [found] = await run(
        "SELECT to_regclass($1) IS NOT NULL AND to_regclass($2) IS NOT NULL AND to_regclass($3) IS NOT NULL AS made, current_setting('server_encoding') AS encoding",
        [name, `"${table}_due_at"`, `"${table}_open"`],
      );
      const encoding = found?.['encoding'];
      // SQL_ASCII keeps bytes unchanged.
      if (typeof encoding === 'string' && !['UTF8', 'SQL_ASCII'].includes(encoding))
        throw createConfigurationError(
          'pool',
          `The database of \`pool\` has the encoding ${encoding}, and cannot save every order. Use one with UTF8.`,
        );
      if (found?.['made'] === true) return;
      // Several statements in one text are one transaction, at whose end the lock is released.
      await run([`SELECT pg_advisory_xact_lock(${migrationLock})`, ...schema(table)].join(';\n'));
    },
  });
}
