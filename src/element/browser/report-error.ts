import type { PayError } from '../../error.js';
import { PayErrorEvent } from './events/error.js';

/** Tells the page of an error, and the console too where a developer must act: not every page listens to `pay-error`. */
export function reportError(host: Element, error: PayError): void {
  const { code, message, cause } = error;
  if (code === 'configuration' || code === 'api' || (code === 'network' && cause)) {
    // eslint-disable-next-line no-console -- the developer reads it there
    console.error(`<${host.localName}>: ${message}`, ...(cause ? [cause] : []));
  }
  host.dispatchEvent(new PayErrorEvent(error));
}
