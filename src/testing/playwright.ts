import { test as base, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';
import {
  explainMissingBank,
  parseReturnUrl,
  type ShownState,
  type CheckoutVerbs,
  type PageNotice,
  type PageOutcome,
} from './checkout-verbs.js';
import { assertPayable, chooseCard, readFormStatus, listenInPage, stcFields } from './in-page.js';
import { AsyncQueue } from './async-queue.js';
import { authResults, completeCard, type BankAnswer, type TestCard } from './test-cards.js';
import { refuseLiveKey } from './test-keys.js';

export type { ShownState as CheckoutState, PageOutcome } from './checkout-verbs.js';
export { bankAnswers, testCards, type BankAnswer, type TestCard as Card } from './test-cards.js';

/** The name in the page of what carries its events to the test. */
const binding = '__payCheckoutNotice';

/** The one checkout of a page, as a payer uses it and as the page sees it. */
export class CheckoutPage implements CheckoutVerbs {
  readonly #outcomes = new AsyncQueue<PageOutcome>();
  readonly #banks = new AsyncQueue<string>();
  #lastOutcome = '';

  private constructor(readonly page: Page) {}

  /** Watches a page from now on: call it before the page is opened. The fixture does. */
  static async watch(page: Page): Promise<CheckoutPage> {
    const checkout = new CheckoutPage(page);
    await page.exposeBinding(binding, ({ frame }, notice: PageNotice) => {
      // The form in a frame says the same to the element of the page.
      if (frame === page.mainFrame()) checkout.#receive(notice);
    });
    await page.addInitScript(`(${listenInPage.toString()})((notice) => globalThis['${binding}'](notice));`);
    // As soon as it is asked for: the shop may redirect once more, or not answer at all.
    page.on('request', (request) => {
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      const outcome = parseReturnUrl(request.url());
      if (outcome) checkout.#receive({ type: 'outcome', outcome });
    });
    page.on('close', () => {
      const closed = new Error('The page was closed.');
      checkout.#outcomes.close(closed);
      checkout.#banks.close(closed);
    });
    return checkout;
  }

  /** The element of the page. */
  get element(): Locator {
    return this.page.locator('pay-checkout');
  }

  async pay(card: TestCard): Promise<void> {
    const form = await this.form();
    await form.evaluate(chooseCard);
    const { number, expiry, code, name } = completeCard(card);
    for (const [token, text] of [
      ['cc-number', number],
      ['cc-exp', expiry],
      ['cc-csc', code],
      ['cc-name', name],
    ])
      await form.locator(`input[autocomplete="${token}"]`).fill(text ?? '');
    await this.#press(form);
  }

  async payByStc(mobile: string, code: string): Promise<void> {
    const form = await this.form();
    const choice = form.getByRole('radio', { name: 'STC Pay' });
    if ((await choice.count()) > 0) await choice.check();
    await form.locator(stcFields.mobile).fill(mobile);
    await this.#press(form);
    const field = form.locator(stcFields.code);
    await field.or(form.locator(stcFields.refusal)).waitFor();
    if ((await field.count()) === 0) return;
    await field.fill(code);
    await form.locator(stcFields.confirm).click();
  }

  /** What comes from now on is about this attempt. */
  async #press(form: Locator): Promise<void> {
    this.#outcomes.clear();
    this.#banks.clear();
    this.#lastOutcome = '';
    await form.locator('[part~="button"]').click();
  }

  /** What has the fields in it, once they can be used: the element, or the one in its frame. */
  async form(): Promise<Locator> {
    const { key, state, isFramed } = await this.element.evaluate(readFormStatus);
    refuseLiveKey(key);
    assertPayable(state);
    return isFramed ? this.#cardFrame.locator('pay-checkout') : this.element;
  }

  get #cardFrame(): FrameLocator {
    return this.page.frameLocator('pay-checkout .place > iframe');
  }

  async answerBank(answer: BankAnswer): Promise<void> {
    // Each page of the bank leads to the next, all in one folder.
    const { href: folder } = new URL('.', await this.#banks.next());
    const isBank = (frame: Frame) => frame.url().startsWith(folder);
    const bank =
      this.page.frames().find(isBank) ??
      (await this.page.waitForEvent('framenavigated', { predicate: isBank, timeout: 0 }));
    await bank.locator(`button[value="${authResults[answer]}"]`).click();
  }

  state(): Promise<ShownState> {
    return this.element.evaluate((element) => (element as unknown as { state: ShownState }).state);
  }

  outcome(): Promise<PageOutcome> {
    return this.#outcomes.next();
  }

  #receive(notice: PageNotice): void {
    const reason = explainMissingBank(notice);
    if (reason) this.#banks.pushError(reason);
    switch (notice.type) {
      case 'redirect':
        // What was said before is about an attempt that is over.
        this.#banks.clear();
        return this.#banks.push(notice.url);
      case 'error':
        return this.#outcomes.pushError(new Error(notice.message));
      case 'outcome': {
        // The page that the payer comes back to says it again, and so may its address.
        const text = `${notice.outcome.status} ${notice.outcome.paymentId}`;
        if (text !== this.#lastOutcome) this.#outcomes.push(notice.outcome);
        this.#lastOutcome = text;
        return;
      }
      default:
        return notice satisfies never;
    }
  }
}

/** Playwright's `test` with the fixture `checkout`: the one `<pay-checkout>` of the test's page. */
export const checkoutTest = base.extend<{ checkout: CheckoutPage }>({
  checkout: async ({ page }, use) => use(await CheckoutPage.watch(page)),
});
