/** The element, its events and its types. Registers nothing: call `PayCheckout.define()`. */
export { PayError, type PayErrorCode } from '../error.js';
export type { Network } from '../card/brand.js';
export type { FieldName } from '../card/card.js';
export type { FinalStatus, Outcome } from '../checkout/outcome.js';
export type { Payment } from '../wire/payment.js';
export type { PaymentIntent } from '../wire/payment-intent.js';
export { PayAttemptEvent, type PayAttemptDetail } from './events/attempt.js';
export { PayChangeEvent, type PayChangeDetail } from './events/change.js';
export { PayErrorEvent, type PayErrorDetail } from './events/error.js';
export { PayInvalidEvent, type PayInvalidDetail } from './events/invalid.js';
export { PayOutcomeEvent, type PayOutcomeDetail } from './events/outcome.js';
export { PayReadyEvent } from './events/ready.js';
export { PayRedirectEvent, type PayRedirectDetail } from './events/redirect.js';
export type { DeclineReason, MessageOverrides, Messages } from './messages/messages.js';
export { PayCheckout } from './pay-checkout.js';
