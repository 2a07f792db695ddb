import { invalid, notFound } from '../http/refusal.js';
import type { Service } from '../service.js';
import type { DeliveryRow } from './delivery.js';

/** Whether its webhook has been deleted, so that nobody is there to receive it. */
export const isCut = ({ store }: Service, { webhook_id: id }: DeliveryRow): boolean =>
  id !== null &&
  store.get('SELECT id FROM webhooks WHERE id = ? AND deleted_at IS NOT NULL', id) !== undefined;

/**
 * Sends a delivery's message once more, now, whether it arrived, was given up or still waits. The attempt is recorded
 * like any other. A waiting delivery keeps its schedule unless this attempt arrives.
 */
export async function resend(service: Service, id: string): Promise<void> {
  const delivery = service.store.get<DeliveryRow>('SELECT * FROM deliveries WHERE id = ?', id);
  if (!delivery) throw notFound('delivery');
  if (isCut(service, delivery))
    throw invalid('The webhook has been deleted, so nothing is sent to it any more.');
  await service.pump.resend(delivery);
}
