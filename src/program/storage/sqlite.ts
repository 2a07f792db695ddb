import { setTimeout } from 'node:timers/promises';
import { sqliteStore } from '../../server/stores/sqlite.js';
import { programTable, StorageError, type OpenedDatabase } from './storage.js';

type Database = Parameters<typeof sqliteStore>[0] & { close(): unknown };

interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => Database;
}

/** How long one process waits for another one that has the file. */
const busyMs = 5000;
const busyRetryMs = 20;

/** A file, by the database in Node from 22.13 on, else by the optional package `libsql`. */
export async function openSqlite(path: string): Promise<OpenedDatabase> {
  const database = await open(path);
  // Before anything that may have to wait for another process that starts or ends.
  database.exec(`PRAGMA busy_timeout = ${busyMs}`);
  await useWal(database);
  return {
    checkoutStore: sqliteStore(database),
    programStore: sqliteStore(database, { table: programTable }),
    close: async () => void database.close(),
  };
}

/** Of two processes that change the mode of a file at once, SQLite may refuse one without any wait, so that one asks again. */
async function useWal(database: Database): Promise<void> {
  for (const end = Date.now() + busyMs; ; await setTimeout(busyRetryMs))
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (Date.now() > end || !String(error).includes('database is locked')) throw error;
    }
}

async function open(path: string): Promise<Database> {
  // The types of Node 20 do not know the module.
  const own = process.getBuiltinModule?.('node:sqlite' as never) as NodeSqlite | undefined;
  if (own) return new own.DatabaseSync(path);
  try {
    const { default: Libsql } = await import('libsql');
    return new Libsql(path) as unknown as Database;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StorageError(
      'SQLite needs Node 22.13 or later, or the package libsql: run `npm install libsql`.',
    );
  }
}
