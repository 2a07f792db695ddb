import { passBank } from './answer-bank.js';
import { AsyncQueue } from './async-queue.js';
import {
  explainMissingBank,
  parseReturnUrl,
  type CheckoutVerbs,
  type PageOutcome,
  type ShownState,
} from './checkout-verbs.js';
import { assertPayable, chooseCard, listenInPage, readFormStatus } from './in-page.js';
import { completeCard } from './test-cards.js';
import { refuseLiveKey } from './test-keys.js';

export type { ShownState as CheckoutState, CheckoutVerbs, PageOutcome } from './checkout-verbs.js';
export { bankAnswers, testCards, type BankAnswer, type TestCard as Card } from './test-cards.js';

/** STC Pay is driven in a browser only. */
export type ElementVerbs = Omit<CheckoutVerbs, 'payByStc'>;

/**
 * The verbs of a payer for an element in a page of jsdom or happy-dom, which the test has registered by importing
 * `pay-checkout`. Such a page cannot be left: the driver prevents `pay-redirect` and `pay-outcome`, answers the bank over
 * HTTP, and takes the outcome from the return URL.
 *
 * @param element In the document of the test's environment. Without `frame-src`, since a frame loads no page here.
 */
export function driveElement(element: Element): ElementVerbs {
  const outcomes = new AsyncQueue<PageOutcome>();
  const banks = new AsyncQueue<string>();
  listenInPage((notice) => {
    const reason = explainMissingBank(notice);
    if (reason) banks.pushError(reason);
    if (notice.type === 'redirect') banks.push(notice.url);
    else if (notice.type === 'error') outcomes.pushError(new Error(notice.message));
    else outcomes.push(notice.outcome);
  }, element);
  for (const type of ['pay-redirect', 'pay-outcome'])
    element.addEventListener(type, (event) => event.preventDefault());

  const find = (selector: string) => {
    const found = element.shadowRoot?.querySelector<HTMLInputElement>(selector);
    if (!found) throw new Error(`The checkout shows no ${selector}.`);
    return found;
  };

  return {
    async pay(card) {
      const { key, state } = await readFormStatus(element);
      refuseLiveKey(key);
      assertPayable(state);
      await chooseCard(element);
      outcomes.clear();
      banks.clear();
      const { number, expiry, code, name } = completeCard(card);
      const text = { 'cc-number': number, 'cc-exp': expiry, 'cc-csc': code, 'cc-name': name };
      for (const [token, value] of Object.entries(text)) {
        const input = find(`input[autocomplete="${token}"]`);
        input.value = value;
        input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      }
      find('[part~="button"]').click();
    },
    async answerBank(answer) {
      const returnUrl = await passBank((request) => fetch(request), await banks.next(), answer);
      const outcome = returnUrl === undefined ? undefined : parseReturnUrl(returnUrl);
      if (outcome) outcomes.push(outcome);
    },
    state: () => Promise.resolve((element as Element & { readonly state: ShownState }).state),
    outcome: () => outcomes.next(),
  };
}
