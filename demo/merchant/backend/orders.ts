import Database from 'libsql';
import type { Line } from './basket.js';

export interface Order {
  readonly id: string;
  readonly lines: readonly Line[];
  /** Smallest currency unit. */
  readonly amount: number;
  readonly currency: string;
  /** The payment that paid for it. */
  readonly paidBy: string | null;
  /** Whether all of that was given back since. */
  readonly returned: boolean;
}

/** An intent that was made for an order. Its callback_url is its own, so a payment that carries it is for this order. */
export interface OrderIntent {
  readonly id: string;
  readonly callbackUrl: string;
}

/** A payment that a page has announced, before it was sent: it may or may not exist at the service. */
export interface Attempt {
  readonly paymentId: string;
  /** The intent that it used up, once that is known. */
  readonly intentId: string | null;
  /** The bank's sentence, when the payment failed for good. */
  readonly declined: string | null;
}

const tables = `
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, lines TEXT NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL, paidBy TEXT
  );
  CREATE TABLE IF NOT EXISTS intents (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, orderId TEXT NOT NULL REFERENCES orders (id), callbackUrl TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS intents_of_order ON intents (orderId);
  CREATE TABLE IF NOT EXISTS attempts (
    number INTEGER PRIMARY KEY, paymentId TEXT NOT NULL UNIQUE, orderId TEXT NOT NULL REFERENCES orders (id),
    intentId TEXT, declined TEXT
  );
  CREATE INDEX IF NOT EXISTS attempts_of_order ON attempts (orderId);
  CREATE TABLE IF NOT EXISTS returned (orderId TEXT PRIMARY KEY REFERENCES orders (id));
  CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY);
`;

export type Orders = ReturnType<typeof openOrders>;

/** The shop's own books, in a file or in `:memory:`. */
export function openOrders(file: string) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.exec(tables);
  const all = <Row>(sql: string, ...values: (string | number | null)[]) =>
    database.prepare(sql).all(values) as Row[];
  const run = (sql: string, ...values: (string | number | null)[]) =>
    database.prepare(sql).run(values).changes;

  return {
    add({ id, lines, amount, currency }: Omit<Order, 'paidBy' | 'returned'>) {
      run('INSERT INTO orders VALUES (?, ?, ?, ?, NULL)', id, JSON.stringify(lines), amount, currency);
    },
    find(id: string): Order | undefined {
      const [row] = all<Order & { lines: string }>('SELECT * FROM orders WHERE id = ?', id);
      const returned = all('SELECT * FROM returned WHERE orderId = ?', id).length > 0;
      return row && { ...row, returned, lines: JSON.parse(row.lines) as Line[] };
    },
    orderOf(paymentId: string): Order | undefined {
      const [row] = all<{ orderId: string }>('SELECT orderId FROM attempts WHERE paymentId = ?', paymentId);
      return row && this.find(row.orderId);
    },
    /** The order that an intent was made for. */
    orderFor(callbackUrl: string): Order | undefined {
      const [row] = all<{ orderId: string }>(
        'SELECT orderId FROM intents WHERE callbackUrl = ?',
        callbackUrl,
      );
      return row && this.find(row.orderId);
    },
    /** Once, whoever hears of it first; what another payment does later changes nothing. */
    markPaid(id: string, paymentId: string) {
      run('UPDATE orders SET paidBy = ? WHERE id = ? AND paidBy IS NULL', paymentId, id);
    },
    markReturned(id: string) {
      run('INSERT OR IGNORE INTO returned VALUES (?)', id);
    },
    addIntent(orderId: string, { id, callbackUrl }: OrderIntent) {
      run('INSERT INTO intents (id, orderId, callbackUrl) VALUES (?, ?, ?)', id, orderId, callbackUrl);
    },
    /** Oldest first. */
    intents: (orderId: string) =>
      all<OrderIntent>('SELECT * FROM intents WHERE orderId = ? ORDER BY number', orderId),
    /** False when another order has announced the same payment. */
    announce(orderId: string, paymentId: string): boolean {
      run('INSERT OR IGNORE INTO attempts (paymentId, orderId) VALUES (?, ?)', paymentId, orderId);
      return this.orderOf(paymentId)?.id === orderId;
    },
    /** Oldest first. */
    attempts: (orderId: string) =>
      all<Attempt>('SELECT * FROM attempts WHERE orderId = ? ORDER BY number', orderId),
    markDeclined(orderId: string, paymentId: string, intentId: string, message: string) {
      run(
        'UPDATE attempts SET intentId = ?, declined = ? WHERE paymentId = ? AND orderId = ?',
        intentId,
        message,
        paymentId,
        orderId,
      );
    },
    /** Whether a webhook's message has been dealt with. */
    hasHeard: (messageId: string) => all('SELECT * FROM messages WHERE id = ?', messageId).length > 0,
    hear(messageId: string) {
      run('INSERT OR IGNORE INTO messages VALUES (?)', messageId);
    },
    close: () => database.close(),
  };
}
