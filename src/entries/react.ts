import { PayCheckout as PayCheckoutElement } from './element.js';
import { createPayCheckoutComponent } from './react-component.js';

if (typeof customElements !== 'undefined') PayCheckoutElement.define();

/** `<pay-checkout>` as a React component: its properties, and its events as `onPay…`. */
export const PayCheckout = createPayCheckoutComponent(PayCheckoutElement);
