/**
 * The script file `pay-framed.js`, for pages whose form is only ever in a frame. The script file `pay-checkout.js`
 * fetches it too, for its side of the frame.
 */
import challengeDigest from 'digest:pay-challenge.js';
import type { ChallengeModule } from '../elements/release.js';
import { FramedCheckout } from '../elements/framed-checkout.js';
import { Languages } from '../words/languages.js';
import { fetchBeside, languagesBeside, type Script } from './beside.js';
import { pageWords } from './page-words.js';

export * from '../frame/host/index.js';

const ownScript = (): Script => {
  const { url: src } = import.meta;
  return [...document.scripts].find((script) => script.src === src) ?? { src, integrity: '', nonce: '' };
};

FramedCheckout.release = {
  languages: new Languages(pageWords, languagesBeside(ownScript)),
  loadChallenge: () =>
    fetchBeside(
      ownScript(),
      'pay-challenge.js',
      challengeDigest,
    ) as Promise<unknown> as Promise<ChallengeModule>,
};

if (typeof customElements !== 'undefined') FramedCheckout.define();
