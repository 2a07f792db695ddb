import type { OpenDatabase, Value } from './database.js';

/** The part of `node:sqlite` that is used. Written down here, because the types of Node 20 don't have it. */
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
export function findNodeSqlite(): OpenDatabase | undefined {
  // Asked for at run time, because an import of what an older Node lacks could not be caught in synchronous code.
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
