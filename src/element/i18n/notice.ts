import type { FinalStatus } from '../../wire/final-status.js';
import type { AnotherWay } from '../checkout/state.js';
import type { PayErrorCode } from '../../error.js';
import type { CheckoutPayment } from '../checkout/payment.js';
import { getDeclineReason } from './decline-reason.js';
import { isolate } from './language.js';
import type { FormMessages } from './messages.js';

/** Everything that is known about the payer's money when a notice is written. */
export type PaymentSituation =
  /** The element is misconfigured. The payer may have paid before, in another tab or on another device. */
  | { readonly kind: 'misconfigured'; readonly where: 'form' | 'result' }
  /** The time to pay has run out. */
  | { readonly kind: 'expired' }
  /** The service refuses the intent as used, canceled or expired. */
  | { readonly kind: 'intent-closed' }
  /** The time to pay runs out soon. */
  | { readonly kind: 'expiring'; readonly time: string }
  /** An attempt ended without an outcome, and the form is there again. */
  | {
      readonly kind: 'ended';
      /** `unusable-card`: the service does not take the saved card. `other-tab`: another tab is paying. */
      readonly error:
        | PayErrorCode
        | 'unusable-card'
        | 'other-tab'
        | 'too-many-tries'
        | 'challenge-required'
        /** The merchant's server has a payment for the order, and does not name it. */
        | 'order-closed';
      /** The merchant's own endpoint failed, and not the connection or the service. */
      readonly isMerchantError: boolean;
      readonly sent: SentBefore;
    }
  /** A payment was sent and never arrived. The next try is the same payment on the same intent. */
  | { readonly kind: 'lost' }
  /** A payment exists or may come to exist, and its end is not known. */
  | {
      readonly kind: 'open';
      readonly where: 'sent' | 'at-bank' | 'other-tab';
      /** Whether the merchant's server can be asked. */
      readonly hasStatusSource: boolean;
      readonly anotherWay: AnotherWay;
      readonly paymentId?: string | undefined;
    }
  /** A payment holds money that is not what was asked for. Only the shop can go on. */
  | { readonly kind: 'held' }
  /** The payment has ended. */
  | {
      readonly kind: 'settled';
      readonly status: FinalStatus;
      readonly payment: CheckoutPayment | undefined;
      /** The payment's amount, where it is not the one that the payer was shown. */
      readonly charged?: string | undefined;
      /** Another payment for the same purchase may still go through. */
      readonly hasOtherOpenPayment: boolean;
      /** Where the payer can pay again after a failure: in this form, or only from the shop's page. */
      readonly next: 'here' | 'shop';
      /** The payer has come back to the page that was paid, and can go to the shop's page that follows. */
      readonly canContinue?: boolean;
    };

/**
 * What has ever been sent for this purchase. `never`: nothing, and the store holds no payment either. `maybe`: a request
 * was refused, or nothing is known. `lost`: a payment that never arrived, and that the next try sends again.
 */
export type SentBefore = 'never' | 'maybe' | 'lost';

export type NoticeAction = 'go-to-bank' | 'go-to-shop' | 'ask-another-way' | 'pay-another-way' | 'go-back';

export interface Notice {
  readonly tone: 'bad' | 'good' | 'open';
  /** What happened, in short. */
  readonly title?: string | undefined;
  readonly lines: readonly string[];
  /** Names the payment. Shown after a while. */
  readonly reference?: string | undefined;
  /** Whether the payment's status is being polled. */
  readonly isPending?: boolean;
  /** What the payer can do, as buttons. */
  readonly actions: readonly { readonly action: NoticeAction; readonly text: string }[];
}

/**
 * Writes the notice for a situation. The only place where a sentence about money is chosen:
 * - "You haven't been charged" only when nothing was ever sent, or when the payment failed and no other one is open.
 *   A refusal proves nothing, because browsers repeat requests, and the response may be that of the second request.
 * - "You'll be charged only once" only when the same payment is sent again on the same intent.
 * - "Don't pay again" only when something was sent and its end is not known, or when the intent is used up.
 */
export function writeNotice(situation: PaymentSituation, messages: FormMessages): Notice {
  switch (situation.kind) {
    case 'misconfigured':
      return createNotice(
        'bad',
        situation.where === 'form' ? messages.misconfigured : messages.pageMisconfigured,
      );
    case 'expired':
      return createNotice('bad', messages.expired);
    case 'intent-closed':
      return createNotice('bad', messages.spent);
    case 'expiring':
      return createNotice('open', undefined, messages.closing(situation.time));
    case 'ended':
      return writeEnded(situation, messages);
    case 'lost':
      return createNotice('open', undefined, messages.lost);
    case 'open':
      return writeOpen(situation, messages);
    case 'held':
      return createNotice('open', messages.held);
    case 'settled':
      return writeSettled(situation, messages);
    default:
      return situation satisfies never;
  }
}

