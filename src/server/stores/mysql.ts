import { PayError } from '../../error.js';
import { createCheckedStore } from './checked-store.js';
import { retryConflict } from './retry-conflict.js';
import { maxDueAheadMs, type Store } from './store.js';
import { readColumnInteger, readOpenRow, readRow, readColumnText } from './stored-value.js';
import { checkTableName, type TableOptions } from './table-name.js';

interface MysqlQuery {
  readonly sql: string;
  // Not read-only, because mysql2 does not take what is.
  readonly values?: (string | number | Buffer | null)[];
  readonly rowsAsArray: boolean;
}

interface MysqlConnection {
  query(options: MysqlQuery): Promise<readonly [unknown, unknown]>;
  release(): void;
  destroy(): void;
}

/** What is used of a pool of `mysql2/promise`. */
export interface MysqlPool {
  query(options: MysqlQuery): Promise<readonly [unknown, unknown]>;
  getConnection(): Promise<MysqlConnection>;
}

/** What is used of a pool of `mysql2`. */
export interface MysqlCallbackPool {
  promise(): MysqlPool;
}

/**
 * Ids are bytes: a text's collation would take "a" for "A", and for "a " too. The row format allows long ids in an
 * index also on servers with other defaults. MySQL has no partial index, so `is_open`, which is null once nothing is left
 * to do, keeps the finished orders apart.
 */
export const mysqlSchema = (table: string) => [
  `CREATE TABLE IF NOT EXISTS \`${table}\` (
  order_id VARBINARY(1024) NOT NULL PRIMARY KEY,
  record LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  version BIGINT NOT NULL,
  due_at BIGINT NULL,
  is_open TINYINT GENERATED ALWAYS AS (IF(due_at IS NULL, NULL, 1)) STORED,
  INDEX \`${table}_due_at\` (due_at),
  INDEX \`${table}_open\` (is_open, order_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC`,
];

const duplicateKey = 1062;
const deadlock = 1213;

const errnoOf = (error: unknown) => (error as { readonly errno?: unknown } | null)?.errno;

/** Texts travel as bytes, so that neither the connection's character set nor its way of quoting can change them. */
const bytes = (text: string) => Buffer.from(text, 'utf8');

/**
 * Records in MySQL 8 or MariaDB 10.6 and later. Hand in the pool, not a connection that may be inside a transaction of
 * yours. The pool must lead to the primary, not to a replica.
 */
export function mysqlStore(pool: MysqlPool | MysqlCallbackPool, options?: TableOptions): Store {
  const given = pool as Partial<MysqlPool & MysqlCallbackPool> | undefined;
  if (typeof given?.getConnection !== 'function' || typeof given.query !== 'function')
    throw new PayError('configuration', '`pool` must be a pool of mysql2, as `createPool(url)` makes it.', {
      field: 'pool',
    });
  const promises = typeof given.promise === 'function' ? given.promise() : (pool as MysqlPool);
  const table = checkTableName(options);
  const name = `\`${table}\``;
  type Values = MysqlQuery['values'];
  const query = async (by: Pick<MysqlPool, 'query'>, sql: string, values: Values = []) =>
    (await by.query({ sql, values, rowsAsArray: false }))[0];
  const queryRows = async (by: Pick<MysqlPool, 'query'>, sql: string, values: Values) =>
    (await query(by, sql, values)) as Record<string, unknown>[];
  const isDeadlock = (error: unknown) => errnoOf(error) === deadlock;

  /** Whether a statement has written its row. A new version differs in any case, so that matched rows are changed rows. */
  const write = async (sql: string, values: Values) =>
    retryConflict(isDeadlock, async () => {
      const { affectedRows } = (await query(promises, sql, values)) as { readonly affectedRows?: unknown };
      return affectedRows === 1;
    });

  async function insert(values: Values): Promise<boolean> {
    try {
      return await write(
        `INSERT INTO ${name} (order_id, record, version, due_at) VALUES (?, CONVERT(? USING utf8mb4), ?, ?)`,
        values,
      );
    } catch (error) {
      // Not INSERT IGNORE, which also takes what does not fit for written.
      if (errnoOf(error) === duplicateKey) return false;
      throw error;
    }
  }

  async function claim(now: number, limit: number, leaseMs: number): Promise<readonly string[]> {
    const connection = await promises.getConnection();
    try {
      // The default level would lock the gaps between the rows too, where other orders are saved meanwhile.
      await query(connection, 'SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
      await query(connection, 'START TRANSACTION');
      // By the index in its order: no more rows are locked than are handed out.
      const lock = async (condition: string, values: Values) => {
        const sql = `SELECT order_id FROM ${name} FORCE INDEX (\`${table}_due_at\`) WHERE ${condition} ORDER BY due_at, order_id LIMIT ? FOR UPDATE SKIP LOCKED`;
        const rows = await queryRows(connection, sql, values);
        return rows.map((row) => readColumnText(row['order_id'], 'order_id'));
      };
      const ids = await lock('due_at <= ?', [now, limit]);
      if (ids.length < limit)
        ids.push(...(await lock('due_at > ?', [now + maxDueAheadMs, limit - ids.length])));
      if (ids.length > 0)
        await query(
          connection,
          `UPDATE ${name} SET due_at = ? WHERE order_id IN (${ids.map(() => '?').join(', ')})`,
          [now + leaseMs, ...ids.map(bytes)],
        );
      await query(connection, 'COMMIT');
      connection.release();
      return ids;
    } catch (error) {
      // Whatever is open on this connection goes with it.
      connection.destroy();
      throw error;
    }
  }

  return createCheckedStore({
    async load(orderId) {
      const sql = `SELECT CAST(record AS BINARY) AS record, version FROM ${name} WHERE (order_id = ?)`;
      return readRow((await queryRows(promises, sql, [bytes(orderId)]))[0]);
    },

    save: async (orderId, record, version, dueAt) =>
      version === 1
        ? insert([bytes(orderId), bytes(record), version, dueAt])
        : write(
            `UPDATE ${name} SET record = CONVERT(? USING utf8mb4), version = ?, due_at = ? WHERE (order_id = ? AND version = ?)`,
            [bytes(record), version, dueAt, bytes(orderId), version - 1],
          ),

    claimDue: async (now, limit, leaseMs) => retryConflict(isDeadlock, () => claim(now, limit, leaseMs)),

    async list({ after = '', limit }) {
      const sql = `SELECT order_id, CAST(record AS BINARY) AS record, due_at FROM ${name} FORCE INDEX (\`${table}_open\`) WHERE is_open = 1 AND order_id > ? ORDER BY order_id LIMIT ?`;
      return (await queryRows(promises, sql, [bytes(after), limit])).map(readOpenRow);
    },

    async migrate() {
      const [found] = await queryRows(
        promises,
        'SELECT @@autocommit AS autocommit, (SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?) AS made',
        [table],
      );
      if (readColumnInteger(found?.['autocommit'], 'autocommit') === 0)
        throw new PayError(
          'configuration',
          'The connections of `pool` have autocommit off: what is saved would be lost. Leave it on.',
          { field: 'pool' },
        );
      // Looked for first, so that a user who may not create tables can start.
      if (readColumnInteger(found?.['made'], 'made') > 0) return;
      for (const statement of mysqlSchema(table)) await query(promises, statement);
    },
  });
}
