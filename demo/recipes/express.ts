import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { checkout } from './checkout.js';

export const app = express();
// Before express.json(): the checkout reads the body itself.
app.all('/checkout/*path', getRequestListener(checkout.fetch, { overrideGlobalObjects: false }));
app.use(express.json());

app.get('/back', async (request, response) => {
  const { orderId, verdict } = await checkout.settle(String(request.query['id']));
  response.send(`Order ${orderId}: ${verdict}`);
});
