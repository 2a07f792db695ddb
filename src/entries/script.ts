/** The script file `pay-checkout.js`: it registers the element and leaves no name in the page. */
import challengeDigest from 'digest:pay-challenge.js';
import framedDigest from 'digest:pay-framed.js';
import savedDigest from 'digest:pay-saved.js';
import { PayCheckout } from '../elements/pay-checkout.js';
import { Languages } from '../words/languages.js';
import { fetchBeside, languagesBeside } from './beside.js';
import { formWords } from './form-words.js';
import { scriptNamed } from './own-script.js';

const ownScript = scriptNamed('pay-checkout.js');

PayCheckout.release = {
  languages: new Languages(formWords, languagesBeside(ownScript)),
  loadFrameHost: async () => fetchBeside(ownScript(), 'pay-framed.js', framedDigest) as Promise<never>,
  loadChallenge: async () => fetchBeside(ownScript(), 'pay-challenge.js', challengeDigest) as Promise<never>,
  loadSavedCards: async () => fetchBeside(ownScript(), 'pay-saved.js', savedDigest) as Promise<never>,
};

if (typeof customElements !== 'undefined') PayCheckout.define();
