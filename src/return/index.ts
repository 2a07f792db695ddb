import { handOver } from './hand-over.js';
import { PayResult } from './pay-result.js';

/** The way back from a payment. Registers `<pay-result>`, where there is a page to register it in. */
export { readReturn, type Return } from './read-return.js';
export type { DeclineReason, MessageOverrides, Messages } from '../element/messages/messages.js';
export { PayResult };

if (typeof customElements !== 'undefined') PayResult.define();
if (typeof window !== 'undefined' && 'location' in window) handOver();
