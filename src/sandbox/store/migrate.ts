import type { Database } from './database.js';
import { tables } from './tables.js';

/** What leads from one version of the tables to the next: the first entry from version 1 to 2. */
const steps: readonly string[] = [
  // A payment needs no intent any more, which SQLite can only change by copying the table.
  `ALTER TABLE payments RENAME TO payments_of_version_1;
   DROP INDEX payments_of_invoice;
   ${tables.payments}
   INSERT INTO payments
     (id, intent_id, invoice_id, status, amount, fee, currency, refunded, refunded_at, captured, captured_at,
      voided_at, description, ip, callback_url, metadata_json, splits_json, source_json, message, response_code,
      authorization_code, manual, challenge, challenge_url, verdict_json, created_at, updated_at, paid_at)
     SELECT id, intent_id, invoice_id, status, amount, fee, currency, refunded, refunded_at, captured, captured_at,
      voided_at, description, ip, callback_url, metadata_json, splits_json, source_json, message, response_code,
      authorization_code, manual, challenge, challenge_url, verdict_json, created_at, updated_at,
      CASE status WHEN 'paid' THEN updated_at END
     FROM payments_of_version_1 ORDER BY rowid;
   DROP TABLE payments_of_version_1;
   ALTER TABLE invoices ADD COLUMN metadata_json TEXT;
   ALTER TABLE webhooks ADD COLUMN http_method TEXT NOT NULL DEFAULT 'post';
   ALTER TABLE deliveries ADD COLUMN http_method TEXT NOT NULL DEFAULT 'post';
   ALTER TABLE attempts ADD COLUMN response_headers_json TEXT;
   ALTER TABLE attempts ADD COLUMN response_body TEXT;`,
];

/** Makes the tables, or brings those of an older sandbox up to date. Refuses those of a newer one. */
export function migrate(database: Database, path: string): void {
  const [{ user_version: version }] = database.prepare('PRAGMA user_version').all([]) as [
    { user_version: number },
  ];
  if (version > tables.version)
    throw new Error(`${path} was written by a newer sandbox. Use another file, or delete it.`);
  if (version > 0) for (const step of steps.slice(version - 1)) database.exec(step);
  database.exec(tables.sql);
  database.exec(`PRAGMA user_version = ${tables.version}`);
}
