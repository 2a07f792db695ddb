import { Hono } from 'hono';
import { checkout } from './checkout.js';

export const app = new Hono();
app.all('/checkout/*', (c) => checkout.fetch(c.req.raw));

app.get('/back', async (c) => {
  const result = await checkout.settle(c.req.query('id') ?? '').catch(console.error);
  if (!result) return c.text('We do not know yet whether you paid. Please do not pay again.', 503);
  return c.text(`Order ${result.orderId}: ${result.verdict}`);
});
