import { finalStatuses, type FinalStatus } from '../wire/final-status.js';
import type { BankAnswer, TestCard } from './test-cards.js';

/** What the element is doing, as its `state` says it. */
export type ShownState =
  | 'waiting'
  | 'misconfigured'
  | 'ready'
  | 'paying'
  | 'redirecting'
  | 'confirming'
  | 'paid'
  | 'authorized'
  | 'failed'
  | 'unknown'
  | 'expired';

/** What came of an attempt, as the page learned it. */
export interface PageOutcome {
  readonly status: FinalStatus | 'unknown';
  readonly paymentId: string;
}

/** What a payer does, and what a page learns: the same verbs for every driver of browsers. */
export interface CheckoutVerbs {
  /** Types a card into the form, wherever the form is, and presses the button. Refuses a page with a live key. */
  pay(card: TestCard): Promise<void>;
  /**
   * Chooses STC Pay, types a mobile number, presses the button, and confirms by a code if one is asked for: a number that
   * is refused gets none.
   */
  payByStc(mobile: string, code: string): Promise<void>;
  /**
   * Answers the bank's page of the sandbox, wherever it is shown: instead of the shop's page, or in a dialog. Rejects when
   * what `pay` has started ended without that page, such as by an error of the shop's server.
   */
  answerBank(answer: BankAnswer): Promise<void>;
  /** What the element is doing. */
  state(): Promise<ShownState>;
  /**
   * The next outcome of what `pay` has started, in the order in which they come: by `pay-outcome`, or by the address that
   * the payer comes back to. Rejects when the attempt ended before there was one (`pay-error`), or when the form
   * refused the card (`pay-invalid`).
   */
  outcome(): Promise<PageOutcome>;
}

/** What the page learned, as text that crosses from the page to the test. Nothing of a card is in it. */
export type PageNotice =
  | { readonly type: 'outcome'; readonly outcome: PageOutcome }
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'error'; readonly message: string };

/** Why the bank's page will not come any more; undefined while it may. A payment that is `unknown` may still lead there. */
export function explainMissingBank(notice: PageNotice): Error | undefined {
  switch (notice.type) {
    case 'error':
      return new Error(notice.message);
    case 'outcome': {
      const { status, paymentId } = notice.outcome;
      return status === 'unknown'
        ? undefined
        : new Error(`The bank’s page does not come: payment ${paymentId} is ${status}.`);
    }
    case 'redirect':
      return undefined;
    default:
      return notice satisfies never;
  }
}

/** Reads the outcome from a return URL; undefined when the address is not a return from a payment. */
export function parseReturnUrl(address: string): PageOutcome | undefined {
  const { searchParams } = new URL(address);
  const [paymentId, status] = [searchParams.getAll('id').at(-1), searchParams.getAll('status').at(-1)];
  if (!paymentId || !status || !searchParams.has('message')) return undefined;
  return { paymentId, status: finalStatuses.get(status) ?? 'unknown' };
}
