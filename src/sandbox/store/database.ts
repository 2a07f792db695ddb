import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';

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

/** The part of `node:sqlite` that is used; the types of Node 20 lack the module. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => {
    exec(sql: string): void;
    prepare(sql: string): {
      all(...values: Value[]): unknown[];
      run(...values: Value[]): { readonly changes: number | bigint };
    };
    close(): void;
  };
}

/** The database that is built into Node from 22.13 on; undefined in an older one. */
function findNodeSqlite(): OpenDatabase | undefined {
  // The module is loaded at run time: the failed import of an older Node could not be caught in synchronous code.
  const found = process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined;
  if (!found) return undefined;
  return (path) => {
    const database = new found.DatabaseSync(path);
    return {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return {
          all: (values) => statement.all(...values),
          run: (values) => Number(statement.run(...values).changes),
        };
      },
      close: () => database.close(),
    };
  };
}

/** The part of the package `libsql` that is used. */
type Libsql = new (path: string) => {
  exec(sql: string): unknown;
  prepare(sql: string): {
    all(values: readonly Value[]): unknown[];
    run(values: readonly Value[]): { readonly changes: number };
  };
  close(): unknown;
};

/** The optional package `libsql`, for a Node that has no database; undefined when it is not installed. */
function findLibsql(): OpenDatabase | undefined {
  const require = createRequire(import.meta.url);
  let Found: Libsql;
  try {
    Found = require('libsql') as Libsql;
  } catch (error) {
    // Any other error, such as that of a package that was built for another machine, keeps its message.
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
  return (path) => {
    const database = new Found(path);
    return {
      exec: (sql) => void database.exec(sql),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return {
          all: (values) => statement.all(values),
          run: (values) => statement.run(values).changes,
        };
      },
      close: () => void database.close(),
    };
  };
}

/** Where a database can come from, the preferred one first. */
const libraries: ReadonlyArray<() => OpenDatabase | undefined> = [findNodeSqlite, findLibsql];

/** Nothing here can open a database. */
export class NoDatabase extends Error {}

/** Opens a database by the first library that is there. Throws a sentence that says what to install. */
export function openDatabase(path: string, find = libraries): Database {
  for (const library of find) {
    const open = library();
    if (open) return open(path);
  }
  throw new NoDatabase('The sandbox needs a database: use Node 22.13 or later, or run `npm install libsql`.');
}

/** Splits a path, or a `file:` address of SQLite, where a label can be added. Undefined for a database in memory. */
function partsOf(path: string): readonly [start: string, end: string] | undefined {
  if (path === ':memory:') return undefined;
  const [, start = path, end = ''] =
    /^(file:[^?]*?)((?:\.[^./\\?]*)?(?:\?.*)?)$/.exec(path) ??
    /^(.*?[^./\\])((?:\.[^./\\]*)?)$/.exec(path) ??
    [];
  return [start, end];
}

/** The file with a label in its name, such as `sandbox.namespace-blue.db` beside `sandbox.db`. */
export function fileBeside(path: string, label: string): string {
  const parts = partsOf(path);
  return parts ? `${parts[0]}.${label}${parts[1]}` : path;
}

/** What follows the label in the names of the files beside this one. */
export function filesBeside(path: string, label: string): string[] {
  const parts = partsOf(path);
  if (!parts || path.startsWith('file:')) return [];
  const [start, end] = [`${basename(parts[0])}.${label}`, parts[1]];
  const folder = dirname(path);
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.startsWith(start) && name.endsWith(end) && name.length > start.length + end.length)
    .map((name) => name.slice(start.length, name.length - end.length));
}
