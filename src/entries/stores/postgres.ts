/** The checkout's records in PostgreSQL, by `pg`. */
export { postgresStore, type PostgresPool } from '../../server/stores/postgres.js';
export type { ListPage, OpenRecord, Store, StoredRecord } from '../../server/stores/store.js';
export type { TableOptions } from '../../server/stores/sql.js';
