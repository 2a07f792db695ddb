import type { BankDecision } from './bank/cards.js';
import { decidePayment } from './payments/transitions.js';
import { settleToken } from './tokens.js';
import type { Namespace } from './namespace.js';

const minute = 60_000;

/** How long a challenge waits for the payer, in milliseconds. */
export const challengeTimeout = ({ decisions }: Pick<Namespace, 'decisions'>): number => {
  switch (decisions.current.challengeTimeout) {
    case '15_minutes':
      return 15 * minute;
    case '10_minutes':
      return 10 * minute;
    case 'never':
      return Infinity;
    default:
      return decisions.current.challengeTimeout satisfies never;
  }
};

/** How long STC Pay waits for the code, in milliseconds. */
const codeTimeout = 6 * minute;

const expired: BankDecision = {
  approved: false,
  message: 'Allowed time frame for transaction has been expired.',
  keepsAddress: true,
};
const timedOut: BankDecision = { ...expired, failureReason: '3ds_timeout' };

/** Fails the payments and the saved cards whose challenge or code the payer has not answered in time. */
export function expireOpenChallenges(namespace: Namespace): void {
  const { store, clock } = namespace;
  const findIds = (table: 'payments' | 'tokens', secret: 'challenge' | 'otp_token', timeout: number) =>
    timeout === Infinity
      ? []
      : store.all<{ id: string }>(
          `SELECT id FROM ${table} WHERE status = 'initiated' AND ${secret} IS NOT NULL AND created_at <= ?`,
          clock.now() - timeout,
        );
  const timeout = challengeTimeout(namespace);
  for (const { id } of findIds('payments', 'challenge', timeout))
    store.transaction(() => decidePayment(namespace, id, timedOut));
  for (const { id } of findIds('payments', 'otp_token', codeTimeout))
    store.transaction(() => decidePayment(namespace, id, expired));
  for (const { id } of findIds('tokens', 'challenge', timeout))
    store.transaction(() => settleToken(namespace, id, timedOut));
}
