import { PayCheckout } from './element.js';

export * from './element.js';

// On a server there is no registry, and importing must not fail.
if (typeof customElements !== 'undefined') PayCheckout.define();
