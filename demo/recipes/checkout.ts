import { createCheckout, createPayClient } from 'pay-checkout/server';
import { orders } from './orders-sql.js';

const { PAY_SECRET_KEY = '', PAY_BASE_URL = '', PAY_WEBHOOK_SECRET = '' } = process.env;
export const client = createPayClient({ secretKey: PAY_SECRET_KEY, baseUrl: PAY_BASE_URL });
export const checkout = createCheckout({
  client,
  orders,
  sharedSecret: PAY_WEBHOOK_SECRET,
  onSettled: ({ orderId, payment, verdict }) => console.log(`Order ${orderId}: ${verdict}, ${payment.id}`),
  onError: console.error,
});
setInterval(() => checkout.sweep().catch(console.error), 60_000);