type Of<Kind extends PaymentSituation['kind']> = Extract<PaymentSituation, { kind: Kind }>;

const createNotice = (tone: Notice['tone'], title: string | undefined, ...lines: string[]): Notice => ({
  tone,
  title,
  lines,
  actions: [],
});

function writeEnded({ error, isMerchantError, sent }: Of<'ended'>, messages: FormMessages): Notice {
  if (error === 'other-tab') return createNotice('open', undefined, messages.elsewhere);
  if (error === 'order-closed') return createNotice('bad', undefined, messages.spent);
  if (sent === 'lost') return createNotice('bad', undefined, messages.lostAgain);
  if (error === 'unusable-card') return createNotice('bad', undefined, messages.problems.number.unsupported);
  if (error === 'too-many-tries') return createNotice('bad', undefined, messages.tooManyTries);
  if (error === 'challenge-required') return createNotice('bad', undefined, messages.challengeRequired);
  const what = messages.errors[isMerchantError ? 'configuration' : error];
  const unsent = sent === 'never' && !isMerchantError && (error === 'network' || error === 'canceled');
  return createNotice('bad', undefined, ...(unsent ? [messages.notCharged, what] : [what]));
}

function writeOpen(
  { where, hasStatusSource, anotherWay, paymentId }: Of<'open'>,
  messages: FormMessages,
): Notice {
  if (anotherWay === 'chosen') {
    return {
      ...createNotice('open', messages.payTwice),
      actions: [
        { action: 'go-back', text: messages.back },
        { action: 'pay-another-way', text: messages.payAgain },
      ],
    };
  }
  const what = {
    sent: hasStatusSource ? messages.checking : messages.uncertain,
    'at-bank': messages.atBank,
    'other-tab': messages.elsewhere,
  }[where];
  // Once another way is offered, “This can take a minute” is untrue, and the bank is not the only way on.
  const hint = {
    sent: hasStatusSource ? messages.checkingTakes : undefined,
    'at-bank': messages.cancelThere,
    'other-tab': undefined,
  }[where];
  return {
    ...createNotice('open', what, ...(hint && anotherWay === 'none' ? [hint] : [])),
    reference: paymentId && where === 'sent' ? messages.reference(isolate(paymentId)) : undefined,
    isPending: where === 'sent' && hasStatusSource,
    actions: [
      ...(where === 'at-bank' ? [{ action: 'go-to-bank', text: messages.toBank } as const] : []),
      ...(anotherWay === 'offered'
        ? [{ action: 'ask-another-way', text: messages.anotherWay } as const]
        : []),
    ],
  };
}

function writeSettled(situation: Of<'settled'>, messages: FormMessages): Notice {
  const notice = writeSettledLines(situation, messages);
  const actions = [{ action: 'go-to-shop', text: messages.continue } as const];
  return situation.canContinue ? { ...notice, actions } : notice;
}

function writeSettledLines(
  { status, payment, charged, hasOtherOpenPayment, next }: Of<'settled'>,
  messages: FormMessages,
): Notice {
  // The payment's status says more than the outcome: a refund is no receipt, and a void is no decline.
  if (payment?.status === 'refunded') return createNotice('open', messages.refunded);
  if (payment?.status === 'voided')
    return createNotice(
      'open',
      messages.voided,
      ...(next === 'shop' && !hasOtherOpenPayment ? [messages.startAnew] : []),
    );
  if (status !== 'failed')
    return createNotice(
      'good',
      messages[status],
      ...(charged === undefined ? [] : [messages.charged(charged)]),
    );
  if (payment?.status === 'expired')
    return createNotice('bad', next === 'shop' ? messages.expired : messages.errors.expired);
  const reason = getDeclineReason(payment);
  const why = messages.declines[reason];
  // Of a wallet or a token there are no details to check.
  const isTyped = /^(creditcard|stcpay)?$/.test(String(payment?.source?.['type'] ?? ''));
  const again = reason === 'issuer_unavailable' || !isTyped ? messages.tryLater : messages.tryAgain;
  return createNotice(
    'bad',
    messages.failed,
    hasOtherOpenPayment ? why : joinSentences(why, messages.notCharged),
    next === 'shop' ? messages.startAnew : again,
  );
}

/** Chinese puts no space between sentences. */
const joinSentences = (first: string, second: string): string =>
  `${first}${first.endsWith('。') ? '' : ' '}${second}`;
