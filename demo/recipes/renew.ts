import type { PayError } from 'pay-checkout/server';
import { checkout } from './checkout.js';
import { db } from './orders-sql.js';
import { findDue } from './subscriptions.js';

const count = 'UPDATE subscriptions SET tries = ?, triedOn = ? WHERE orderId = ? AND tries = ?';
/** Run it each day. `ask`: mail the customer the page of the order, which takes the payment as any other. */
export async function renew(today: string, ask: (orderId: string) => unknown) {
  for (const { orderId, token, tries } of findDue(today)) {
    // The same key charges once.
    const hasEnded = await checkout.charge(orderId, { token, key: `try ${tries}` }).then(
      ({ verdict, needsPayer }) => verdict === 'failed' || needsPayer,
      // A refused card, or a key of another card. Any other error says nothing yet: the same key goes on later.
      (e: PayError) => e.type === 'refused' || e.field === 'key' || void console.error(orderId, e),
    );
    const isCounted = hasEnded && db.prepare(count).run(tries + 1, today, orderId, tries).changes > 0;
    if (isCounted) await ask(orderId);
  }
}
