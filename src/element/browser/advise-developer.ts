import { isLoopback } from '../../wire/url.js';
import type { PayError } from '../../error.js';
import { PayErrorEvent } from './events.js';

/**
 * Writes advice for the developer to the console. Neither the payer nor the page's code needs the advice. The cause is logged
 * unchanged, since a cause may be an object that has no message.
 */
export const adviseDeveloper = (host: Element, advice: string, ...cause: readonly unknown[]): void => {
  // eslint-disable-next-line no-console -- the developer reads it there
  console.warn(`<${host.localName}>: ${advice}`, ...cause);
};

/**
 * Whether text for developers may stand in the page: with a key of the test mode, or on the developer's own machine. Never
 * with a live key, because payers may see that page.
 */
export function isDeveloperPage(key?: unknown): boolean {
  const text = String(key);
  return !/_live_/.test(text) && (/^\s*[ps]k_test_/.test(text) || isLoopback(location.hostname));
}

/** Tells the page of an error, and the console too where a developer must act: not every page listens to `pay-error`. */
export function reportError(host: Element, error: PayError): void {
  const { code, message, cause } = error;
  if (code === 'configuration' || code === 'api' || (code === 'network' && cause)) {
    // eslint-disable-next-line no-console -- the developer reads it there
    console.error(`<${host.localName}>: ${message}`, ...(cause ? [cause] : []));
  }
  host.dispatchEvent(new PayErrorEvent(error));
}
