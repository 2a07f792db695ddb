import { returnedMessage } from './message.js';
import { readReturn } from '../checkout/read-return.js';

/**
 * Tells the page that has the bank's page in a dialog that the payer is back: in that dialog's frame, in this document.
 * Of the windows around this one only those of its own origin are told, so nobody else learns of the payment.
 * Does nothing in a page that is in no frame, or that is no way back from a payment.
 */
export function handOver(page: Window = window): void {
  const back = readReturn(page.location.href);
  if (!back) return;
  const { origin, href } = page.location;
  for (let from = page; from !== from.parent;) {
    from = from.parent;
    try {
      if (from.location.origin === origin) from.postMessage(returnedMessage(back.paymentId, href), origin);
    } catch {
      // Of another origin, which may not even be asked for it.
    }
  }
}
