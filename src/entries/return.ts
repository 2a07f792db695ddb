import { postReturn } from '../element/challenge/post-return.js';
import { PayResult } from '../element/pay-result.js';
import { sharedLocales } from './shared-locales.js';

/** For the page that the payer returns to. Registers `<pay-result>` in browsers. */
export { readReturn, type Return } from '../element/checkout/read-return.js';
export type { DeclineReason, MessageOverrides, FormMessages as Messages } from '../element/i18n/messages.js';
export { PayResult };

PayResult.dependencies = { locales: sharedLocales };

if (typeof customElements !== 'undefined') PayResult.define();
if (typeof window !== 'undefined' && 'location' in window) postReturn();
