import type { ReactiveElement } from '@lit/reactive-element';
import { getGaps, guessNetworks } from '../card/networks.js';
import { checkDraft, fieldNames, type CheckedDraft, type Draft, type FieldName } from '../card/card.js';
import type { Card, DraftRules } from '../card/card.js';
import { mapFields } from '../card/fields.js';
import { toDigits } from '../card/digits.js';
import { keepInside } from './typing/keep-inside.js';
import { keepFormatted, type FormattedInput } from './typing/formatted-input.js';
import { formatExpiryEdit, createNumberFormat, formatSecurityCode } from './typing/format.js';
import type { PayChangeDetail } from '../browser/events.js';
import { runAfterPress } from '../browser/window.js';

/** An error at a field: a problem by its code, or the service's message. */
type FieldError = { readonly code: string } | { readonly message: string };

/** The field has refused letters or signs, and its text is as it was. */
const onlyDigits: FieldError = { code: 'only_digits' };

/** How the inputs are validated, and whether the payer pays by the card in the inputs. */
export interface FieldRules extends DraftRules {
  readonly method: PayChangeDetail['method'];
  /** Whether another method than the card in the inputs can be paid by. */
  readonly isMethodComplete: boolean;
  /** Whether another time than the device's confirms the device's clock, or has replaced it. */
  readonly isClockSure: boolean;
}

/** The validity of the inputs, without their texts. */
type Validity = Omit<CheckedDraft, 'card'>;

/**
 * The four inputs. Their texts are read when they are needed. Between two key strokes only the validity and the errors are
 * kept here; each formatted input keeps its own text and an undo history until the card is cleared.
 */
export class FieldSet {
  readonly errors: Partial<Record<FieldName, FieldError | undefined>> = {};
  validity: Validity;
  /**
   * Whether the messages at the fields are announced as they appear. Not after a press: the focus moves to the first field,
   * whose message is read with it.
   */
  isAnnouncingErrors = true;
  /** Whether the focus was in the first field already, so that the field's message was not read with it. */
  isFocusKept = false;
  readonly #host: ReactiveElement;
  readonly #getFormRules: () => FieldRules;
  readonly #onChange: (detail: PayChangeDetail) => void;
  readonly #onValidityChange: () => void;
  readonly #inputs = new Map<FieldName, HTMLInputElement>();
  readonly #formattedInputs = new Map<FieldName, FormattedInput>();
  /** The list of mada prefixes that the current number is validated by. */
  #madaPrefixes: DraftRules['madaPrefixes'];
  /** The text of the input that has last refused letters or signs. */
  #refusedText = '';
  /** The date that was refused at a press because of the device's clock, which may be wrong. */
  #refusedExpiry: string | undefined;
  /** The same date at the next press: the payer insists, and the service decides. */
  #insistedExpiry: string | undefined;
  #lastValidity = '';
  #lastDetail = '';

  /**
   * @param host The inputs are in its shadow root.
   * @param onChange Called when the detail of `pay-change` has changed.
   * @param onValidityChange Called when the validity of a field has changed.
   */
  constructor(
    host: ReactiveElement,
    getRules: () => FieldRules,
    onChange: (detail: PayChangeDetail) => void,
    onValidityChange: () => void,
  ) {
    this.#host = host;
    this.#getFormRules = getRules;
    this.#onChange = onChange;
    this.#onValidityChange = onValidityChange;
    this.validity = checkDraft(this.readDraft(), this.#getRules());
  }

  /** Finds the inputs after the first render. */
  connectInputs(): void {
    const { shadowRoot } = this.#host;
    if (this.#inputs.size > 0 || !shadowRoot) return;
    keepInside(shadowRoot);
    for (const field of fieldNames) {
      const input = shadowRoot.querySelector<HTMLInputElement>(`#${field}`);
      if (input) this.#inputs.set(field, input);
    }
    this.#formatInput(
      'number',
      createNumberFormat((digits) => {
        const { acceptedNetworks, madaPrefixes } = this.#getRules();
        return getGaps(guessNetworks(digits, acceptedNetworks, madaPrefixes).network);
      }),
    );
    this.#formatInput('expiry', formatExpiryEdit);
    this.#formatInput('cvc', formatSecurityCode);
    // The payer, or the browser's autofill, was faster than the script.
    if (Object.values(this.readDraft()).some(Boolean)) this.validate();
  }

  /**
   * The list of mada prefixes that was set before the first digit applies until the number is empty again. Otherwise a
   * script of the page could change the list between two digits and read the digits from the brand in `pay-change`.
   */
  #getRules(): FieldRules {
    const rules = this.#getFormRules();
    if (toDigits(this.getInput('number')?.value ?? '') === '') this.#madaPrefixes = rules.madaPrefixes;
    const isInsisted = this.getInput('expiry')?.value === this.#insistedExpiry;
    return {
      ...rules,
      madaPrefixes: this.#madaPrefixes,
      today: isInsisted && !rules.isClockSure ? undefined : rules.today,
    };
  }

