import { client } from './client.js';

await client.ensureWebhook({
  url: `${process.env['SHOP_URL']}/checkout/webhook`,
  shared_secret: process.env['PAY_WEBHOOK_SECRET'] ?? '',
});
