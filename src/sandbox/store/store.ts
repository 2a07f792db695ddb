import { type Database, fileBeside, openDatabase, type Statement, type Value } from './database.js';
import { tables } from './tables.js';

/** One connection to the database. Everything is synchronous, so nothing runs between two statements of a function. */
export interface SandboxStore {
  /** The first row, if there is one. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  /** Stores a row and gives it back, with the defaults of what was left out. */
  insert<Row>(table: string, row: Readonly<Record<string, Value>>): Row;
  /** How many rows were changed. */
  run(sql: string, ...values: Value[]): number;
  /**
   * Does all of the work or none of it: an exception undoes it. The transactions of one turn of the event loop are
   * written to the disk together, so wait for `committed()` before you answer anybody.
   */
  transaction<Result>(work: () => Result): Result;
  /** Resolves when everything so far is on the disk, or could not be written: then `failure()` has changed. */
  committed(): Promise<void>;
  /** Writes everything so far to the disk now, instead of at the end of the turn. */
  commit(): void;
  /** The error of the last commit that failed. */
  failure(): unknown;
  close(): void;
}

/**
 * Opens a database file, or `:memory:`, and makes its tables. Several processes may open the same file: each waits
 * for the other's transaction.
 */
export function openStore(path: string, open: (path: string) => Database = openDatabase): SandboxStore {
  const database = openCompatible(path, open);
  const prepared = new Map<string, Statement>();
  const prepare = (sql: string) => {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = database.prepare(sql)));
    return statement;
  };
  const all = <Row>(sql: string, ...values: Value[]) => prepare(sql).all(values) as Row[];

  let batch: { readonly ended: Promise<void>; readonly end: () => void } | undefined;
  let failure: unknown;
  let isOpen = true;

  function begin(): void {
    // The write lock is taken at once: a transaction that asks for the lock later can fail where this one waits.
    database.exec('BEGIN IMMEDIATE');
    let end = (): void => undefined;
    batch = { ended: new Promise((resolve) => (end = resolve)), end };
    setImmediate(commit);
  }

  function commit(): void {
    if (!batch) return;
    const { end } = batch;
    batch = undefined;
    try {
      database.exec('COMMIT');
    } catch (error) {
      failure = error;
      rollBack(database);
    }
    end();
  }

  return {
    all,
    // `all` even for one row: with `libsql`, a statement's own `get` runs an `INSERT … RETURNING` twice.
    get: <Row>(sql: string, ...values: Value[]) => all<Row>(sql, ...values)[0],
    insert: <Row>(table: string, row: Readonly<Record<string, Value>>) => {
      const columns = Object.keys(row);
      const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) RETURNING *`;
      return all<Row>(sql, ...Object.values(row))[0] as Row;
    },
    run: (sql, ...values) => prepare(sql).run(values),
    transaction: (work) => {
      if (!batch) begin();
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
    committed: async () => batch?.ended,
    commit,
    failure: () => failure,
    close: () => {
      if (!isOpen) return;
      commit();
      isOpen = false;
      prepared.clear();
      database.close();
    },
  };
}

/** Opens the file, or one beside it when another version of the sandbox has written the file. */
function openCompatible(path: string, open: (path: string) => Database): Database {
  const database = openTables(path, open);
  if (database) return database;
  const own = fileBeside(path, `version-${tables.version}`);
  process.stderr.write(
    `${path} was written by another version of the sandbox. It stays as it is, and this version uses ${own}.\n`,
  );
  const other = openTables(own, open);
  if (!other) throw new Error(`${own} was written by another version of the sandbox. Delete it.`);
  return other;
}

/** Opens the file and makes its tables. Undefined when it holds the tables of another version. */
function openTables(path: string, open: (path: string) => Database): Database | undefined {
  const database = open(path);
  const set = (pragma: string) => database.prepare(`PRAGMA ${pragma}`).all([]);
  let isKept = false;
  try {
    set('busy_timeout = 10000');
    set('journal_mode = WAL');
    set('synchronous = FULL');
    set('foreign_keys = ON');
    database.exec('BEGIN IMMEDIATE');
    const [{ user_version: version }] = set('user_version') as [{ user_version: number }];
    isKept = version === 0 || version === tables.version;
    if (isKept) {
      database.exec(tables.sql);
      set(`user_version = ${tables.version}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    database.close();
    throw error;
  }
  if (isKept) return database;
  database.close();
  return undefined;
}

/** SQLite has ended some failed transactions already; to roll back such a one fails, which is fine. */
function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // Nothing was left to undo.
  }
}
