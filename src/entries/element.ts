import { html, render } from 'lit/html.js';
import { PayCheckout } from '../element/pay-checkout.js';
import { sharedLocales } from './shared-locales.js';

/** The element, its events and its types. Registers nothing: call `PayCheckout.define()`. */
export { PayError, type PayErrorCode } from '../error.js';
export type { Network } from '../element/card/networks.js';
export type { FieldName } from '../element/card/card.js';
export type { Outcome } from '../element/checkout/outcome.js';
export type { FinalStatus } from '../wire/final-status.js';
export type { CheckoutPayment as Payment } from '../element/checkout/payment.js';
export type { SaveCard, SavedCardEntry } from '../element/form/saved/read.js';
export type { PaymentIntent } from '../wire/payment-intent.js';
export * from '../element/browser/events.js';
export type { DeclineReason, MessageOverrides, FormMessages as Messages } from '../element/i18n/messages.js';
export { PayCheckout };

PayCheckout.dependencies = {
  locales: sharedLocales,
  loadChallenge: async () => (await import('../element/challenge/index.js')).openWith({ html, render }),
  loadMethods: () => import('../element/methods/index.js'),
};
