import type { CSSResult } from '@lit/reactive-element/css-tag.js';
import type { CheckoutState } from '../../checkout/state.js';
import type { ExternalSource } from '../../checkout/payment-method.js';
import { canFetchIntent } from '../../checkout/config-queries.js';
import type { TemplateTools } from '../marks.js';
import { runAfterPress } from '../../browser/window.js';
import type { PayError } from '../../../error.js';
import { completeMessages } from '../../i18n/merge-messages.js';
import type { Language } from '../../i18n/language.js';
import type { FormMessages, StcPayMessages } from '../../i18n/messages.js';
import { stcPay as ar } from '../../i18n/locales/ar.js';
import { stcPay as en } from '../../i18n/locales/en.js';
import { parseCode, parseMobile } from './written-digits.js';
import { stcPayStyles } from './styles.js';
import { codeTemplate, mobileTemplate } from './template.js';

/** What STC Pay needs from the form around it. */
export interface StcPayContext {
  /** Has an open shadow root. */
  readonly host: HTMLElement;
  /** Adds styles to the shadow root. */
  readonly addStyles: (styles: readonly CSSResult[]) => void;
  readonly templateTools: TemplateTools;
  /** Called when what is shown has changed. */
  readonly onChange: () => void;
  /** Sends the code that is in the field. */
  readonly onConfirm: () => void;
  /** The payer takes another number, or pays another way. */
  readonly onLeave: () => void;
}

type Problem = 'mobileEmpty' | 'mobileInvalid' | 'codeEmpty' | 'codeInvalid' | 'notSent' | 'noAnswer';

/** The fields of STC Pay: the mobile number before a payment, and the code while it waits. Their texts stay in the inputs. */
export class StcPay {
  readonly #context: StcPayContext;
  #mobileProblem: Problem | undefined;
  #codeProblem: Problem | undefined;
  /** See `Field` in the template. */
  #isAnnouncing = true;
  /** The payer has pressed Confirm on the code that is in the field. */
  #isConfirming = false;
  /** The form had the code field at its last update. */
  #isAskingForCode = false;

  constructor(context: StcPayContext) {
    this.#context = context;
    context.addStyles([stcPayStyles]);
  }

  /** What is wrong with the number; undefined if the payer can pay by it. */
  get problem(): 'mobileEmpty' | 'mobileInvalid' | undefined {
    const text = this.mobileInput?.value ?? '';
    if (text.trim() === '') return 'mobileEmpty';
    return parseMobile(text) === undefined ? 'mobileInvalid' : undefined;
  }

  get mobileInput(): HTMLInputElement | undefined {
    return this.#find('mobile');
  }

  /** The source of the number in the field. */
  get source(): ExternalSource | undefined {
    const mobile = parseMobile(this.mobileInput?.value ?? '');
    return mobile === undefined ? undefined : { type: 'stcpay', mobile };
  }

  /** The code in the field, if the payer has pressed Confirm. */
  readCode(): string | undefined {
    return this.#isConfirming ? parseCode(this.#find('code')?.value ?? '') : undefined;
  }

