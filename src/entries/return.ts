import { handOver } from '../challenge/hand-over.js';
import { PayResult } from '../elements/pay-result.js';
import { sharedLocales } from './shared-locales.js';

/** The way back from a payment. Registers `<pay-result>`, where there is a page to register it in. */
export { readReturn, type Return } from '../checkout/read-return.js';
export type { DeclineReason, MessageOverrides, FormMessages as Messages } from '../i18n/messages.js';
export { PayResult };

PayResult.release = { languages: sharedLocales };

if (typeof customElements !== 'undefined') PayResult.define();
if (typeof window !== 'undefined' && 'location' in window) handOver();
