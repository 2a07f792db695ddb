import { createReturnedMessage } from './message.js';
import { readReturn } from '../checkout/read-return.js';

/**
 * Posts the payment's id and the return URL to every ancestor window of the same origin: one of them shows the bank's
 * page in a dialog, and this document is in it. Other origins learn nothing of the payment. Does nothing in a page without
 * a parent, or whose URL is no return URL.
 */
export function postReturn(page: Window = window): void {
  const back = readReturn(page.location.href);
  if (!back) return;
  const { origin, href } = page.location;
  for (let from = page; from !== from.parent;) {
    from = from.parent;
    try {
      if (from.location.origin === origin)
        from.postMessage(createReturnedMessage(back.paymentId, href), origin);
    } catch {
      // Reading the location of another origin throws.
    }
  }
}