  /** Shows what is wrong with the number, and focuses it. */
  showProblem(): void {
    this.#mobileProblem = this.problem;
    if (this.#mobileProblem) this.#focus(this.mobileInput);
    this.#context.onChange();
  }

  /** The service has refused the number. */
  refuse({ errors }: PayError): void {
    if (errors?.['mobile']) this.#mobileProblem = 'mobileInvalid';
  }

  reset(): void {
    this.clear();
    this.#mobileProblem = undefined;
  }

  /** Empties the fields. */
  clear(): void {
    for (const input of [this.mobileInput, this.#find('code')]) if (input) input.value = '';
  }

  /** The sentence for the surrounding form, where the number cannot be paid by. */
  getProblemText(language: Language): string {
    const { problem } = this;
    return problem === undefined ? '' : this.#getTexts(language)[problem];
  }

  /** What the list of the ways to pay says. */
  getListTexts(language: Language): Pick<StcPayMessages, 'legend' | 'card'> {
    return this.#getTexts(language);
  }

  createMobileField(language: Language, isPaying: boolean, disabled: boolean): unknown {
    const texts = this.#getTexts(language);
    const problem = this.#mobileProblem;
    return mobileTemplate(
      { tools: this.#context.templateTools, messages: language.messages, texts, isPaying, disabled },
      {
        error: problem && texts[problem],
        isAnnouncing: this.#isAnnouncing,
        onInput: () => {
          this.#isAnnouncing = true;
          this.#mobileProblem = undefined;
          this.#context.onChange();
        },
        onBlur: () =>
          runAfterPress(this.#context.host.ownerDocument, () => {
            // An empty field is no error before the payer pays.
            if (this.problem !== 'mobileInvalid' || this.#mobileProblem) return;
            this.#isAnnouncing = true;
            this.#mobileProblem = 'mobileInvalid';
            this.#context.onChange();
          }),
      },
    );
  }

  /** The form that takes the code, while a payment waits for one; undefined otherwise. */
  createCodeForm(
    language: Language,
    state: CheckoutState,
    disabled: boolean,
    { hasOtherWay, onAnotherWay }: { readonly hasOtherWay: boolean; readonly onAnotherWay: () => void },
  ): unknown {
    if (state.phase !== 'confirming') {
      this.#isAskingForCode = this.#isConfirming = false;
      this.#codeProblem = undefined;
      return undefined;
    }
    // The field is there again: the payment still waits for the code that was sent.
    if (!this.#isAskingForCode && state.isCodeSent) this.#codeProblem = 'noAnswer';
    this.#isAskingForCode = true;
    const texts = this.#getTexts(language);
    const isPaying = state.step !== 'typing';
    if (!isPaying && this.#isConfirming) {
      // What was sent is not sent again, and what was not sent can be.
      this.#isConfirming = false;
      this.#isAnnouncing = true;
      if (state.error) this.#codeProblem = 'notSent';
    }
    const problem = this.#codeProblem;
    const leave = () => {
      if (!isPaying) this.#context.onLeave();
    };
    return codeTemplate(
      { tools: this.#context.templateTools, messages: language.messages, texts, isPaying, disabled },
      {
        state,
        error: problem && texts[problem],
        isAnnouncing: this.#isAnnouncing,
        canChange: canFetchIntent(state.config),
        hasOtherWay: hasOtherWay || !canFetchIntent(state.config),
        onInput: () => {
          if (!this.#codeProblem) return;
          this.#codeProblem = undefined;
          this.#context.onChange();
        },
        onConfirm: (event) => {
          event.preventDefault();
          if (!isPaying && !disabled) this.#confirm();
        },
        onChangeNumber: leave,
        onAnotherWay: () => {
          onAnotherWay();
          leave();
        },
      },
    );
  }

  /** The form's messages, with those of STC Pay about a number that was refused and a payment that has failed. */
  adaptMessages(language: Language, state: CheckoutState): FormMessages {
    const { messages } = language;
    if (state.phase === 'ready' && state.error?.field === 'mobile')
      return { ...messages, errors: { ...messages.errors, card: this.#getTexts(language).mobileInvalid } };
    const payment = state.phase === 'failed' ? state.outcome.payment : undefined;
    if (payment?.source?.['type'] !== 'stcpay') return messages;
    const texts = this.#getTexts(language);
    const { message } = payment.source;
    const declined =
      message === 'Invalid OTP'
        ? texts.wrongCode
        : message?.includes('number is not registered')
          ? texts.notRegistered
          : messages.declines.declined;
    return { ...messages, declines: { ...messages.declines, declined }, tryAgain: texts.again };
  }

  #confirm(): void {
    const input = this.#find('code');
    const text = input?.value ?? '';
    this.#codeProblem =
      text.trim() === '' ? 'codeEmpty' : parseCode(text) === undefined ? 'codeInvalid' : undefined;
    this.#isConfirming = !this.#codeProblem;
    if (this.#isConfirming) this.#context.onConfirm();
    else this.#focus(input);
    this.#context.onChange();
  }

  /** Focuses an input, whose message is read with the focus unless the focus is there already. */
  #focus(input: HTMLInputElement | undefined): void {
    this.#isAnnouncing = input === this.#context.host.shadowRoot?.activeElement;
    input?.focus();
  }

  #find(id: string): HTMLInputElement | undefined {
    return this.#context.host.shadowRoot?.querySelector<HTMLInputElement>(`#${id}`) ?? undefined;
  }

  #getTexts({ tag, allMessages }: Language): StcPayMessages {
    return completeMessages({ en, ar }, tag, allMessages.stcPay);
  }
}
