/** What happens to a payment, and the kinds of message that follow, in turn. No operation verifies a payment. */
export const causes = {
  'a payment at once': ['payment_paid'],
  'a decline': ['payment_failed'],
  'an authorisation': ['payment_authorized'],
  'a challenge that waits': [],
  'a challenge that was passed': ['payment_paid'],
  'a challenge that was not passed': ['payment_failed'],
  'a challenge that was passed, manually': ['payment_authorized'],
  'a capture': ['payment_authorized', 'payment_captured'],
  'a capture in part': ['payment_authorized', 'payment_captured'],
  'a refund': ['payment_paid', 'payment_refunded'],
  'two refunds in part': ['payment_paid', 'payment_refunded', 'payment_refunded'],
  'a refund of what was captured': ['payment_authorized', 'payment_captured', 'payment_refunded'],
  'a void of a payment': ['payment_paid', 'payment_voided'],
  'a void of an authorisation': ['payment_authorized', 'payment_voided'],
  'a move that is refused': ['payment_failed'],
} as const;

export const kinds = [
  'payment_paid',
  'payment_failed',
  'payment_refunded',
  'payment_voided',
  'payment_authorized',
  'payment_captured',
  'payment_verified',
] as const;

/** Minutes after each attempt until the next; after the last one it is given up. */
export const waits = [1, 10, 30, 60, 120] as const;
