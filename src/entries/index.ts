import { PayCheckout } from './element.js';

export * from './element.js';

// On a server there is nothing to register with; importing must not hurt there.
if (typeof customElements !== 'undefined') PayCheckout.define();
