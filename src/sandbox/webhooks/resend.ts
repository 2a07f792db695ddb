import { invalid, notFound } from '../http/refusal.js';
import type { Ledger } from '../store/ledger.js';
import type { Store } from '../store/store.js';
import type { DeliveryRow } from './delivery.js';
import type { Pump } from './pump.js';

/** Whether the webhook of a delivery has been deleted, so that nobody is there to receive it. */
export const isCut = (store: Store, { webhook_id: id }: DeliveryRow): boolean =>
  id !== null &&
  store.get('SELECT id FROM webhooks WHERE id = ? AND deleted_at IS NOT NULL', id) !== undefined;

/**
 * Sends a delivery once more, now, in whatever state it is. The attempt is recorded like any other. A waiting delivery
 * keeps its schedule unless this attempt is accepted.
 */
export async function resend({ store, pump }: Ledger & { readonly pump: Pump }, id: string): Promise<void> {
  const delivery = store.get<DeliveryRow>('SELECT * FROM deliveries WHERE id = ?', id);
  if (!delivery) throw notFound('delivery');
  if (isCut(store, delivery))
    throw invalid('The webhook has been deleted, so nothing is sent to it any more.');
  await pump.resend(delivery);
}
