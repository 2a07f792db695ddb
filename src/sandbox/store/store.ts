import Database from 'libsql';
import { tables } from './tables.js';

export type Value = string | number | null;

/** One connection to the database. Everything is synchronous, so nothing runs between two statements of a function. */
export interface Store {
  /** The first row, if there is one. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  /** How many rows were changed. */
  run(sql: string, ...values: Value[]): number;
  /**
   * All of it or nothing: what throws inside leaves no trace. What several requests do in one turn of the event loop
   * is written to the disk together, so nobody may be answered before `committed()`.
   */
  transaction<Result>(work: () => Result): Result;
  /** When everything done so far is on the disk, or could not be written: then `failure()` has changed. */
  committed(): Promise<void>;
  /** Writes what is done so far to the disk now, not at the end of the turn. */
  commit(): void;
  /** Why the last commit that failed did so. */
  failure(): unknown;
  close(): void;
}

/**
 * Opens a database file, or `:memory:`, and makes its tables. Several processes may open the same file: each waits
 * for the other's transaction.
 */
export function openStore(path: string): Store {
  const database = connect(path);
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  const prepare = (sql: string) => {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = database.prepare(sql)));
    return statement;
  };
  const all = <Row>(sql: string, ...values: Value[]) => prepare(sql).all(values) as Row[];

  let turn: { readonly ended: Promise<void>; readonly end: () => void } | undefined;
  let failure: unknown;

  function begin(): void {
    // The write lock at once: a transaction that upgrades later can fail where this one waits.
    database.exec('BEGIN IMMEDIATE');
    let end = (): void => undefined;
    turn = { ended: new Promise((resolve) => (end = resolve)), end };
    setImmediate(commit);
  }

  function commit(): void {
    if (!turn) return;
    const { end } = turn;
    turn = undefined;
    try {
      database.exec('COMMIT');
    } catch (error) {
      failure = error;
      if (database.inTransaction) database.exec('ROLLBACK');
    }
    end();
  }

  return {
    all,
    // Not the statement's own `get`: it runs an `INSERT … RETURNING` twice.
    get: <Row>(sql: string, ...values: Value[]) => all<Row>(sql, ...values)[0],
    run: (sql, ...values) => prepare(sql).run(values).changes,
    transaction: (work) => {
      if (!turn) begin();
      prepare('SAVEPOINT work').run([]);
      try {
        return work();
      } catch (error) {
        prepare('ROLLBACK TO work').run([]);
        throw error;
      } finally {
        prepare('RELEASE work').run([]);
      }
    },
    committed: async () => turn?.ended,
    commit,
    failure: () => failure,
    close: () => {
      if (!database.open) return;
      commit();
      prepared.clear();
      database.close();
    },
  };
}

function connect(path: string) {
  const database = new Database(path);
  database.pragma('busy_timeout = 10000');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  const migrate = database.transaction(() => {
    const [{ user_version: version }] = database.prepare('PRAGMA user_version').all([]) as [
      { user_version: number },
    ];
    if (version > tables.version)
      throw new Error(`${path} was written by a newer sandbox. Use another file, or delete it.`);
    database.exec(tables.sql);
    database.exec(`PRAGMA user_version = ${tables.version}`);
  });
  migrate.immediate();
  return database;
}
