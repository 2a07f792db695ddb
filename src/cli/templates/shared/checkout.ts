import Database from 'libsql';
import { createCheckout, createPayClient } from 'pay-checkout/server';
import { sqliteStore } from 'pay-checkout/stores/sqlite';
import { orders } from './orders.js';

const { PAY_BASE_URL = '', PAY_SECRET_KEY = '', PAY_WEBHOOK_SECRET = '', DATABASE = 'shop.db' } = process.env;

export const client = createPayClient({ secretKey: PAY_SECRET_KEY, baseUrl: PAY_BASE_URL });

// The checkout's own records. `pay-checkout/stores/…` has the same for PostgreSQL, MySQL, Redis and DynamoDB.
const store = sqliteStore(new Database(DATABASE));
await store.migrate();

export const checkout = createCheckout({
  client,
  orders,
  store,
  sharedSecret: PAY_WEBHOOK_SECRET,
  // Ship the order here. It may be called twice for the same verdict, and must then do no harm.
  onSettled: ({ orderId, verdict }) => console.log(`Order ${orderId}: ${verdict}`),
  onError: console.error,
});

/** Tells the service where the shop is; asks from now on, every minute, about what is still open. */
export async function openCheckout(shopUrl: string): Promise<() => void> {
  await client.ensureWebhook({ url: `${shopUrl}/checkout/webhook`, shared_secret: PAY_WEBHOOK_SECRET });
  const timer = setInterval(() => checkout.sweep().catch(console.error), 60_000);
  return () => clearInterval(timer);
}
