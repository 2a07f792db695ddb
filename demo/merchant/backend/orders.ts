import Database from 'libsql';
import type { Order, Orders } from 'pay-checkout/server';
import { sqliteStore } from 'pay-checkout/stores/sqlite';
import type { Line } from './basket.js';

/** Where an order stands, as the pages show it. */
export type Standing =
  | { readonly status: 'open' }
  | { readonly status: 'declined'; readonly message: string }
  /** Somebody, most likely the bank, has not answered yet. */
  | { readonly status: 'pending'; readonly bankUrl?: string | undefined }
  | { readonly status: 'paid'; readonly paymentId: string }
  /** It was paid, and all of it was given back. */
  | { readonly status: 'refunded' };

/** An order with what the shop itself wants to know of it. */
export interface Sale extends Order {
  readonly lines: readonly Line[];
  readonly standing: Standing;
  /** The id that the payment on the order's last intent has. */
  readonly lastPayment: string | null;
}

const table = `
  CREATE TABLE IF NOT EXISTS sales (
    id TEXT PRIMARY KEY, amount INTEGER NOT NULL, currency TEXT NOT NULL, callbackUrl TEXT NOT NULL, lines TEXT NOT NULL,
    standing TEXT NOT NULL DEFAULT '{"status":"open"}', lastPayment TEXT
  );
`;

interface Row extends Omit<Sale, 'lines' | 'standing'> {
  readonly lines: string;
  readonly standing: string;
}

export type ShopDatabase = ReturnType<typeof openShopDatabase>;

/** The shop's own database, in a file or in `:memory:`. */
export function openShopDatabase(file: string) {
  const database = new Database(file, { timeout: 5000 });
  database.pragma('journal_mode = WAL');
  database.exec(table);
  const one = <T>(sql: string, ...values: unknown[]) => database.prepare(sql).get(...values) as T | undefined;
  const run = (sql: string, ...values: unknown[]) => database.prepare(sql).run(...values).changes;

  const read = (id: string): Sale | undefined => {
    const row = one<Row>('SELECT * FROM sales WHERE id = ?', id);
    return (
      row && {
        ...row,
        description: `Order ${id}`,
        lines: JSON.parse(row.lines) as Line[],
        standing: JSON.parse(row.standing) as Standing,
      }
    );
  };

  /** What the checkout asks of the shop. */
  const orders: Orders = {
    // An order's id is the ticket to it: nobody can guess one. It stands in /api/orders/<id>/intent.
    find: async (request) => read(new URL(request.url).pathname.split('/')[3] ?? ''),
    get: async (id) => read(id),
  };
  // The checkout's own records have a connection of their own, whose commits wait for the disk.
  const records = new Database(file, { timeout: 5000 });

  return {
    orders,
    store: sqliteStore(records),
    read,
    add({ id, amount, currency, callbackUrl, lines }: Order & Pick<Sale, 'lines'>) {
      const into = 'INSERT INTO sales (id, amount, currency, callbackUrl, lines) VALUES (?, ?, ?, ?, ?)';
      run(into, id, amount, currency, callbackUrl, JSON.stringify(lines));
    },
    saveStanding: (id: string, standing: Standing) =>
      run('UPDATE sales SET standing = ? WHERE id = ?', JSON.stringify(standing), id),
    saveAttempt: (id: string, paymentId: string) =>
      run('UPDATE sales SET lastPayment = ? WHERE id = ?', paymentId, id),
    close() {
      database.close();
      records.close();
    },
  };
}
