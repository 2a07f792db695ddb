/** The file `pay-methods.js`: ways to pay other than a typed card, which most pages do not fetch. */
export { Wallets } from './wallets/wallets.js';
export { offersStcPay } from '../form/stc-pay/read-methods.js';
export { MethodChoice } from '../form/method-choice.js';
