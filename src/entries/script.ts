/** The script file `pay-checkout.js`: it registers the element and leaves no name in the page. */
import bankDialogDigest from 'digest:pay-challenge.js';
import framedDigest from 'digest:pay-framed.js';
import { PayCheckout } from '../elements/pay-checkout.js';
import * as ar from '../words/languages/ar.js';
import * as en from '../words/languages/en.js';
import { Languages } from '../words/languages.js';
import type { Words } from '../words/messages.js';
import { fetchBeside, languagesBeside } from './beside.js';
import { ownScript } from './own-script.js';

PayCheckout.release = {
  languages: new Languages<Words>([en, ar], languagesBeside(ownScript)),
  loadFrameHost: async () => fetchBeside(ownScript(), 'pay-framed.js', framedDigest) as Promise<never>,
  loadBankDialog: async () =>
    fetchBeside(ownScript(), 'pay-challenge.js', bankDialogDigest) as Promise<never>,
};

if (typeof customElements !== 'undefined') PayCheckout.define();
