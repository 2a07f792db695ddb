import { FramedCheckout } from '../elements/framed-checkout.js';
import { Languages } from '../words/languages.js';
import { source } from './bundled-languages.js';
import { pageWords } from './page-words.js';

/** `<pay-checkout>` whose form lives in a frame of another origin, and nowhere else. Registers it, where there is a page. */
export { PayError, type PayErrorCode } from '../error.js';
export { PayAttemptEvent } from '../page/events/attempt.js';
export { PayChangeEvent } from '../page/events/change.js';
export { PayErrorEvent } from '../page/events/error.js';
export { PayInvalidEvent } from '../page/events/invalid.js';
export { PayOutcomeEvent } from '../page/events/outcome.js';
export { PayReadyEvent } from '../page/events/ready.js';
export { PayRedirectEvent } from '../page/events/redirect.js';
export { FramedCheckout };

FramedCheckout.release = {
  languages: new Languages(pageWords, source),
  loadChallenge: () => import('../challenge/index.js'),
};

if (typeof customElements !== 'undefined') FramedCheckout.define();
