import type { Verdict } from './cards.js';

/** What the payer may answer on the challenge page. */
export interface Answer {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
  /** How the payment fails; the first answer has none and lets the card's own row decide. */
  readonly message?: string;
}

export const answers: readonly Answer[] = [
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
 * What a card's own verdict becomes by the payer's answer. A card that cannot be authenticated at all (its verdict has
 * no response code) keeps its own message.
 */
export const afterAnswer = (verdict: Verdict, { message }: Answer): Verdict =>
  message === undefined || (!verdict.approved && verdict.code === undefined)
    ? verdict
    : { approved: false, message };
