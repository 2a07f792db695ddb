import type { FinalStatus } from '../checkout/outcome.js';
import type { PayErrorCode } from '../error.js';
import type { CheckoutPayment } from '../checkout/payment.js';
import { getDeclineReason } from './decline.js';
import { isolate } from './language.js';
import type { Messages } from './messages.js';

/** All that is known of the payer's money when a sentence has to be chosen. */
export type PaymentStatement =
  /** The element cannot work as it is set. The payer may have paid before, in another tab or on another device. */
  | { readonly is: 'misconfigured'; readonly where: 'form' | 'result' }
  /** The time to pay has run out. */
  | { readonly is: 'expired' }
  /** The service refuses the intent as used, canceled or expired. */
  | { readonly is: 'spent' }
  /** The time to pay runs out soon. */
  | { readonly is: 'closing'; readonly time: string }
  /** An attempt ended without an outcome, and the form is there again. */
  | {
      readonly is: 'ended';
      /** `unusable-card`: the service does not take the saved card. `other-window`: another tab is paying. */
      readonly error:
        PayErrorCode | 'unusable-card' | 'other-window' | 'too-many-tries' | 'challenge-required';
      /** The merchant's own endpoint failed, and not the connection or the service. */
      readonly atShop: boolean;
      readonly sent: SentBefore;
    }
  /** A payment was sent and never arrived. The next try is the same payment on the same intent. */
  | { readonly is: 'lost' }
  /** A payment exists or may come to exist, and its end is not known. */
  | {
      readonly is: 'open';
      readonly where: 'sent' | 'at-bank' | 'other-window';
      /** Whether the merchant's server can be asked. */
      readonly askable: boolean;
      readonly anotherWay: AnotherWay;
      readonly paymentId?: string | undefined;
    }
  /** The payment has an end. */
  | {
      readonly is: 'settled';
      readonly status: FinalStatus;
      readonly payment: CheckoutPayment | undefined;
      /** Another payment for the same purchase may still go through. */
      readonly otherOpen: boolean;
      /** Where the payer can pay again after a failure: in this form, or only from the shop's page. */
      readonly next: 'here' | 'shop';
      /** The payer has come back to the page that was paid, and can go to the shop's page that follows. */
      readonly canContinue?: boolean;
    };

/**
 * What has ever been sent for this purchase. `never`: nothing, and memory knows of no payment either. `maybe`: a
 * request was refused, or nobody knows. `lost`: a payment that never arrived, and that the next try sends again.
 */
export type SentBefore = 'never' | 'maybe' | 'lost';

/** "Pay another way" beside an open payment: not there, offered, or chosen and still to be confirmed. */
export type AnotherWay = 'none' | 'offered' | 'chosen';

export type StatementAction = 'go-to-bank' | 'go-to-shop' | 'ask-another-way' | 'pay-another-way' | 'go-back';

export interface MoneyStatement {
  readonly tone: 'bad' | 'good' | 'open';
  /** What happened, in short. */
  readonly title?: string | undefined;
  readonly lines: readonly string[];
  /** Names the payment. Shown after a while. */
  readonly reference?: string | undefined;
  /** Whether the end of a payment is being asked for. */
  readonly isPending?: boolean;
  /** What the payer can do about it, as buttons. */
  readonly acts: readonly { readonly act: StatementAction; readonly text: string }[];
}

/**
 * Chooses what the payer is told from what is known. The only place where a sentence about money is chosen:
 * - "You haven't been charged" only when nothing was ever sent, or when the payment failed and no other one is open.
 *   A refusal does not prove it, because browsers repeat requests, and the answer seen may be the second one's.
 * - "You'll be charged only once" only when the same payment is sent again on the same intent.
 * - "Don't pay again" only when something was sent and its end is not known, or when the intent is used up.
 */
