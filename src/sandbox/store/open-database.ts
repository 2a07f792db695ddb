import type { Database, OpenDatabase } from './database.js';
import { findLibsql } from './libsql.js';
import { findNodeSqlite } from './node-sqlite.js';

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
