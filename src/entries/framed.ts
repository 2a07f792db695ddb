import { FramedCheckout } from '../element/framed-checkout.js';
import { LocaleRegistry } from '../element/i18n/locale-registry.js';
import { localeLoader } from './locale-loader.js';
import { pageLocales } from './page-locales.js';

/** `<pay-checkout>` whose form is only ever in a frame of another origin. Registers the element in browsers. */
export { PayError, type PayErrorCode } from '../error.js';
export { PayAttemptEvent } from '../element/browser/events/attempt.js';
export { PayCancelEvent } from '../element/browser/events/cancel.js';
export { PayChangeEvent } from '../element/browser/events/change.js';
export { PayErrorEvent } from '../element/browser/events/error.js';
export { PayInvalidEvent } from '../element/browser/events/invalid.js';
export { PayOutcomeEvent } from '../element/browser/events/outcome.js';
export { PayReadyEvent } from '../element/browser/events/ready.js';
export { PayRedirectEvent } from '../element/browser/events/redirect.js';
export { FramedCheckout };

FramedCheckout.dependencies = {
  locales: new LocaleRegistry(pageLocales, localeLoader),
  async loadChallenge() {
    const [challenge, lit] = await Promise.all([
      import('../element/challenge/index.js'),
      import('lit/html.js'),
    ]);
    return challenge.openWith(lit);
  },
  loadMethods: () => import('../element/methods/index.js'),
};

if (typeof customElements !== 'undefined') FramedCheckout.define();
