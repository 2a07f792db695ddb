/** What a payment came to, once its status is final. */
export type FinalStatus = 'paid' | 'authorized' | 'failed';

/**
 * What each final status of the service means; interface 3.3. Every other status is open: `initiated`, a card that was only
 * checked (`verified`), and whatever the service adds later.
 */
export const finalStatuses: ReadonlyMap<string, FinalStatus> = new Map([
  ['paid', 'paid'],
  ['captured', 'paid'],
  ['refunded', 'paid'],
  ['authorized', 'authorized'],
  ['failed', 'failed'],
  ['voided', 'failed'],
  ['expired', 'failed'],
]);
