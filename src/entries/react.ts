import { createComponent } from '@lit/react';
import { PayCheckout as PayCheckoutElement } from './element.js';
import { createBaseComponent, createPayCheckoutComponent } from './react-component.js';

if (typeof customElements !== 'undefined') PayCheckoutElement.define();

/** `<pay-checkout>` as a React component: its properties, and its events as `onPay…`. */
const Base = createBaseComponent(createComponent, PayCheckoutElement);
export const PayCheckout = createPayCheckoutComponent(() => Base);
