import type { WebDriver, WebElement } from 'selenium-webdriver';
import {
  explainMissingBank,
  parseReturnUrl,
  type ShownState,
  type CheckoutVerbs,
  type PageNotice,
  type PageOutcome,
} from './checkout-verbs.js';
import { assertPayable, chooseCard, readFormStatus, listenInPage, stcFields } from './in-page.js';
import { authResults, completeCard, type BankAnswer, type TestCard } from './test-cards.js';
import { refuseLiveKey } from './test-keys.js';

export type { ShownState as CheckoutState, CheckoutVerbs, PageOutcome } from './checkout-verbs.js';
export { bankAnswers, testCards, type BankAnswer, type TestCard as Card } from './test-cards.js';

export interface DriveOptions {
  /** Milliseconds until `answerBank` and `outcome` give up; 30000 when omitted. */
  readonly timeoutMs?: number | undefined;
}

/** Where the notices wait in the page until the test reads them. */
const notices = 'window.__payCheckoutNotices';

/** The form's element, from the document of the page or of its frame. */
const find = (selector: string) =>
  `return document.querySelector('pay-checkout').shadowRoot.querySelector('${selector}')`;

/**
 * The one checkout of the page that a WebDriver shows, by the verbs of every driver. Within a page it waits by events.
 * From one page to the next WebDriver has none, so it asks again until `timeoutMs` is over.
 */
export function driveCheckout(driver: WebDriver, { timeoutMs = 30_000 }: DriveOptions = {}): CheckoutVerbs {
  let lastOutcome = '';

  async function untilFound<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
    const found = await driver.wait(async () => (await look()) ?? false, timeoutMs, what);
    return found as T;
  }

  async function waitForForm() {
    await untilFound(
      async () =>
        (await driver.executeScript("return document.querySelector('pay-checkout') !== null")) || undefined,
      'The page has no <pay-checkout>.',
    );
    return runOnForm(readFormStatus);
  }

  /** Runs a function with the element of the page, or with that of the frame. */
  const runOnForm = async <T>(run: (element: Element) => Promise<T>): Promise<T> =>
    (await driver.executeAsyncScript(
      `const done = arguments[arguments.length - 1];
       (${run.toString()})(document.querySelector('pay-checkout')).then(done);`,
    )) as T;

  /** Runs what is to be done where the fields are, and goes back to the page. */
  async function inForm(isFramed: boolean, work: () => Promise<void>): Promise<void> {
    if (!isFramed) return work();
    const frame = (await driver.executeScript(find('.place > iframe'))) as WebElement;
    await driver.switchTo().frame(frame);
    try {
      await work();
    } finally {
      await driver.switchTo().defaultContent();
    }
  }

  /** Waits for a form that a payer could pay by. What comes from now on is about this attempt. */
  async function beginAttempt(): Promise<boolean> {
    const { key, state, isFramed } = await waitForForm();
    refuseLiveKey(key);
    assertPayable(state);
    lastOutcome = '';
    await driver.executeScript(
      `if (!${notices}) (${listenInPage.toString()})((notice) => ${notices}.push(notice)); ${notices} = [];`,
    );
    return isFramed;
  }

  async function type(selector: string, text: string): Promise<void> {
    const input = (await driver.executeScript(find(selector))) as WebElement;
    await input.clear();
    // One by one: WebKit's driver loses one of two equal keys of a message.
    for (const character of text) await input.sendKeys(character);
  }

  const click = async (selector: string) =>
    ((await driver.executeScript(find(selector))) as WebElement).click();

  async function payByStc(mobile: string, code: string): Promise<void> {
    await inForm(await beginAttempt(), async () => {
      await driver.executeScript(
        `const rows = document.querySelector('pay-checkout').shadowRoot.querySelectorAll('[part~="method"]');
         [...rows].find((row) => row.textContent.includes('STC Pay'))?.click();`,
      );
      await untilFound(
        async () => await driver.executeScript(find(stcFields.mobile)),
        'There is no STC Pay.',
      );
      await type(stcFields.mobile, mobile);
      await click('[part~="button"]');
      await untilFound(
        async () => await driver.executeScript(find(`${stcFields.code}, ${stcFields.refusal}`)),
        'No code is asked for.',
      );
      if (!(await driver.executeScript(find(stcFields.code)))) return;
      await type(stcFields.code, code);
      await click(stcFields.confirm);
    });
  }

  async function pay(card: TestCard): Promise<void> {
    const isFramed = await beginAttempt();
    const { number, expiry, code, name } = completeCard(card);
    await inForm(isFramed, async () => {
      await runOnForm(chooseCard);
      for (const [token, text] of [
        ['cc-number', number],
        ['cc-exp', expiry],
        ['cc-csc', code],
        ['cc-name', name],
      ])
        await type(`input[autocomplete="${token}"]`, text ?? '');
      await click('[part~="button"]');
    });
  }

  /** Presses the button of the bank's page, where that page is what is shown. */
  const press = (answer: BankAnswer) =>
    driver.executeScript(
      `const button = document.querySelector('button[value="${authResults[answer]}"]');
       button?.click();
       return button !== null || undefined;`,
    ) as Promise<true | undefined>;

  async function pressInDialog(answer: BankAnswer): Promise<true | undefined> {
    const frame = await driver.executeScript(
      "return document.querySelector('pay-checkout')?.shadowRoot?.querySelector('dialog iframe')",
    );
    if (!frame) return undefined;
    await driver.switchTo().frame(frame as WebElement);
    try {
      return (await press(answer)) ?? undefined;
    } finally {
      await driver.switchTo().defaultContent();
    }
  }

  /** Throws when the page has learned why the bank’s page does not come. `outcome` reports the same. */
  async function assertBankMayCome(): Promise<undefined> {
    const notice = (await driver.executeScript(
      `return ${notices}?.find(({ type }) => type !== 'redirect')`,
    )) as PageNotice | null | undefined;
    const reason = notice && explainMissingBank(notice);
    if (reason) throw reason;
  }

  async function nextNotice(): Promise<PageOutcome | undefined> {
    const notice = (await driver.executeScript(
      `return ${notices}?.splice(0, ${notices}.findIndex(({ type }) => type !== 'redirect') + 1).at(-1)`,
    )) as PageNotice | null | undefined;
    if (notice?.type === 'error') throw new Error(notice.message);
    const outcome =
      notice?.type === 'outcome' ? notice.outcome : parseReturnUrl(await driver.getCurrentUrl());
    const text = outcome && `${outcome.status} ${outcome.paymentId}`;
    if (text === undefined || text === lastOutcome) return undefined;
    lastOutcome = text;
    return outcome;
  }

  return {
    pay,
    payByStc,
    async answerBank(answer) {
      await untilFound(
        async () => (await press(answer)) ?? (await pressInDialog(answer)) ?? (await assertBankMayCome()),
        'The bank’s page does not come.',
      );
    },
    state: () =>
      driver.executeScript("return document.querySelector('pay-checkout').state") as Promise<ShownState>,
    outcome: () => untilFound(nextNotice, 'The page gets no `pay-outcome`.'),
  };
}
