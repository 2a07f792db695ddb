import { createConfigurationError } from '../check.js';
import { createCheckedStore } from './checked-store.js';
import { endSilence } from './silence.js';
import { maxDueAheadMs, type Store } from './store.js';
import { readColumnInteger, readOpenRow, readRow, readColumnText } from './stored-value.js';
import { checkTableName, retryConflict, type TableOptions } from './sql.js';

export type { ListPage, OpenRecord, Store, StoredRecord } from './store.js';
export type { TableOptions } from './sql.js';

interface MysqlQuery {
  readonly sql: string;
  // Not read-only, because mysql2 does not take what is.
  readonly values?: (string | number | Buffer | null)[];
  readonly rowsAsArray: boolean;
  readonly nestTables: boolean;
}

interface MysqlConnection {
  query(options: MysqlQuery): Promise<readonly [unknown, unknown]>;
  release(): void;
  destroy(): void;
}

/** What is used of a pool of `mysql2/promise`. */
export interface MysqlPool {
  getConnection(): Promise<MysqlConnection>;
}

/** What is used of a pool of `mysql2`. */
export interface MysqlCallbackPool {
  promise(): MysqlPool;
}

/**
 * Ids are bytes: a text's collation would take "a" for "A", and for "a " too. The row format allows long ids in an
 * index also on servers with other defaults. MySQL has no partial index, so `is_open`, which is null once nothing is left
 * to do, keeps the finished orders apart. `claim` names the last call of `claimDue` that took the order.
 */
const schema = (table: string) => [
  `CREATE TABLE IF NOT EXISTS \`${table}\` (
  order_id VARBINARY(1024) NOT NULL PRIMARY KEY,
  record LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  version BIGINT NOT NULL,
  due_at BIGINT NULL,
  claim BINARY(16) NULL,
  is_open TINYINT GENERATED ALWAYS AS (IF(due_at IS NULL, NULL, 1)) STORED,
  INDEX \`${table}_due_at\` (due_at),
  INDEX \`${table}_open\` (is_open, order_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC`,
];

const duplicateKey = 1062;
const deadlock = 1213;

const errnoOf = (error: unknown) => (error as { readonly errno?: unknown } | null)?.errno;

/** What other savers cause. */
const isOrdinary = (error: unknown) => [duplicateKey, deadlock].some((errno) => errno === errnoOf(error));

/** Texts travel as bytes, so that neither the connection's character set nor its way of quoting can change them. */
const bytes = (text: string) => Buffer.from(text, 'utf8');

/**
 * Records in MySQL 8 or MariaDB 10.6 and later. Hand in the pool, not a connection that may be inside a transaction of
 * yours. The pool must lead to the primary, not to a replica.
 */
