import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { checkout } from './checkout.js';

export const app = express();
// Before express.json(): the checkout reads the body itself.
app.all('/checkout/*path', getRequestListener(checkout.fetch, { overrideGlobalObjects: false }));
app.use(express.json());

app.get('/back', async (request, response) => {
  const result = await checkout.settle(String(request.query['id'])).catch(console.error);
  if (result) response.send(`Order ${result.orderId}: ${result.verdict}`);
  else response.status(503).send('We do not know yet whether you paid. Please do not pay again.');
});
