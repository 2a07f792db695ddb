import { createComponent } from '@lit/react';
import * as React from 'react';
import { PayCheckout as PayCheckoutElement } from './element.js';
import type {
  PayAttemptEvent,
  PayChangeEvent,
  PayErrorEvent,
  PayInvalidEvent,
  PayOutcomeEvent,
  PayReadyEvent,
  PayRedirectEvent,
} from './element.js';
import type { EventName } from '@lit/react';

if (typeof customElements !== 'undefined') PayCheckoutElement.define();

/** `<pay-checkout>` as a React component: its properties, and its events as `onPay…`. */
export const PayCheckout = createComponent({
  tagName: 'pay-checkout',
  elementClass: PayCheckoutElement,
  react: React,
  events: {
    onPayReady: 'pay-ready' as EventName<PayReadyEvent>,
    onPayChange: 'pay-change' as EventName<PayChangeEvent>,
    onPayInvalid: 'pay-invalid' as EventName<PayInvalidEvent>,
    onPayAttempt: 'pay-attempt' as EventName<PayAttemptEvent>,
    onPayRedirect: 'pay-redirect' as EventName<PayRedirectEvent>,
    onPayOutcome: 'pay-outcome' as EventName<PayOutcomeEvent>,
    onPayError: 'pay-error' as EventName<PayErrorEvent>,
  },
});
