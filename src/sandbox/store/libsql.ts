import { createRequire } from 'node:module';
import type { OpenDatabase, Value } from './database.js';

/** The part of the package `libsql` that is used. */
type Libsql = new (path: string) => {
  exec(sql: string): unknown;
  prepare(sql: string): {
    all(values: readonly Value[]): unknown[];
    run(values: readonly Value[]): { readonly changes: number };
  };
  close(): unknown;
};

/** The optional package `libsql`, for a Node that has no database of its own; undefined when it is not installed. */
export function findLibsql(): OpenDatabase | undefined {
  const require = createRequire(import.meta.url);
  let Found: Libsql;
  try {
    Found = require('libsql') as Libsql;
  } catch (error) {
    // Anything else, such as a package that was built for another machine, is worth its own message.
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
