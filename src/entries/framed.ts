import { FramedCheckout } from '../elements/framed-checkout.js';
import { LocaleRegistry } from '../i18n/locale-registry.js';
import { localeLoader } from './locale-loader.js';
import { pageLocales } from './page-locales.js';

/** `<pay-checkout>` whose form is only ever in a frame of another origin. Registers the element in browsers. */
export { PayError, type PayErrorCode } from '../error.js';
export { PayAttemptEvent } from '../browser/events/attempt.js';
export { PayChangeEvent } from '../browser/events/change.js';
export { PayErrorEvent } from '../browser/events/error.js';
export { PayInvalidEvent } from '../browser/events/invalid.js';
export { PayOutcomeEvent } from '../browser/events/outcome.js';
export { PayReadyEvent } from '../browser/events/ready.js';
export { PayRedirectEvent } from '../browser/events/redirect.js';
export { FramedCheckout };

FramedCheckout.dependencies = {
  locales: new LocaleRegistry(pageLocales, localeLoader),
  async loadChallenge() {
    const [challenge, lit] = await Promise.all([import('../challenge/index.js'), import('lit/html.js')]);
    return challenge.openWith(lit);
  },
};

if (typeof customElements !== 'undefined') FramedCheckout.define();
