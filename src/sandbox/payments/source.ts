import type { BankDecision, CardBehavior } from '../bank/cards.js';
import { findMobileRefusal } from '../bank/stc-pay.js';
import {
  decideByAmount,
  decryptedCard,
  readAppleToken,
  samsungCard,
  type TokenCard,
} from '../bank/wallets.js';
import type { DeliveryFault } from '../faults/faults.js';
import { invalidFields, invalidRequest } from '../http/refusal.js';
import type { Namespace } from '../namespace.js';
import { createCode, createDigits } from '../store/clock.js';
import { cardIn, fundingOf, saveCard, storedCardOf, useToken } from '../tokens.js';
import type { PaymentRow, SourceDetails } from './payment.js';
import type { SourceRequest } from './requests.js';

/** Where a request comes from: the payer's address, and the sandbox's own as the payer sees it. */
export interface RequestOrigin {
  readonly ip: string;
  readonly url: string;
  readonly key: 'secret' | 'publishable';
  /** What the request asks for the message about the payment. */
  readonly deliveryFault?: DeliveryFault | undefined;
}

/** What pays, and what the payer still has to confirm. */
export interface PaymentInstrument {
  readonly details: SourceDetails;
  /** Who asks the payer before the decision counts: the bank, STC Pay, or no one. */
  readonly confirmation: 'none' | 'challenge' | 'code';
  /** Null if the payer's code decides. */
  readonly decision: BankDecision | null;
  /** The saved card that this payment authenticates, if any. */
  readonly token: PaymentRow['token'];
}

/** Finds or saves the card. Call it inside the payment's transaction: it may use a token up. */
export function resolveSource(
  namespace: Namespace,
  { amount, currency }: { readonly amount: number; readonly currency: string },
  source: SourceRequest,
  origin: RequestOrigin,
): PaymentInstrument {
  switch (source.type) {
    case 'creditcard': {
      if (source['3ds'] === false && source.save_card)
        throw invalidRequest('The card cannot be saved.', 'save_card needs 3-D Secure');
      const card = storedCardOf(source.number);
      const saved = source.save_card
        ? saveCard(namespace, { ...source, card, authentication: 'by payment', origin: origin.url }).id
        : null;
      return {
        details: detailsOf(card, card.number, source.name, saved),
        confirmation: card.needsChallenge ? 'challenge' : 'none',
        decision: card.decision,
        token: saved,
      };
    }
    case 'token': {
      const row = useToken(namespace, source.token);
      const card = cardIn(row);
      const settles = origin.key === 'secret' && namespace.decisions.current.activeToken === 'settles';
      return {
        details: detailsOf(card, card.number, row.name, row.id),
        confirmation: card.needsChallenge && !settles ? 'challenge' : 'none',
        decision: card.decision,
        token: null,
      };
    }
    case 'applepay': {
      const card =
        'token' in source
          ? (readAppleToken(source.token) as TokenCard)
          : decryptedCard(source.number, source.last_four);
      return resolveWallet(namespace, source, card, amount, origin);
    }
    case 'samsungpay':
      return resolveWallet(namespace, source, samsungCard, amount, origin);
    case 'stcpay': {
      if (currency !== 'SAR') throw invalidFields({ currency: ['must be SAR for STC Pay'] });
      const refusal = findMobileRefusal(source.mobile) ?? null;
      return {
        details: {
          type: 'stcpay',
          mobile: source.mobile,
          reference_number: createDigits(13),
          branch: source.branch ?? null,
          cashier: source.cashier ?? null,
        },
        confirmation: refusal ? 'none' : 'code',
        decision: refusal,
        token: null,
      };
    }
    default:
      return source satisfies never;
  }
}

function resolveWallet(
  namespace: Namespace,
  source: Extract<SourceRequest, { readonly type: 'applepay' | 'samsungpay' }>,
  { company, lastDigits }: TokenCard,
  amount: number,
  { url }: RequestOrigin,
): PaymentInstrument {
  const number = `XXXX-XXXX-XXXX-${lastDigits}`;
  const decision = decideByAmount(amount);
  const saved =
    'save_card' in source && source.save_card
      ? saveCard(namespace, {
          card: { company, number, decision, needsChallenge: false },
          // A wallet's token is encrypted, so these are made up.
          name: '',
          month: '12',
          year: String(new Date(namespace.clock.now()).getUTCFullYear() + 5),
          authentication: 'by payment',
          origin: url,
        }).id
      : null;
  return {
    details: {
      type: source.type,
      company,
      name: null,
      number,
      dpan: null,
      gateway_id: `moyasar_ap_${createCode(23)}`,
      token: saved,
      reference_number: createDigits(12),
    },
    confirmation: 'none',
    decision,
    token: saved,
  };
}

/** Whether the bank may send the payer away from the page. A source of no known type is refused for its type. */
export const needsCallback = ({ type }: { readonly type?: unknown }): boolean =>
  type !== 'applepay' && type !== 'samsungpay' && type !== 'stcpay';

/** What is answered of a card's source. `number` is masked. */
export const detailsOf = (
  card: CardBehavior,
  number: string,
  name: string,
  token: string | null,
): SourceDetails => ({
  type: 'creditcard',
  company: card.company,
  name,
  number,
  gateway_id: `moyasar_cc_${createCode(23)}`,
  token,
  reference_number: createDigits(12),
  issuer_name: 'Sandbox Bank',
  issuer_country: 'SA',
  issuer_card_type: fundingOf(card),
  issuer_card_category: 'STANDARD',
});
