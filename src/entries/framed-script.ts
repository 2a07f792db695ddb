/** The script file `pay-framed.js`, for pages whose form is in a frame. */
import challengeDigest from 'digest:pay-challenge.js';
import litDigest from 'digest:pay-lit.js';
import methodsDigest from 'digest:pay-methods.js';
import type * as methods from '../element/methods/index.js';
import type * as challengeModule from '../element/challenge/index.js';
import type { Lit } from '../element/challenge/challenge-dialog.js';
import { FramedCheckout } from '../element/framed-checkout.js';
import { LocaleRegistry } from '../element/i18n/locale-registry.js';
import { loadAsset, createLocaleLoader, type ScriptTag } from './load-asset.js';
import { pageLocales } from './locales.js';

const ownScript = (): ScriptTag => {
  const { url: src } = import.meta;
  return [...document.scripts].find((script) => script.src === src) ?? { src, integrity: '', nonce: '' };
};

FramedCheckout.dependencies = {
  locales: new LocaleRegistry(pageLocales, createLocaleLoader(ownScript)),
  async loadChallenge() {
    const script = ownScript();
    const [challenge, lit] = await Promise.all([
      loadAsset<typeof challengeModule>(script, 'pay-challenge.js', challengeDigest),
      loadAsset<Lit>(script, 'pay-lit.js', litDigest),
    ]);
    return challenge.openWith(lit);
  },
  loadMethods: async () => loadAsset<typeof methods>(ownScript(), 'pay-methods.js', methodsDigest),
};

if (typeof customElements !== 'undefined') FramedCheckout.define();
