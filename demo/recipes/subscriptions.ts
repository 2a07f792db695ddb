import type { Settlement } from 'pay-checkout/server';
import { db } from './orders-sql.js';
db.exec(`CREATE TABLE IF NOT EXISTS subscriptions (id TEXT PRIMARY KEY, token TEXT, amount INT, currency TEXT, day INT,
  callbackUrl TEXT, paidUntil TEXT, tries INT DEFAULT 0, triedOn TEXT DEFAULT '', orderId AS (id || '-' || paidUntil))`);

/** Call it in `onSettled`: the card was charged, or the customer has paid in the page. A repeat changes nothing. */
export function renewed({ orderId, verdict }: Settlement) {
  const month = (n: number, days: string) => `date(paidUntil, 'start of month', '+${n} months', ${days})`;
  const next = `min(${month(1, "(day - 1) || ' days'")}, ${month(2, "'-1 day'")})`; // The 31st ends with a shorter month.
  const change = `UPDATE subscriptions SET paidUntil = ${next}, tries = 0 WHERE orderId = ?`;
  if (verdict === 'paid') db.prepare(change).run(orderId);
}

/** Those whose month is over. Each month is an order of its own, so it is charged at most once. */
export function findDue(today: string): { orderId: string; token: string; tries: number }[] {
  const due = 'FROM subscriptions WHERE paidUntil <= ?1 AND tries < 4 AND triedOn < ?1';
  db.prepare(`INSERT OR IGNORE INTO orders SELECT orderId, amount, currency, callbackUrl ${due}`).run(today);
  return db.prepare(`SELECT orderId, token, tries ${due}`).all(today) as never;
}
