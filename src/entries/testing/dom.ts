/** For unit tests in jsdom and happy-dom, which cannot run the element: a stand-in with the same properties and events. */
export { PayError, type PayErrorCode } from '../../error.js';
export type { ShownState as CheckoutState } from '../../testing/checkout-verbs.js';
export { defineStandIn } from '../../testing/dom/stand-in.js';
export type {
  PayCheckoutStandIn,
  StandInAnswer,
  StandInControls,
  StandInOutcome,
  StandInWindow,
} from '../../testing/dom/stand-in-types.js';
