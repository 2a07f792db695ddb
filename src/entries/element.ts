import { html, render } from 'lit/html.js';
import { PayCheckout } from '../elements/pay-checkout.js';
import { sharedLocales } from './shared-locales.js';

/** The element, its events and its types. Registers nothing: call `PayCheckout.define()`. */
export { PayError, type PayErrorCode } from '../error.js';
export type { Network } from '../card/network-rules.js';
export type { FieldName } from '../card/card.js';
export type { FinalStatus, Outcome } from '../checkout/outcome.js';
export type { CheckoutPayment as Payment } from '../checkout/payment.js';
export type { SaveCard, SavedCardEntry } from '../form/saved/read.js';
export type { PaymentIntent } from '../wire/payment-intent.js';
export { PayAttemptEvent, type PayAttemptDetail } from '../browser/events/attempt.js';
export { PayChangeEvent, type PayChangeDetail } from '../browser/events/change.js';
export { PayErrorEvent, type PayErrorDetail } from '../browser/events/error.js';
export { PayInvalidEvent, type PayInvalidDetail } from '../browser/events/invalid.js';
export { PayOutcomeEvent, type PayOutcomeDetail } from '../browser/events/outcome.js';
export { PayReadyEvent } from '../browser/events/ready.js';
export { PayRedirectEvent, type PayRedirectDetail } from '../browser/events/redirect.js';
export type { DeclineReason, MessageOverrides, FormMessages as Messages } from '../i18n/messages.js';
export { PayCheckout };

PayCheckout.dependencies = {
  locales: sharedLocales,
  loadFrameParent: () => import('../frame/parent/index.js'),
  loadChallenge: async () => (await import('../challenge/index.js')).openWith({ html, render }),
  loadSavedCards: () => import('../form/saved/saved-cards.js'),
};
