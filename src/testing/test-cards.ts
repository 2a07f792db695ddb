export { testCards, type CardsOfNetwork, type VisaCards } from '../sandbox/bank/test-cards.js';

/** A card as a payer types it. */
export interface TypedCard {
  readonly number: string;
  /** `MM/YY`. */
  readonly expiry: string;
  /** Three digits; four of American Express. */
  readonly code: string;
  readonly name: string;
}

/** A number, or a card of which the rest is filled in. */
export type TestCard = string | (Partial<TypedCard> & Pick<TypedCard, 'number'>);

/** A whole card: what a test leaves out is something that the bank takes. */
export function completeCard(card: TestCard): TypedCard {
  const given = typeof card === 'string' ? { number: card } : card;
  return {
    expiry: `12/${String((new Date().getUTCFullYear() + 5) % 100).padStart(2, '0')}`,
    code: /^3[47]/.test(given.number) ? '1234' : '123',
    name: 'Sara Ali',
    ...given,
  };
}

/** How a payer answers the bank's page. After `authenticated` the card decides; all others end in `failed`. */
export const bankAnswers = [
  'authenticated',
  'not-authenticated',
  'cancelled',
  'not-available',
  'rejected',
  'server-error',
] as const;
export type BankAnswer = (typeof bankAnswers)[number];

/** The answers as the form of the bank's page sends them. */
export const authResults: Readonly<Record<BankAnswer, string>> = {
  authenticated: 'AUTHENTICATED',
  'not-authenticated': 'UNAUTHENTICATED',
  cancelled: 'CANCELLED_AUTHENTICATION',
  'not-available': 'AUTHENTICATION_NOT_AVAILABLE',
  rejected: 'AUTHENTICATION_REJECTED',
  'server-error': 'AUTHENTICATION_SERVER_ERROR',
};
