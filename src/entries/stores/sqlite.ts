/** The checkout's records in an SQLite file, by `node:sqlite`, `better-sqlite3` or `libsql`. */
export { sqliteStore, type SqliteDatabase } from '../../server/stores/sqlite.js';
export type { ListPage, OpenRecord, Store, StoredRecord } from '../../server/stores/store.js';
export type { TableOptions } from '../../server/stores/sql.js';
