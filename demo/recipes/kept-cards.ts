import { client } from './client.js';
import { db } from './orders-sql.js';

/** For `savedCards` of the element, in a page that only this customer is shown. */
export function keptCards(customer: string): object[] {
  const rows = db.prepare('SELECT card FROM cards WHERE customer = ?').pluck().all(customer) as string[];
  return rows.map((card) => JSON.parse(card) as object);
}

/** The customer wants it forgotten. Nobody else's card can be deleted, whatever token is named. */
export async function forgetCard(customer: string, token: string) {
  const forget = 'DELETE FROM cards WHERE token = ? AND customer = ? RETURNING token';
  if (db.prepare(forget).get(token, customer)) await client.deleteToken(token);
}