export function mysqlStore(pool: MysqlPool | MysqlCallbackPool, options?: TableOptions): Required<Store> {
  const given = pool as Partial<MysqlPool & MysqlCallbackPool> | undefined;
  if (typeof given?.getConnection !== 'function')
    throw createConfigurationError('pool', '`pool` must be a pool of mysql2, as `createPool(url)` makes it.');
  const promises = typeof given.promise === 'function' ? given.promise() : (pool as MysqlPool);
  const table = checkTableName(options);
  const name = `\`${table}\``;
  type Values = NonNullable<MysqlQuery['values']>;
  /**
   * One statement. A connection that does not answer is destroyed, and one whose statement fails: its server may have become
   * a replica, which refuses every write.
   */
  async function query(sql: string, values: Values = []): Promise<unknown> {
    const acquiring = promises.getConnection();
    const connection = await endSilence(
      acquiring,
      () => void acquiring.then((late) => late.release()).catch(() => undefined),
    );
    try {
      const answer = connection.query({ sql, values, rowsAsArray: false, nestTables: false });
      const [result] = await endSilence(answer, () => undefined);
      connection.release();
      return result;
    } catch (error) {
      if (isOrdinary(error)) connection.release();
      else connection.destroy();
      throw error;
    }
  }
  const queryRows = async (sql: string, values: Values) =>
    (await query(sql, values)) as Record<string, unknown>[];
  const isDeadlock = (error: unknown) => errnoOf(error) === deadlock;

  /** Whether a statement has written its row. A new version differs in any case, so that matched rows are changed rows. */
  const write = async (sql: string, values: Values) =>
    retryConflict(isDeadlock, async () => {
      const { affectedRows } = (await query(sql, values)) as { readonly affectedRows?: unknown };
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

  /**
   * Claims by three statements without a transaction. A transaction whose connection falls silent would keep its rows
   * locked on the server for hours.
   */
  async function claim(
    condition: string,
    time: number,
    limit: number,
    leasedUntil: number,
  ): Promise<string[]> {
    for (;;) {
      const rows = await queryRows(
        `(SELECT order_id FROM ${name} FORCE INDEX (\`${table}_due_at\`) WHERE ${condition} ORDER BY due_at, order_id LIMIT ?)`,
        [time, limit],
      );
      if (rows.length === 0) return [];
      const ids = rows.map((row) => readColumnText(row['order_id'], 'order_id'));
      const these = `order_id IN (${ids.map(() => '?').join(', ')})`;
      const mark = Buffer.from(crypto.getRandomValues(new Uint8Array(16)));
      // Of two processes that have found the same rows, the second one waits for the first, and finds them leased.
      await retryConflict(isDeadlock, () =>
        query(
          `UPDATE ${name} FORCE INDEX (PRIMARY) SET due_at = ?, claim = ? WHERE (${these} AND ${condition})`,
          [...[leasedUntil, mark, ...ids.map(bytes)], time],
        ),
      );
      const marked = await queryRows(`SELECT order_id FROM ${name} WHERE ${these} AND (claim = ?)`, [
        ...ids.map(bytes),
        mark,
      ]);
      const claimed = new Set(marked.map((row) => readColumnText(row['order_id'], 'order_id')));
      if (claimed.size > 0) return ids.filter((id) => claimed.has(id));
    }
  }

  return createCheckedStore({
    async load(orderId) {
      const sql = `SELECT CAST(record AS BINARY) AS record, version FROM ${name} WHERE (order_id = ?)`;
      return readRow((await queryRows(sql, [bytes(orderId)]))[0]);
    },

    save: async (orderId, record, version, dueAt) =>
      version === 1
        ? insert([bytes(orderId), bytes(record), version, dueAt])
        : write(
            `UPDATE ${name} SET record = CONVERT(? USING utf8mb4), version = ?, due_at = ? WHERE (order_id = ? AND version = ?)`,
            [bytes(record), version, dueAt, bytes(orderId), version - 1],
          ),

    async claimDue(now, limit, leaseMs) {
      const due = await claim('(due_at <= ?)', now, limit, now + leaseMs);
      if (due.length === limit) return due;
      const ahead = await claim('(due_at > ?)', now + maxDueAheadMs, limit - due.length, now + leaseMs);
      return [...due, ...ahead];
    },

    async list({ after = '', limit }) {
      const sql = `(SELECT order_id, CAST(record AS BINARY) AS record, due_at FROM ${name} FORCE INDEX (\`${table}_open\`) WHERE is_open = 1 AND order_id > ? ORDER BY order_id LIMIT ?)`;
      return (await queryRows(sql, [bytes(after), limit])).map(readOpenRow);
    },

    async migrate() {
      const [found] = await queryRows(
        'SELECT @@autocommit AS autocommit, (SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?) AS made',
        [table],
      );
      if (readColumnInteger(found?.['autocommit'], 'autocommit') === 0)
        throw createConfigurationError(
          'pool',
          'The connections of `pool` have autocommit off: what is saved would be lost. Leave it on.',
        );
      // Looked for first, so that a user who may not create tables can start.
      if (readColumnInteger(found?.['made'], 'made') > 0) return;
      for (const statement of schema(table)) await query(statement);
    },
  });
}
