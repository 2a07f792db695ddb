import type { PaymentUpdate } from '../requests/payment.js';
import type { Ledger } from '../store/ledger.js';
import { paymentById, type PaymentRow } from './payment.js';

/** Changes the description or the metadata, and keeps what is not given. */
export function updatePayment({ store, clock }: Ledger, id: string, wanted: PaymentUpdate): PaymentRow {
  return store.transaction(() => {
    const row = paymentById(store, id);
    return store.get<PaymentRow>(
      'UPDATE payments SET description = ?, metadata_json = ?, updated_at = ? WHERE id = ? RETURNING *',
      wanted.description ?? row.description,
      wanted.metadata ? JSON.stringify(wanted.metadata) : row.metadata_json,
      clock.now(),
      row.id,
    ) as PaymentRow;
  });
}
