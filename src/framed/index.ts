import { FramedCheckout } from './framed-checkout.js';

/** `<pay-checkout>` whose form lives in a frame of another origin, and nowhere else. Registers it, where there is a page. */
export { PayError, type PayErrorCode } from '../error.js';
export { PayAttemptEvent } from '../element/events/attempt.js';
export { PayChangeEvent } from '../element/events/change.js';
export { PayErrorEvent } from '../element/events/error.js';
export { PayInvalidEvent } from '../element/events/invalid.js';
export { PayOutcomeEvent } from '../element/events/outcome.js';
export { PayReadyEvent } from '../element/events/ready.js';
export { PayRedirectEvent } from '../element/events/redirect.js';
export { FramedCheckout };

if (typeof customElements !== 'undefined') FramedCheckout.define();
