export const networks = ['mada', 'visa', 'master', 'amex', 'unionpay'] as const;
export type Network = (typeof networks)[number];

/** A card that the sandbox plays. Any other number is declined. */
export interface TestCard {
  readonly number: string;
  readonly network: Network;
  /** How a payment with it ends, once the bank's page has been passed. */
  readonly result: string;
  /** The issuer's response code, ISO 8583; none where the issuer is never asked. */
  readonly code?: string;
  /** Whether the payer is sent to the bank's page first. */
  readonly challenged: boolean;
}

/** How each card ends, by the name that it has in `pay-checkout/testing`. */
const results: Readonly<Record<string, readonly [result: string, code?: string]>> = {
  withoutChallenge: ['Approved at once', '00'],
  approved: ['Approved', '00'],
  unspecifiedFailure: ['Unspecified failure', '99'],
  insufficientFunds: ['Insufficient funds', '51'],
  lostCard: ['Lost card', '41'],
  declined: ['Declined', '05'],
  expiredCard: ['Expired card', '54'],
  exceedsLimit: ['Exceeds withdrawal limit', '61'],
  stolenCard: ['Stolen card', '43'],
  // 3-D Secure itself fails, whatever the payer answers.
  authenticationAttempted: ['Attempted, but not available'],
  authenticationError: ['3-D Secure service error'],
  otherAuthenticationError: ['3-D Secure service error'],
  notEnrolled: ['Not enrolled in 3-D Secure'],
  authenticationRejected: ['Rejected by the issuer bank'],
  authenticationUnavailable: ['Authentication unavailable'],
};

/** The numbers by network and name, as `pay-checkout/testing` has them and the shop's backend passes them on. */
export type Numbers = Readonly<Record<Network, Readonly<Record<string, string>>>>;

/** The cards of a network, in the order of their results. */
export const cardsOf = (network: Network, numbers: Numbers): readonly TestCard[] =>
  Object.entries(results).flatMap(([name, [result, code]]) => {
    const number = numbers[network][name];
    const card = { network, result, ...(code && { code }), challenged: name !== 'withoutChallenge' };
    return number === undefined ? [] : [{ ...card, number }];
  });

/** How a result is told apart at a glance. */
export const isApproved = ({ code }: TestCard) => code === '00';
