import { createCheckout } from 'pay-checkout/server';
import { client } from './client.js';
import { orders, store } from './orders-sql.js';

export const checkout = createCheckout({
  client,
  orders,
  store,
  sharedSecret: process.env['PAY_WEBHOOK_SECRET'] ?? '',
  onSettled: ({ orderId, payment, verdict }) => console.log(`Order ${orderId}: ${verdict}, ${payment.id}`),
  onError: console.error,
});
setInterval(() => checkout.sweep().catch(console.error), 60_000);
