import type { World } from '../world.js';
import { afterAnswer, type Answer } from '../bank/answers.js';
import type { Verdict } from '../bank/cards.js';
import { format } from '../bank/money.js';
import { type PaymentRow, paymentView } from '../payments/payment.js';
import { settle } from '../payments/transitions.js';
import { cardIn, settleToken, type TokenRow } from '../tokens/token.js';

/** What a challenge is about: a payment, or a card that is to be saved. */
export interface Subject {
  readonly isOpen: boolean;
  readonly status: string;
  readonly kind: 'payment' | 'card';
  /** Undefined for a card that is saved without a payment. */
  readonly amount: string | undefined;
  readonly number: string;
  /** Where the payer goes afterwards. */
  readonly back: string;
  answer(answer: Answer): void;
}

const shared = (row: Ended) => ({
  isOpen: row.status === 'initiated',
  status: row.status,
  back: wayBack(row),
});

/** The subject of the challenge with this name, if there is one. */
export function subjectOf(world: World, challenge: string): Subject | undefined {
  const { store } = world;
  const payment = store.get<PaymentRow>('SELECT * FROM payments WHERE challenge = ?', challenge);
  if (payment)
    return {
      ...shared(payment),
      kind: 'payment',
      amount: format(payment.amount, payment.currency),
      number: paymentView(payment).source.number,
      answer: (answer) => {
        const verdict = JSON.parse(payment.verdict_json as string) as Verdict;
        store.transaction(() => settle(world, payment.id, afterAnswer(verdict, answer)));
      },
    };

  const token = store.get<TokenRow>('SELECT * FROM tokens WHERE challenge = ?', challenge);
  if (!token) return undefined;
  const card = cardIn(token);
  return {
    ...shared(token),
    kind: 'card',
    amount: undefined,
    number: card.number,
    answer: (answer) =>
      store.transaction(() => settleToken(world, token.id, afterAnswer(card.verdict, answer))),
  };
}

/** A payment or a token whose authentication is over. */
export interface Ended {
  readonly id: string;
  readonly status: string;
  readonly message: string | null;
  readonly callback_url: string | null;
}

/** The merchant's callback_url with `id`, `status` and `message` added to whatever query it had. */
export function wayBack({ id, status, message, callback_url: address }: Ended): string {
  const url = new URL(address as string);
  const added = new URLSearchParams({ id, status, message: message ?? '' }).toString();
  url.search = url.search ? `${url.search}&${added}` : added;
  return url.href;
}
