import { buy } from './demo.js';
import { test } from './worker.js';

test('a payer buys something in the shop, in the Chromium that payers have', ({ checkout, demo }) =>
  buy(checkout, demo));
