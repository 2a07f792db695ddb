import { PayError } from '../../error.js';
import type { Payment, PaymentIntent } from '../../wire/index.js';
import type { PayClient } from '../client.js';
import type { NewOrderEvent } from './order-store.js';
import type { IntentEntry } from './record.js';

/** More pages than so many are not searched at a time. */
const mostPages = 100;

/** The service itself says that it does not know the id. The 404 of a proxy or of a wrong address says nothing. */
export const isRecordNotFound = (error: unknown): boolean =>
  error instanceof PayError && error.status === 404 && error.type === 'record_not_found';

const unlessUnknown = (error: unknown): undefined => {
  if (!isRecordNotFound(error)) throw error;
};

/** Undefined when the service says that there is no such payment. */
export const fetchPayment = async (client: PayClient, id: string): Promise<Payment | undefined> =>
  client.retrievePayment(id).catch(unlessUnknown);

/** The intent as it is now, or undefined when the service does not show it. */
export const fetchIntent = async (client: PayClient, id: string): Promise<PaymentIntent | undefined> =>
  client.retrievePaymentIntent(id).catch(unlessUnknown);

/** What an intent's status, as it was read, proves. `created` proves nothing: it may be used at any moment. */
export function interpretIntent({ id, status }: PaymentIntent): NewOrderEvent[] {
  if (status === 'fulfilled') return [{ type: 'intent-read', id, state: 'used' }];
  if (status === 'canceled') return [{ type: 'intent-read', id, state: 'unused' }];
  return [];
}

/**
 * Takes an intent out of use. The service lets an intent be either canceled or used, never both, so a cancel that
 * succeeds proves that it was not used and never will be. An intent that can't be canceled was used, canceled or has
 * expired, and its status says which. Undefined when nothing is proven.
 *
 * @param serviceTime Milliseconds by the service's clock, as late as they are known.
 */
export async function retireIntent(
  client: PayClient,
  intent: IntentEntry,
  serviceTime: number,
): Promise<NewOrderEvent | undefined> {
  const { id } = intent;
  try {
    await client.cancelPaymentIntent(id);
    return { type: 'intent-read', id, state: 'unused' };
  } catch (error) {
    // An intent that the service does not know cannot be paid; but a new one may only be shown late.
    if (isRecordNotFound(error))
      return isNew(intent, serviceTime) ? undefined : { type: 'intent-read', id, state: 'unused' };
    if (!(error instanceof PayError && error.status === 400)) throw error;
  }
  const now = await fetchIntent(client, id);
  if (!now) return undefined;
  const [proven] = interpretIntent(now);
  if (proven) return proven;
  // Still `created`, and yet not to be canceled: it has expired.
  const expiry = Date.parse(now.expires_at ?? intent.expiresAt);
  return now.status === 'created' && expiry <= serviceTime
    ? { type: 'intent-read', id, state: 'unused' }
    : undefined;
}

const [minute, hour] = [60_000, 3_600_000];

/** Less than a minute after it was made. An intent lives for an hour. */
const isNew = ({ expiresAt }: IntentEntry, serviceTime: number) =>
  serviceTime < Date.parse(expiresAt) - hour + minute;

/** The payment that was made on an intent, from the list of all payments, newest first. */
export async function searchPayment(
  client: PayClient,
  { callbackUrl, description, expiresAt }: IntentEntry,
): Promise<Payment | undefined> {
  // The service's own clock wrote both, and an intent lives for an hour. Two are allowed, to be sure.
  const oldest = Date.parse(expiresAt) - 2 * hour;
  for (let page = 1; page <= mostPages; page++) {
    const { payments, meta } = await client.listPayments({ page });
    const found = payments.find(
      (payment) => payment.callback_url === callbackUrl && payment.description === description,
    );
    if (found) return found;
    const last = payments.at(-1);
    if (!last || !meta?.next_page || Date.parse(last.created_at ?? '') < oldest) return undefined;
  }
  return undefined;
}
