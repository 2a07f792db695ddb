import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import Database from 'libsql';
import { PayError, type PayClient } from 'pay-checkout/server';
import type { Payment } from 'pay-checkout/wire';

/** A saved card as the checkout shows it to the customer whose card it is. */
export interface Card {
  readonly token: string;
  readonly company: string;
  readonly number: string;
  readonly month: string;
  readonly year: string;
}

const tables = `
  CREATE TABLE IF NOT EXISTS buyers (sale TEXT PRIMARY KEY, customer TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS cards (
    token TEXT PRIMARY KEY, customer TEXT NOT NULL, company TEXT NOT NULL, number TEXT NOT NULL, month TEXT NOT NULL, year TEXT NOT NULL
  );
`;

export type Customers = ReturnType<typeof openCustomers>;

/** Who buys what, and the cards that they have kept. In the shop's own database, or in `:memory:`. */
export function openCustomers(file: string) {
  const database = new Database(file, { timeout: 5000 });
  database.pragma('journal_mode = WAL');
  database.exec(tables);
  const one = <T>(sql: string, ...values: unknown[]) => database.prepare(sql).get(...values) as T | undefined;
  const buyerOf = (sale: string) =>
    one<{ readonly customer: string }>('SELECT customer FROM buyers WHERE sale = ?', sale)?.customer;

  return {
    saveBuyer: (sale: string, customer: string) =>
      database.prepare('INSERT INTO buyers (sale, customer) VALUES (?, ?)').run(sale, customer),

    /** The cards of the customer who asks; undefined where the order is somebody else's. */
    cardsFor: (sale: string, customer: string | undefined): readonly Card[] | undefined =>
      customer !== undefined && buyerOf(sale) === customer
        ? (database
            .prepare('SELECT token, company, number, month, year FROM cards WHERE customer = ?')
            .all(customer) as Card[])
        : undefined,

    /**
     * Stores the card of a payment that the shop has read from the service itself, for the customer that the shop
     * knows: never what a browser sends. The service names a token with every payment, and only one that the payer
     * has agreed to is active.
     */
    async keepCard(client: PayClient, sale: string, { source }: Payment): Promise<void> {
      const customer = buyerOf(sale);
      if (customer === undefined || !source?.token || !source.company) return;
      const found = await client.retrieveToken(source.token).catch((error: unknown) => {
        if (error instanceof PayError && error.status === 404) return undefined;
        throw error;
      });
      if (found?.status !== 'active') return;
      database
        .prepare(
          'INSERT OR IGNORE INTO cards (token, customer, company, number, month, year) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(
          found.id,
          customer,
          source.company,
          `•••• ${found.last_four ?? ''}`,
          String(found.month ?? ''),
          String(found.year ?? ''),
        );
    },

    close: () => database.close(),
  };
}

const cookie = 'customer';

/** Who asks. A real shop takes the customer of its session. */
export const customerOf = (c: Context): string | undefined => getCookie(c, cookie);

/** Recognises the customer, or begins to. */
export function recognise(c: Context): string {
  const customer = customerOf(c) ?? crypto.randomUUID();
  // No script of a page reads it, and no other site sends it along.
  setCookie(c, cookie, customer, { httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 30 * 24 * 3600 });
  return customer;
}
