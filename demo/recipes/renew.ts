import type { PayError } from 'pay-checkout/server';
import { checkout } from './checkout.js';
import { db } from './orders-sql.js';
import { findDue } from './subscriptions.js';

/** Run it once a day. `ask`: mail the customer the page of the order, which takes the payment as any other. */
export async function renew(today: string, ask: (orderId: string) => unknown) {
  for (const { orderId, token, tries } of findDue(today)) {
    // The same key charges once.
    const hasFailed = await checkout.charge(orderId, { token, key: `try ${tries}` }).then(
      ({ verdict, needsPayer }) => verdict === 'failed' || needsPayer,
      // Any other error says nothing yet: tomorrow by the same key.
      (error: PayError) => error.type === 'refused',
    );
    if (!hasFailed) continue;
    db.prepare("UPDATE subscriptions SET tries = tries + 1 WHERE id || '-' || paidUntil = ?").run(orderId);
    await ask(orderId);
  }
}
