import pg from 'pg';
import { orderIdOf, type Orders } from 'pay-checkout/server';
import { postgresStore } from 'pay-checkout/stores/postgres';

const connectionString = process.env['DATABASE_URL'];
export const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 5000 });
// Without it, an idle connection that breaks ends the process.
pool.on('error', console.error);
/** Names without quotes become lower case, and `pg` answers a `bigint` as a text. */
const select =
  'SELECT id::text, amount::int, currency, callback_url AS "callbackUrl" FROM orders WHERE id::text = $1';
export const orders: Orders = {
  get: async (id) => (await pool.query(select, [id])).rows[0] as never,
  find: (request) => orders.get(orderIdOf(request) ?? ''),
};
/** The checkout's own records, in a table of their own, through the same pool. */
export const store = postgresStore(pool);
await store.migrate();
