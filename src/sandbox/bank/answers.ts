import type { BankDecision } from './cards.js';

/** What the payer may answer on the bank's page. */
export interface ChallengeOption {
  /** What the form sends as `auth_result`. */
  readonly value: string;
  readonly label: string;
  readonly hint: string;
  /** How the payment fails. The first answer has none: the card's own row decides. */
  readonly failure?: Pick<BankDecision, 'message' | 'failureReason'>;
}

export const answers: readonly ChallengeOption[] = [
  {
    value: 'AUTHENTICATED',
    label: 'Authenticated',
    hint: 'The bank then decides, as the card says',
  },
  {
    value: 'UNAUTHENTICATED',
    label: 'Not authenticated',
    hint: 'The code was wrong',
    failure: {
      message: '3-D Secure: not authenticated',
      failureReason: 'declined_authentication_failed',
    },
  },
  {
    value: 'CANCELLED_AUTHENTICATION',
    label: 'Cancelled',
    hint: 'The payer gave up',
    failure: { message: '3-D Secure: cancelled by the payer', failureReason: '3ds_unspecified' },
  },
  {
    value: 'AUTHENTICATION_NOT_AVAILABLE',
    label: 'Not available',
    hint: 'The bank offers no authentication',
    failure: { message: '3-D Secure: not available', failureReason: '3ds_unavailable_transaction' },
  },
  {
    value: 'AUTHENTICATION_REJECTED',
    label: 'Rejected',
    hint: 'The bank refuses to authenticate',
    failure: { message: '3-D Secure: rejected by the issuer', failureReason: '3ds_rejected_transaction' },
  },
  {
    value: 'AUTHENTICATION_SERVER_ERROR',
    label: 'Server error',
    hint: "The bank's server fails",
    failure: { message: '3-D Secure: server error', failureReason: '3ds_service_error' },
  },
];

/**
 * How the payment ends after the payer's answer. A card that cannot be authenticated at all (its decision has no
 * response code) fails with its own message, whatever the payer answers.
 */
export const applyAnswer = (decision: BankDecision, { failure }: ChallengeOption): BankDecision =>
  failure === undefined || (!decision.approved && decision.code === undefined)
    ? decision
    : { approved: false, ...failure };
