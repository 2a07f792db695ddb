/** The script file `pay-checkout.js`: it registers the element and leaves no name in the page. */
import { PayCheckout } from '../elements/pay-checkout.js';
import { languages, loadBeside } from './beside.js';

PayCheckout.release = {
  languages,
  loadFrameHost: () => loadBeside('../pay-framed') as Promise<never>,
  loadBankDialog: () => loadBeside('../pay-challenge') as Promise<never>,
};

if (typeof customElements !== 'undefined') PayCheckout.define();
