import type { Claim } from './claims.js';

/** What has really happened to the payer's money, whatever the form knows of it. */
export interface Facts {
  /** Whether anything was ever sent for this purchase, here or elsewhere. */
  readonly sent: boolean;
  /** The payment that is shown, as the service told it; undefined where nobody has told. */
  readonly read?: 'failed' | 'expired' | 'voided' | 'refunded' | 'paid' | 'authorized' | 'initiated';
  /** Another payment of the purchase may still go through. */
  readonly otherOpen?: boolean;
  /** What is sent next is the same payment on the same intent. */
  readonly sameAgain?: boolean;
  /** Something was sent, or is being sent in another window, and nobody here knows its end. */
  readonly endUnknown?: boolean;
  /** The order is paid, or waits for a payment that only the shop can look at. */
  readonly orderClosed?: boolean;
  /** The service has refused the intent as used, expired or canceled. */
  readonly intentClosed?: boolean;
}

/**
 * Which claims about money are true, and nothing else is:
 * - "You haven't been charged": nothing was ever sent, or the payment was read as failed; and no other one is open.
 * - "You'll be charged only once": the same payment is sent again on the same intent.
 * - "Don't pay again": something was sent and its end is not known, or the intent or the order is closed.
 */
export function trueClaims(facts: Facts): readonly Claim[] {
  const {
    sent,
    read,
    otherOpen = false,
    sameAgain = false,
    endUnknown = false,
    intentClosed = false,
    orderClosed = false,
  } = facts;
  const claims: Claim[] = [];
  if ((!sent || read === 'failed') && !otherOpen) claims.push('not charged');
  if (sameAgain && !otherOpen) claims.push('charged once');
  if (endUnknown || intentClosed || orderClosed) claims.push('do not pay again');
  return claims;
}
