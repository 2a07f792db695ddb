/**
 * Everything that crosses the network. Three kinds of schema: a `…Contract` says what the service promises (use it to test a
 * service), the plain name says how an answer is read (loosely: use it on what you receive), and the verbs are the
 * requests (strict: use them on what you send), with their parts `cardSource`, `payTokenSource`, `applePaySource`,
 * `samsungPaySource`, `stcPaySource`, `paymentAmount` and `splitRequest`.
 */
export * from './create-payment.js';
export { currency } from './scalar.js';
export * from './error-body.js';
export * from './invoice.js';
export * from './list.js';
export * from './payment-intent.js';
export * from './payment.js';
export * from './source.js';
export * from './split.js';
export * from './token.js';
export * from './webhook.js';
