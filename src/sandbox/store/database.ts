export type Value = string | number | null;

export interface Statement {
  all(values: readonly Value[]): unknown[];
  /** How many rows were changed. */
  run(values: readonly Value[]): number;
}

/** A SQLite database, whichever library opens it. Every call is synchronous. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** Opens a file, or `:memory:`. */
export type OpenDatabase = (path: string) => Database;
