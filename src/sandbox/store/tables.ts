/**
 * The tables. Moments are milliseconds since 1970, amounts are integers in the smallest currency unit, columns that
 * end in `_json` hold JSON. Of a card's number only the masked form is stored, and its security code is not stored at
 * all.
 */
export const tables = {
  /** Raise it with every change of a table. Nothing is migrated: a file of another version is left alone. */
  version: 5,
  sql: `
    CREATE TABLE IF NOT EXISTS settings (
      name TEXT PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE IF NOT EXISTS invoices (
      id TEXT PRIMARY KEY COLLATE NOCASE,
      status TEXT NOT NULL,
      amount INTEGER NOT NULL,
      currency TEXT NOT NULL,
      description TEXT NOT NULL,
      logo_url TEXT,
      url TEXT NOT NULL,
      callback_url TEXT,
      success_url TEXT,
      back_url TEXT,
      expired_at INTEGER,
      metadata_json TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS invoices_open ON invoices (expired_at) WHERE status = 'initiated';

    CREATE TABLE IF NOT EXISTS intents (
      id TEXT PRIMARY KEY COLLATE NOCASE,
      client_secret TEXT NOT NULL UNIQUE,
      status TEXT NOT NULL,
      amount INTEGER NOT NULL,
      currency TEXT NOT NULL,
      description TEXT,
      callback_url TEXT,
      invoice_id TEXT REFERENCES invoices (id),
      expires_at INTEGER NOT NULL,
      fulfilled_at INTEGER,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE IF NOT EXISTS payments (
      id TEXT PRIMARY KEY COLLATE NOCASE,
      intent_id TEXT UNIQUE REFERENCES intents (id),
      invoice_id TEXT REFERENCES invoices (id),
      status TEXT NOT NULL,
      amount INTEGER NOT NULL,
      asked_amount INTEGER NOT NULL,
      currency TEXT NOT NULL,
      refunded INTEGER NOT NULL DEFAULT 0,
      refunded_at INTEGER,
      captured INTEGER NOT NULL DEFAULT 0,
      captured_at INTEGER,
      voided_at INTEGER,
      paid_at INTEGER,
      description TEXT,
      ip TEXT NOT NULL,
      callback_url TEXT,
      metadata_json TEXT,
      splits_json TEXT,
      source_json TEXT NOT NULL,
      message TEXT,
      failure_reason TEXT,
      response_code TEXT,
      authorization_code TEXT,
      manual INTEGER NOT NULL,
      challenge TEXT UNIQUE,
      challenge_url TEXT,
      otp_token TEXT,
      keeps_url INTEGER NOT NULL DEFAULT 0,
      decision_json TEXT,
      token TEXT,
      delivery_fault_json TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS payments_open ON payments (created_at) WHERE status = 'initiated';
    CREATE INDEX IF NOT EXISTS payments_of_invoice ON payments (invoice_id) WHERE invoice_id IS NOT NULL;

    CREATE TABLE IF NOT EXISTS tokens (
      id TEXT PRIMARY KEY,
      status TEXT NOT NULL,
      card_json TEXT NOT NULL,
      month INTEGER NOT NULL,
      year INTEGER NOT NULL,
      name TEXT NOT NULL,
      metadata_json TEXT,
      message TEXT,
      once INTEGER NOT NULL,
      used INTEGER NOT NULL DEFAULT 0,
      callback_url TEXT,
      challenge TEXT UNIQUE,
      verification_url TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX IF NOT EXISTS tokens_open ON tokens (created_at) WHERE status = 'initiated';

    CREATE TABLE IF NOT EXISTS coupons (
      id TEXT PRIMARY KEY,
      coupon_json TEXT NOT NULL
    ) STRICT;

    CREATE TABLE IF NOT EXISTS webhooks (
      id TEXT PRIMARY KEY COLLATE NOCASE,
      url TEXT NOT NULL,
      http_method TEXT NOT NULL DEFAULT 'post',
      shared_secret TEXT NOT NULL,
      events_json TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      deleted_at INTEGER
    ) STRICT;

    CREATE TABLE IF NOT EXISTS messages (
      id TEXT PRIMARY KEY,
      type TEXT NOT NULL,
      data_json TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE IF NOT EXISTS deliveries (
      id TEXT PRIMARY KEY,
      message_id TEXT NOT NULL REFERENCES messages (id),
      webhook_id TEXT REFERENCES webhooks (id),
      url TEXT NOT NULL,
      http_method TEXT NOT NULL DEFAULT 'post',
      status TEXT NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      due_at INTEGER NOT NULL,
      fault_json TEXT,
      claimed_by TEXT,
      claimed_until INTEGER
    ) STRICT;
    CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due_at) WHERE status = 'pending';
    CREATE INDEX IF NOT EXISTS deliveries_claimed ON deliveries (claimed_by) WHERE claimed_by IS NOT NULL;
    CREATE INDEX IF NOT EXISTS deliveries_of_webhook ON deliveries (webhook_id);

    CREATE TABLE IF NOT EXISTS attempts (
      id TEXT PRIMARY KEY,
      delivery_id TEXT NOT NULL REFERENCES deliveries (id),
      number INTEGER NOT NULL,
      result TEXT NOT NULL,
      response_code INTEGER,
      message TEXT NOT NULL,
      response_headers_json TEXT,
      response_body TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS attempts_of_delivery ON attempts (delivery_id);
  `,
  /** The tables that a reset empties, each before those that it refers to. */
  resetOrder: [
    'attempts',
    'deliveries',
    'messages',
    'webhooks',
    'payments',
    'tokens',
    'coupons',
    'intents',
    'invoices',
  ],
} as const;
