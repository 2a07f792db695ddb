import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { app } from './hono.js';
import { db, orders } from './orders-sql.js';

const { PAY_BASE_URL, PAY_PUBLISHABLE_KEY, SHOP_URL = '' } = process.env;
const values = "lower(hex(randomblob(16))), 10000, 'SAR', ?";
const insert = db.prepare(
  `INSERT INTO orders (id, amount, currency, callbackUrl) VALUES (${values}) RETURNING id`,
);
app.get('/', (c) => c.redirect(`/orders/${(insert.get(`${SHOP_URL}/back`) as { id: string }).id}`));
app.get('/orders/:id', async (c) => {
  const { id, amount, currency } = (await orders.get(c.req.param('id'))) ?? {};
  const service = `base-url="${PAY_BASE_URL}" publishable-key="${PAY_PUBLISHABLE_KEY}"`;
  const tag = `<pay-checkout checkout-url="/checkout/${id}" amount="${amount}" currency="${currency}" ${service}>`;
  return c.html(`<!doctype html><title>Shop</title><script src="/script.js"></script>${tag}</pay-checkout>`);
});
app.get('/script.js', serveStatic({ path: 'node_modules/pay-checkout/dist/pay-checkout.js' }));
serve({ fetch: app.fetch, port: Number(new URL(SHOP_URL).port), hostname: '127.0.0.1' });
