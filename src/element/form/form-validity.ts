import type { ReactiveElement } from '@lit/reactive-element';
import type { FormControl, FormStatus } from '../browser/form-control.js';
import type { FieldName } from '../card/card.js';
import type { CheckoutMachine } from '../checkout/checkout-machine.js';
import { isPaidOrAuthorized } from '../checkout/purchase.js';
import type { Language } from '../i18n/language.js';
import type { FieldSet } from './field-set.js';
import type { MethodChoice } from './method-choice.js';
import { getProblemText } from './template.js';

interface ValidityParts {
  readonly host: ReactiveElement;
  readonly control: FormControl;
  readonly language: Language;
  readonly checkout: CheckoutMachine;
  readonly fields: FieldSet;
  /** Undefined until `pay-methods.js` has loaded. */
  readonly getChoice: () => MethodChoice | undefined;
  /** What the notice says of the payment. */
  readonly getStateText: () => string;
}

/** Whether the form can be sent, what is wrong with the form, and where the payer continues. */
export class FormValidity {
  readonly #form: ValidityParts;

  constructor(form: ValidityParts) {
    this.#form = form;
  }

  check(): boolean {
    const { fields, control } = this.#form;
    fields.validate();
    this.sync();
    return this.problem.kind === 'none' || (control.checkValidity() ?? false);
  }

  /** Checks as `check()` does, and shows what is wrong. */
  report(): boolean {
    if (this.check()) return true;
    if (!this.#form.checkout.canSubmit) return false;
    const choice = this.#form.getChoice();
    if (choice?.stcProblem) {
      choice.showProblem();
      return false;
    }
    const isValid = this.showErrorsAndFocus().length === 0;
    this.sync();
    return isValid;
  }

  showErrorsAndFocus(): ReturnType<FieldSet['showErrors']> {
    const invalidFields = this.#form.fields.showErrors();
    this.focusOn(invalidFields[0]?.field);
    return invalidFields;
  }

  focusOn(field: FieldName | undefined): void {
    const { fields, host } = this.#form;
    const input = fields.getInput(field);
    fields.isFocusKept = input !== undefined && input === host.shadowRoot?.activeElement;
    input?.focus();
  }

  /** The first invalid field, else the button; the notice or the code while the form is hidden. */
  get focusTarget(): HTMLElement | undefined {
    const { host, fields, getChoice } = this.#form;
    const root = host.shadowRoot;
    const target = root?.querySelector('form')?.hidden
      ? root.querySelector<HTMLElement>('.notice.said, #code')
      : (getChoice()?.mobileInput ??
        fields.getInput(this.#firstInvalidField) ??
        root?.querySelector('button'));
    return target ?? undefined;
  }

  /** The first invalid field of the card; while the payer pays by something else, none matters. */
  get #firstInvalidField(): FieldName | undefined {
    const choice = this.#form.getChoice();
    return choice?.method || choice?.hasFields === false ? undefined : this.#form.fields.firstInvalid;
  }

  get problem(): FormStatus['problem'] {
    const { checkout, fields, language, getChoice, getStateText } = this.#form;
    const { state, canSubmit } = checkout;
    if (isPaidOrAuthorized(state.phase)) return { kind: 'none', message: '' };
    if (!canSubmit) return { kind: 'customError', message: getStateText() };
    const choice = getChoice();
    if (choice?.stcProblem)
      return {
        kind: choice.stcProblem === 'mobileEmpty' ? 'valueMissing' : 'badInput',
        message: choice.getProblemText(language) ?? '',
      };
    const field = this.#firstInvalidField;
    if (!field) {
      const isPaidElsewhere = state.phase === 'ready' && state.inOtherTab;
      return { kind: 'none', message: isPaidElsewhere ? getStateText() : language.messages.payFirst };
    }
    const { status, problem = '' } = fields.validity.fields[field];
    const message = getProblemText(language.messages, field, problem);
    return { kind: status === 'empty' ? 'valueMissing' : 'badInput', message };
  }

  /** Tells the surrounding form at once: a listener may match `:state()`, or send the form around the element. */
  sync(): void {
    const { checkout, control } = this.#form;
    const { state } = checkout;
    const paymentId = 'outcome' in state ? state.outcome.paymentId : undefined;
    control.update({ phase: state.phase, problem: this.problem }, paymentId, this.focusTarget);
  }
}
