import type { PayError, Settlement } from 'pay-checkout/server';
import { client } from './client.js';
import { db } from './orders-sql.js';
db.exec(
  'CREATE TABLE IF NOT EXISTS cards (token TEXT PRIMARY KEY, customer TEXT NOT NULL, card TEXT NOT NULL)',
);
const ifUnknown = (error: PayError) => (error.status === 404 ? undefined : Promise.reject(error));

/** Call it in `onSettled`, with the customer whom your own records name for the order. */
export async function keepCard(customer: string, { payment, verdict }: Settlement) {
  const { token, company, number } = payment.source ?? {};
  if (!token || (verdict !== 'paid' && verdict !== 'authorized')) return;
  const kept = await client.retrieveToken(token).catch(ifUnknown);
  if (kept?.status !== 'active') return; // the customer did not ask to keep it
  const card = { token, company, number, month: kept.month, year: kept.year, name: kept.name };
  // Whose card it is stays so, whoever pays by it.
  db.prepare('INSERT OR IGNORE INTO cards VALUES (?, ?, ?)').run(token, customer, JSON.stringify(card));
}
