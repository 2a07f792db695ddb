import { copyFileSync, mkdirSync } from 'node:fs';

mkdirSync('public', { recursive: true });
copyFileSync('node_modules/pay-checkout/dist/pay-checkout.js', 'public/pay-checkout.js');
