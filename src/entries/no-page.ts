import { version } from '../version.js';

/**
 * What the entries of the elements export at the edge, where Lit cannot be loaded: bundlers take its build for browsers
 * there, which needs a page. A server can import the names, and registers no element.
 */
export { PayError } from '../error.js';
export * from '../element/browser/events.js';
export { readReturn } from '../element/checkout/read-return.js';

/** A function, since a page may extend the class. */
function NoElement(): void {}
Object.assign(NoElement, { version, define() {}, addLanguage() {} });
export { NoElement as PayCheckout, NoElement as FramedCheckout, NoElement as PayResult };
