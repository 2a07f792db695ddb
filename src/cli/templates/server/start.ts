import { startServer } from './pay-checkout.js';
import { startShop } from './shop.js';

const { PUBLIC_URL = '', ORDER_KEYS = '', NEWS_SECRET = '', SHOP_URL = '' } = process.env;

const { url } = await startShop({
  port: Number(new URL(SHOP_URL).port),
  serverUrl: PUBLIC_URL,
  orderKey: ORDER_KEYS,
  newsSecret: NEWS_SECRET,
  onNews: ({ data }) => console.log(`Order ${data.order_id}: ${data.verdict}`),
});
await startServer({});
console.log(`The shop: ${url}`);
