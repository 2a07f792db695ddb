import { openCheckout } from './checkout.js';

const close = await openCheckout(process.env['SHOP_URL'] ?? 'http://127.0.0.1:3000');
close();
