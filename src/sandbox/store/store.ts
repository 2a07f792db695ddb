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
  /** All of it or nothing: what throws inside leaves no trace. Takes the write lock at once, so it never upgrades. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

/**
 * Opens a database file, or `:memory:`, and makes its tables. Several processes may open the same file: each waits
 * for the other's transaction.
 */
export function openStore(path: string): Store {
  const database = new Database(path);
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  const prepare = (sql: string) => {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = database.prepare(sql)));
    return statement;
  };
  const transaction = <Result>(work: () => Result): Result => database.transaction(work).immediate();

  database.pragma('busy_timeout = 10000');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  transaction(() => {
    const { user_version: version } = prepare('PRAGMA user_version').all([])[0] as { user_version: number };
    if (version > tables.version)
      throw new Error(`${path} was written by a newer sandbox. Use another file, or delete it.`);
    database.exec(tables.sql);
    database.exec(`PRAGMA user_version = ${tables.version}`);
  });

  const all = <Row>(sql: string, ...values: Value[]) => prepare(sql).all(values) as Row[];
  return {
    all,
    // Not `.get()`: it adds a field of its own and leaves the statement open after the first row.
    get: <Row>(sql: string, ...values: Value[]) => all<Row>(sql, ...values)[0],
    run: (sql, ...values) => prepare(sql).run(values).changes,
    transaction,
    close: () => {
      prepared.clear();
      if (database.open) database.close();
    },
  };
}
