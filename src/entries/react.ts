import './index.js';
import { createPayCheckoutComponent } from './react-component.js';

/** `<pay-checkout>` as a React component: its properties, and its events as `onPay…`. */
export const PayCheckout = createPayCheckoutComponent();
