import { Hono } from 'hono';
import { checkout } from './checkout.js';

export const app = new Hono();
app.all('/checkout/*', (c) => checkout.fetch(c.req.raw));

app.get('/back', async (c) => {
  const { orderId, verdict } = await checkout.settle(c.req.query('id') ?? '');
  return c.text(`Order ${orderId}: ${verdict}`);
});
