import Database from 'libsql';
import type { Orders } from 'pay-checkout/server';

export const db = new Database(process.env['DATABASE'] ?? 'shop.db', { timeout: 5000 });
db.exec(`CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, amount INTEGER NOT NULL, currency TEXT NOT NULL,
  callbackUrl TEXT NOT NULL, record TEXT, version INTEGER NOT NULL DEFAULT 0)`);
const one = (sql: string, ...values: unknown[]) => db.prepare(sql).get(...values) as never;
const swap = 'UPDATE orders SET record = ?, version = ? WHERE id = ? AND version = ? RETURNING id';
export const orders: Orders = {
  get: async (id) => one('SELECT id, amount, currency, callbackUrl FROM orders WHERE id = ?', id),
  find: (request) => orders.get(new URL(request.url).pathname.split('/').at(-2) ?? ''),
  load: async (id) => one('SELECT record, version FROM orders WHERE id = ? AND version > 0', id),
  save: async (id, record, version) => Boolean(one(swap, record, version, id, version - 1)),
  open: async () => db.prepare("SELECT id FROM orders WHERE record ->> 'open'").pluck().all() as never,
};
