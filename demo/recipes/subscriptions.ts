import type { Settlement } from 'pay-checkout/server';
import { db } from './orders-sql.js';
db.exec(`CREATE TABLE IF NOT EXISTS subscriptions (id TEXT PRIMARY KEY, token TEXT, amount INTEGER, currency TEXT,
  callbackUrl TEXT, paidUntil TEXT, tries INTEGER DEFAULT 0)`);

/** Call it in `onSettled`: the card was charged, or the customer has paid in the page. A repeat changes nothing. */
export function renewed({ orderId, verdict }: Settlement) {
  const next = "paidUntil = date(paidUntil, '+1 month'), tries = 0 WHERE id || '-' || paidUntil = ?";
  if (verdict === 'paid') db.prepare(`UPDATE subscriptions SET ${next}`).run(orderId);
}

/** Those whose month is over. Each month is an order of its own, so it is charged at most once. */
export function findDue(today: string): { orderId: string; token: string; tries: number }[] {
  const rows = (columns: string) => `SELECT id || '-' || paidUntil AS orderId, ${columns} FROM subscriptions`;
  const due = 'WHERE paidUntil <= ? AND tries < 4';
  db.prepare(`INSERT OR IGNORE INTO orders ${rows('amount, currency, callbackUrl')} ${due}`).run(today);
  return db.prepare(`${rows('token, tries')} ${due}`).all(today) as never;
}
