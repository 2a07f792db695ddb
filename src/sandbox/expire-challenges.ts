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

const timedOut: BankDecision = {
  approved: false,
  message: 'Allowed time frame for transaction has been expired.',
  failureReason: '3ds_timeout',
  keepsAddress: true,
};

/** Fails the payments and the saved cards whose challenge nobody has answered in time. */
export function expireOpenChallenges(namespace: Namespace): void {
  const { store, clock } = namespace;
  const before = clock.now() - challengeTimeout(namespace);
  if (before === -Infinity) return;
  const findIds = (table: 'payments' | 'tokens') =>
    store.all<{ id: string }>(
      `SELECT id FROM ${table} WHERE status = 'initiated' AND challenge IS NOT NULL AND created_at <= ?`,
      before,
    );
  for (const { id } of findIds('payments')) store.transaction(() => decidePayment(namespace, id, timedOut));
  for (const { id } of findIds('tokens')) store.transaction(() => settleToken(namespace, id, timedOut));
}
