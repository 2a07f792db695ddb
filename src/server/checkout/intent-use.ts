import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';
import { isShown } from './reference.js';

/** The payments that were announced for an intent and may still appear. */
export const findAwaitedAttempts = ({ payments }: OrderRecord, { number }: IntentEntry): PaymentEntry[] =>
  payments.filter((entry) => entry.intent === number && !isShown(entry) && !entry.isMissing);

/**
 * Whether the one payment that a used intent has made is known. Somebody else's payment may carry the same address, so
 * what is shown counts only once no announced payment may still appear, and when it was itself announced or the list
 * shows no other.
 */
export function hasKnownPayment(record: OrderRecord, intent: IntentEntry): boolean {
  const ofIntent = record.payments.filter((entry) => entry.intent === intent.number);
  if (findAwaitedAttempts(record, intent).some(({ isReleased }) => !isReleased)) return false;
  const shown = ofIntent.filter(isShown);
  if (shown.some(({ isAnnounced }) => isAnnounced)) return true;
  if (shown.length > 0) return intent.isSearched === true;
  // If the payer released a payment, no further payment of this intent is awaited.
  return ofIntent.some(({ isReleased }) => isReleased);
}
