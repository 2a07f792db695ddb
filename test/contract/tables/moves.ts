/**
 * Every move: state, then what is done, then the state that follows. What is not listed is refused with 400 and
 * changes nothing. Interface 3.1 to 3.3 and what closes their gaps.
 */
type Moves<State extends string, Operation extends string> = {
  readonly [state in State]?: { readonly [operation in Operation]?: string };
};

/** By the operation, how it is refused. */
export const intentRefusals = {
  'fulfil by id': 'intent_not_fulfillable',
  'fulfil by secret': 'intent_not_fulfillable',
  'fulfil with a declined card': 'intent_not_fulfillable',
  cancel: 'intent_not_cancelable',
} as const;

/** An intent that has expired stays `created`. */
export const intentStates = {
  created: 'created',
  fulfilled: 'fulfilled',
  canceled: 'canceled',
  expired: 'created',
} as const;

export const intentMoves: Moves<keyof typeof intentStates, keyof typeof intentRefusals> = {
  created: {
    'fulfil by id': 'fulfilled',
    'fulfil by secret': 'fulfilled',
    'fulfil with a declined card': 'fulfilled',
    cancel: 'canceled',
  },
};

export const paymentOperations = [
  'capture',
  'capture a part',
  'refund',
  'refund a part',
  'void at once',
  'void after two hours',
] as const;

/** By the name of the situation, the status. The sandbox never gives `verified` or `expired` by itself. */
export const paymentStates = {
  initiated: 'initiated',
  paid: 'paid',
  authorized: 'authorized',
  failed: 'failed',
  refunded: 'refunded',
  'refunded in part': 'refunded',
  captured: 'captured',
  'captured in part': 'captured',
  'voided after payment': 'voided',
  'voided after authorisation': 'voided',
  verified: 'verified',
  expired: 'expired',
} as const;

const refundable = { refund: 'refunded', 'refund a part': 'refunded' };

export const paymentMoves: Moves<keyof typeof paymentStates, (typeof paymentOperations)[number]> = {
  paid: { ...refundable, 'void at once': 'voided' },
  authorized: {
    capture: 'captured',
    'capture a part': 'captured',
    'void at once': 'voided',
    'void after two hours': 'voided',
  },
  captured: { ...refundable, 'void at once': 'voided' },
  'captured in part': { ...refundable, 'void at once': 'voided' },
  'refunded in part': refundable,
};

/** What the challenge's answers make of a payment that waits for one, by whether it is `manual`. */
export const challengeMoves = {
  authenticated: { automatic: 'paid', manual: 'authorized' },
  'not-authenticated': { automatic: 'failed', manual: 'failed' },
  cancelled: { automatic: 'failed', manual: 'failed' },
  'not-available': { automatic: 'failed', manual: 'failed' },
  rejected: { automatic: 'failed', manual: 'failed' },
  'server-error': { automatic: 'failed', manual: 'failed' },
} as const;

export const invoiceOperations = [
  'cancel',
  'pay',
  'attempt with a declined card',
  'authorise',
  'capture its payment',
  'refund its payment',
  'void its payment',
  'let its time pass',
] as const;

/** Interface 3.2. The sandbox never gives `failed` or `on_hold` by itself. */
export const invoiceStates = [
  'initiated',
  'paid',
  'refunded',
  'voided',
  'canceled',
  'expired',
  'failed',
  'on_hold',
] as const;

const undoingAnAuthorisation = (state: string) => ({ 'void its payment': state, 'let its time pass': state });

/**
 * Its payment is the one that paid it; where it was never paid, an authorised attempt, which can be undone but does
 * not move the invoice.
 */
export const invoiceMoves: Moves<(typeof invoiceStates)[number], (typeof invoiceOperations)[number]> = {
  initiated: {
    cancel: 'canceled',
    pay: 'paid',
    'attempt with a declined card': 'initiated',
    authorise: 'initiated',
    'capture its payment': 'paid',
    'void its payment': 'initiated',
    'let its time pass': 'expired',
  },
  paid: { 'refund its payment': 'refunded', 'void its payment': 'voided', 'let its time pass': 'paid' },
  refunded: { 'let its time pass': 'refunded' },
  voided: { 'let its time pass': 'voided' },
  canceled: undoingAnAuthorisation('canceled'),
  expired: undoingAnAuthorisation('expired'),
  failed: undoingAnAuthorisation('failed'),
  on_hold: undoingAnAuthorisation('on_hold'),
};
