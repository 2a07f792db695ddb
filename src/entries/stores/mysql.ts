/** The checkout's records in MySQL or MariaDB, by `mysql2`. */
export { mysqlStore, type MysqlCallbackPool, type MysqlPool } from '../../server/stores/mysql.js';
export type { ListPage, OpenRecord, Store, StoredRecord } from '../../server/stores/store.js';
export type { TableOptions } from '../../server/stores/sql.js';
