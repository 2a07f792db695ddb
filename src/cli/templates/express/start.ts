import { startShop } from './shop.js';

const { url } = await startShop(Number(new URL(process.env['SHOP_URL'] ?? 'http://127.0.0.1:3000').port));
console.log(`The shop: ${url}`);
