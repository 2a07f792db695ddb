import type { BankDecision } from './cards.js';

/** What the payer may answer on the challenge page. */
export interface ChallengeOption {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
  /** How the payment fails. The first answer has no message: the card's own row decides. */
  readonly message?: string;
}

export const answers: readonly ChallengeOption[] = [
  { value: 'authenticated', label: 'Authenticated', hint: 'The bank then decides, as the card says' },
  {
    value: 'not-authenticated',
    label: 'Not authenticated',
    hint: 'The code was wrong',
    message: '3-D Secure: not authenticated',
  },
  {
    value: 'cancelled',
    label: 'Cancelled',
    hint: 'The payer gave up',
    message: '3-D Secure: cancelled by the payer',
  },
  {
    value: 'not-available',
    label: 'Not available',
    hint: 'The bank offers no authentication',
    message: '3-D Secure: not available',
  },
  {
    value: 'rejected',
    label: 'Rejected',
    hint: 'The bank refuses to authenticate',
    message: '3-D Secure: rejected by the issuer',
  },
  {
    value: 'server-error',
    label: 'Server error',
    hint: "The bank's server fails",
    message: '3-D Secure: server error',
  },
];

/**
 * How the payment ends after the payer's answer. A card that cannot be authenticated at all (its decision has no
 * response code) fails with its own message, whatever the payer answers.
 */
export const applyAnswer = (decision: BankDecision, { message }: ChallengeOption): BankDecision =>
  message === undefined || (!decision.approved && decision.code === undefined)
    ? decision
    : { approved: false, message };
