import { startServer } from './pay-checkout.js';
import { startShop } from './shop.js';

function readSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

const { url } = await startShop({
  port: Number(new URL(readSetting('SHOP_URL')).port),
  serverUrl: readSetting('PUBLIC_URL'),
  orderKey: readSetting('ORDER_KEYS'),
  webhookSigningSecret: readSetting('WEBHOOK_SIGNING_SECRET'),
  onWebhook: ({ data }) => console.log(`Order ${data.order_id}: ${data.verdict}`),
});
await startServer({});
console.log(`The shop: ${url}`);