  #formatInput(field: FieldName, format: Parameters<typeof keepFormatted>[1]): void {
    const input = this.getInput(field);
    if (!input) return;
    const onRefused = () => {
      this.isAnnouncingErrors = true;
      this.#refusedText = input.value;
      this.#showError(field, onlyDigits);
    };
    this.#formattedInputs.set(field, keepFormatted(input, format, onRefused));
  }

  getInput(field: FieldName | undefined): HTMLInputElement | undefined {
    return field && this.#inputs.get(field);
  }

  #findField(target: EventTarget | null): FieldName | undefined {
    return fieldNames.find((field) => target !== null && this.getInput(field) === target);
  }

  readDraft(): Draft {
    return mapFields((field) => this.getInput(field)?.value ?? '');
  }

  /** Whether an input has the focus or a value. */
  get isUsed(): boolean {
    // By a query, because the inputs of a server-rendered form are not connected before the first render.
    const inputs = [...(this.#host.shadowRoot?.querySelectorAll<HTMLInputElement>('.field input') ?? [])];
    return inputs.some((input) => input.value !== '' || input === this.#host.shadowRoot?.activeElement);
  }

  /** Whether more digits cannot change the brand any more: eight digits tell mada from its co-badge. */
  get isNetworkSettled(): boolean {
    return toDigits(this.getInput('number')?.value ?? '').length >= 8;
  }

  get firstInvalid(): FieldName | undefined {
    return fieldNames.find((field) => this.validity.fields[field].status !== 'valid');
  }

  get firstWithError(): FieldName | undefined {
    return fieldNames.find((field) => this.errors[field]);
  }

  /**
   * Validates the inputs, and returns the card when all are valid. Call it after anything that may change the inputs or
   * the rules. Most key strokes change no validity, and cost no render.
   */
  validate(): Card | undefined {
    const rules = this.#getRules();
    const { card, ...validity } = checkDraft(this.readDraft(), rules);
    this.validity = validity;
    const serialized = JSON.stringify([
      validity,
      this.isNetworkSettled,
      rules.method,
      rules.isMethodComplete,
    ]);
    if (serialized !== this.#lastValidity) {
      this.#lastValidity = serialized;
      this.#applyValidity(
        rules.method === 'card' ? card !== undefined : rules.isMethodComplete,
        rules.method,
      );
    }
    return card;
  }

  #applyValidity(isComplete: boolean, method: PayChangeDetail['method']): void {
    const { network: brand, networks, fields } = this.validity;
    for (const field of fieldNames) {
      const error = this.errors[field];
      if (error && 'code' in error) this.#showProblem(field);
    }
    this.#onValidityChange();
    const detail: PayChangeDetail = {
      method,
      complete: isComplete,
      empty: fieldNames.every((field) => fields[field].status === 'empty'),
      brand,
      networks,
      fields: mapFields((field) => fields[field].status),
    };
    const serialized = JSON.stringify(detail);
    if (serialized !== this.#lastDetail) {
      const isInitial = this.#lastDetail === '' && detail.empty && method === 'card';
      this.#lastDetail = serialized;
      if (!isInitial) this.#onChange(detail);
    }
    this.#host.requestUpdate();
  }

  /** The payer typed, pasted or autofilled. */
  onInput(target: EventTarget | null): void {
    const field = this.#findField(target);
    if (!field) return;
    this.isAnnouncingErrors = true;
    const error = this.errors[field];
    if (error === onlyDigits && this.getInput(field)?.value === this.#refusedText) return;
    if (error === onlyDigits || (error && 'message' in error)) this.#showError(field, undefined);
    this.validate();
    if (this.validity.fields[field].status === 'empty') this.#showError(field, undefined);
  }

  /**
   * The payer left a field: shows the field's error, except for an empty field. Waits for a press on the button to end,
   * because an error that moved the button would make the press miss.
   */
  onBlur(target: EventTarget | null): void {
    const field = this.#findField(target);
    if (!field) return;
    runAfterPress(this.#host.ownerDocument, () => {
      // A payer who looks something up in another window has not left the field.
      if (this.getInput(field) === this.#host.shadowRoot?.activeElement) return;
      // Some tools fill in a field without an event.
      this.validate();
      const { status } = this.validity.fields[field];
      const error = this.errors[field];
      if (status === 'empty' || (error && error !== onlyDigits)) return;
      this.isAnnouncingErrors = true;
      this.#showProblem(field);
    });
  }

  /** Shows the problem of every invalid field, and returns the problems. */
  showErrors(): { readonly field: FieldName; readonly code: string }[] {
    this.isAnnouncingErrors = false;
    const { value } = this.getInput('expiry') ?? {};
    if (value === this.#refusedExpiry) this.#insistedExpiry = value;
    this.validate();
    const { problem: expiryProblem } = this.validity.fields.expiry;
    if (expiryProblem === 'past' || expiryProblem === 'too_far')
      // Once the payer can see the error.
      void this.#host.updateComplete.then(() => (this.#refusedExpiry = value));
    return fieldNames.flatMap((field) => {
      const { problem } = this.validity.fields[field];
      if (!problem) return [];
      this.#showProblem(field);
      return [{ field, code: problem }];
    });
  }

  /** Shows the service's messages at their fields. */
  showServiceErrors(errors: Readonly<Record<string, readonly string[]>>): void {
    for (const field of fieldNames) {
      const message = errors[field]?.join(' ').slice(0, 200);
      if (message) this.#showError(field, { message });
    }
  }

  clear(what: 'security-code' | 'card' | 'all'): void {
    const fields: readonly FieldName[] =
      what === 'all' ? fieldNames : what === 'card' ? ['number', 'cvc'] : ['cvc'];
    for (const field of fields) {
      this.#formattedInputs.get(field)?.set('');
      const input = this.getInput(field);
      if (input) input.value = '';
      this.#showError(field, undefined);
    }
    if (this.#inputs.size > 0) this.validate();
  }

  /** Shows a field's problem, or removes the error of a valid field. */
  #showProblem(field: FieldName): void {
    const { problem } = this.validity.fields[field];
    this.#showError(field, problem && { code: problem });
  }

  #showError(field: FieldName, error: FieldError | undefined): void {
    if (!error && !this.errors[field]) return;
    this.errors[field] = error;
    this.#host.requestUpdate();
  }
}

const dayMs = 24 * 60 * 60_000;

/**
 * The month by which an expiry date is checked: a day of grace, because the month may go on where the card's issuer is. A
 * clock that the intent's own time contradicts is not used: an intent is shown before it expires, and is not kept for a year.
 */
export function readClock(
  now: number,
  intentExpiresAt: number | undefined,
): Pick<FieldRules, 'today' | 'isClockSure'> {
  const yesterday = new Date(now - dayMs);
  const today = { year: yesterday.getFullYear(), month: yesterday.getMonth() + 1 };
  if (intentExpiresAt === undefined) return { today, isClockSure: false };
  const isRight = now < intentExpiresAt && intentExpiresAt - now < 366 * dayMs;
  return { today: isRight ? today : undefined, isClockSure: true };
}
