import Database from 'libsql';
import { orderIdOf, type Orders } from 'pay-checkout/server';
import { sqliteStore } from 'pay-checkout/stores/sqlite';

const open = () => new Database(process.env['DATABASE'] ?? 'shop.db', { timeout: 5000 });
export const db = open();
db.exec(`CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, amount INTEGER NOT NULL, currency TEXT NOT NULL,
  callbackUrl TEXT NOT NULL)`);
const one = (sql: string, ...values: unknown[]) => db.prepare(sql).get(...values) as never;
export const orders: Orders = {
  get: async (id) => one('SELECT id, amount, currency, callbackUrl FROM orders WHERE id = ?', id),
  find: (request) => orders.get(orderIdOf(request) ?? ''),
};
/** The checkout's own records, in a table of their own and by a connection of their own. */
export const store = sqliteStore(open());
await store.migrate();