export function writeMoneyStatement(known: PaymentStatement, messages: Messages): MoneyStatement {
  switch (known.is) {
    case 'misconfigured':
      return said('bad', known.where === 'form' ? messages.misconfigured : messages.pageMisconfigured);
    case 'expired':
    case 'spent':
      return said('bad', messages[known.is]);
    case 'closing':
      return said('open', undefined, messages.closing(known.time));
    case 'ended':
      return ended(known, messages);
    case 'lost':
      return said('open', undefined, messages.lost);
    case 'open':
      return open(known, messages);
    case 'settled':
      return settled(known, messages);
    default:
      return known satisfies never;
  }
}

type Of<Kind extends PaymentStatement['is']> = Extract<PaymentStatement, { is: Kind }>;

const said = (
  tone: MoneyStatement['tone'],
  title: string | undefined,
  ...lines: string[]
): MoneyStatement => ({
  tone,
  title,
  lines,
  acts: [],
});

function ended({ error, atShop, sent }: Of<'ended'>, messages: Messages): MoneyStatement {
  if (error === 'other-window') return said('open', undefined, messages.elsewhere);
  if (sent === 'lost') return said('bad', undefined, messages.lostAgain);
  if (error === 'unusable-card') return said('bad', undefined, messages.problems.number.unsupported);
  if (error === 'too-many-tries') return said('bad', undefined, messages.tooManyTries);
  if (error === 'challenge-required') return said('bad', undefined, messages.challengeRequired);
  const what = messages.errors[atShop ? 'configuration' : error];
  const unsent = sent === 'never' && !atShop && (error === 'network' || error === 'canceled');
  return said('bad', undefined, ...(unsent ? [messages.notCharged, what] : [what]));
}

function open({ where, askable, anotherWay, paymentId }: Of<'open'>, messages: Messages): MoneyStatement {
  if (anotherWay === 'chosen') {
    return {
      ...said('open', messages.payTwice),
      acts: [
        { act: 'go-back', text: messages.back },
        { act: 'pay-another-way', text: messages.payAgain },
      ],
    };
  }
  const what = {
    sent: askable ? messages.checking : messages.uncertain,
    'at-bank': messages.atBank,
    'other-window': messages.elsewhere,
  }[where];
  // Another way is offered after ten minutes: then it has taken longer.
  const isShort = where === 'sent' && askable && anotherWay === 'none';
  return {
    ...said('open', what, ...(isShort ? [messages.checkingTakes] : [])),
    reference: paymentId && where === 'sent' ? messages.reference(isolate(paymentId)) : undefined,
    isPending: where === 'sent' && askable,
    acts: [
      ...(where === 'at-bank' ? [{ act: 'go-to-bank', text: messages.toBank } as const] : []),
      ...(anotherWay === 'offered' ? [{ act: 'ask-another-way', text: messages.anotherWay } as const] : []),
    ],
  };
}

function settled(known: Of<'settled'>, messages: Messages): MoneyStatement {
  const statement = settledLines(known, messages);
  const acts = [{ act: 'go-to-shop', text: messages.continue } as const];
  return known.canContinue ? { ...statement, acts } : statement;
}

function settledLines(
  { status, payment, otherOpen, next }: Of<'settled'>,
  messages: Messages,
): MoneyStatement {
  // The payment's own word says more than the outcome: a refund is no receipt, and a void is no decline.
  if (payment?.status === 'refunded') return said('open', messages.refunded);
  if (payment?.status === 'voided')
    return said('open', messages.voided, ...(next === 'shop' && !otherOpen ? [messages.startAnew] : []));
  if (status !== 'failed') return said('good', messages[status]);
  const reason = getDeclineReason(payment);
  const why = messages.declines[reason];
  const again = reason === 'issuer_unavailable' ? messages.tryLater : messages.tryAgain;
  return said(
    'bad',
    messages.failed,
    otherOpen ? why : `${why}${why.endsWith('。') ? '' : ' '}${messages.notCharged}`,
    next === 'shop' ? messages.startAnew : again,
  );
}
