import { PayCheckout } from './element/pay-checkout.js';

export * from './element/index.js';

PayCheckout.define();
