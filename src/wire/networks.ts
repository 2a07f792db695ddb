/**
 * The card networks as the service spells them; `master` is Mastercard. In the order in which a form shows
 * them. The service calls a network `company` on a payment and `brand` on a token.
 */
export const networks = ['mada', 'visa', 'master', 'amex', 'unionpay'] as const;

export type Network = (typeof networks)[number];
