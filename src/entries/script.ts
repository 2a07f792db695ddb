/** The script file `pay-checkout.js`: it registers the element and leaves no name in the page. */
import challengeDigest from 'digest:pay-challenge.js';
import methodsDigest from 'digest:pay-methods.js';
import { html, render } from 'lit/html.js';
import type * as challengeModule from '../element/challenge/index.js';
import { PayCheckout } from '../element/pay-checkout.js';
import { LocaleRegistry } from '../element/i18n/locale-registry.js';
import { loadAsset, createLocaleLoader, findScript } from './load-asset.js';
import { formLocales } from './locales.js';

const ownScript = findScript('pay-checkout.js');
const load =
  <Module>(file: string, digest: string) =>
  async () =>
    loadAsset<Module>(ownScript(), file, digest);
const loadChallengeModule = load<typeof challengeModule>('pay-challenge.js', challengeDigest);

PayCheckout.dependencies = {
  locales: new LocaleRegistry(formLocales, createLocaleLoader(ownScript)),
  loadChallenge: async () => (await loadChallengeModule()).openWith({ html, render }),
  loadMethods: load('pay-methods.js', methodsDigest),
};

if (typeof customElements !== 'undefined') PayCheckout.define();
