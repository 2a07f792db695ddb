import type { ReactiveElement } from '@lit/reactive-element';
import { getGaps, guessNetworks } from '../card/brand.js';
import { checkDraft, fieldNames, type CheckedDraft, type Draft, type FieldName } from '../card/card.js';
import type { Card, DraftRules } from '../card/card.js';
import { mapFields } from '../card/fields.js';
import { toDigits } from '../card/digits.js';
import { shapeInput, type ShapedInput } from './typing/shaped-input.js';
import { expiryFormat, numberFormat, securityCodeFormat } from './typing/format.js';
import type { PayChangeDetail } from '../browser/events/change.js';
import { runAfterPress } from '../browser/after-press.js';

/** What is said about a field: a problem by its code, or the service's own words. */
export type FieldError = { readonly code: string } | { readonly words: string };

/** How the inputs are judged, and whether they are what the payer pays by. */
export interface FieldRules extends DraftRules {
  readonly method: PayChangeDetail['method'];
}

/** The verdict on the inputs, without their texts. */
type Checked = Omit<CheckedDraft, 'card'>;

/**
 * The four inputs. Their texts are read when they are needed and kept nowhere else: between two key strokes only the
 * verdict and the messages are kept.
 */
export class FieldSet {
  readonly errors: Partial<Record<FieldName, FieldError | undefined>> = {};
  checked: Checked;
  readonly #host: ReactiveElement;
  readonly #rules: () => FieldRules;
  readonly #onChange: (detail: PayChangeDetail) => void;
  readonly #onVerdict: () => void;
  readonly #inputs = new Map<FieldName, HTMLInputElement>();
  readonly #shaped = new Map<FieldName, ShapedInput>();
  /** The list of mada prefixes that this number is judged by. */
  #mada: DraftRules['madaPrefixes'];
  #verdict = '';
  #lastDetail = '';

  /**
   * @param host The inputs are in its shadow root.
   * @param onChange The payer is further than before, or less far.
   * @param onVerdict The verdict on some field is another one.
   */
  constructor(
    host: ReactiveElement,
    rules: () => FieldRules,
    onChange: (detail: PayChangeDetail) => void,
    onVerdict: () => void,
  ) {
    this.#host = host;
    this.#rules = rules;
    this.#onChange = onChange;
    this.#onVerdict = onVerdict;
    this.checked = checkDraft(this.draft(), this.#rulesNow());
  }

  /** Finds the inputs once they are drawn. */
  bind(): void {
    if (this.#inputs.size > 0) return;
    for (const field of fieldNames) {
      const input = this.#host.shadowRoot?.querySelector<HTMLInputElement>(`#${field}`);
      if (input) this.#inputs.set(field, input);
    }
    this.#bind(
      'number',
      numberFormat((digits) => {
        const { acceptedNetworks: accepted, madaPrefixes: mada } = this.#rulesNow();
        return getGaps(guessNetworks(digits, accepted, mada).network);
      }),
    );
    this.#bind('expiry', expiryFormat);
    this.#bind('cvc', securityCodeFormat);
    // The payer, or the browser, was faster than the script.
    if (Object.values(this.draft()).some(Boolean)) this.validate();
  }

  /**
   * The list of mada prefixes that counted before the first digit counts until the number is empty again. A script of
   * the page that changes the list between two digits could read them from what the form tells of the brand.
   */
  #rulesNow(): FieldRules {
    const rules = this.#rules();
    if (toDigits(this.input('number')?.value ?? '') === '') this.#mada = rules.madaPrefixes;
    return { ...rules, madaPrefixes: this.#mada };
  }

  #bind(field: FieldName, format: Parameters<typeof shapeInput>[1]): void {
    const input = this.input(field);
    if (input) this.#shaped.set(field, shapeInput(input, format));
  }

  input(field: FieldName | undefined): HTMLInputElement | undefined {
    return field && this.#inputs.get(field);
  }

  #fieldOf(target: EventTarget | null): FieldName | undefined {
    return fieldNames.find((field) => target !== null && this.input(field) === target);
  }

  draft(): Draft {
    return mapFields((field) => this.input(field)?.value ?? '');
  }

  /** Whether the payer is in them, or has put something into them. */
  get areUsed(): boolean {
    // Also in a server-rendered form that is not drawn yet.
    const inputs = [...(this.#host.shadowRoot?.querySelectorAll<HTMLInputElement>('.field input') ?? [])];
    return inputs.some((input) => input.value !== '' || input === this.#host.shadowRoot?.activeElement);
  }

  /** Whether more digits can't change the brand any more: eight tell mada from its co-badge. */
  get brandIsSettled(): boolean {
    return toDigits(this.input('number')?.value ?? '').length >= 8;
  }

  /** The first field that is not valid. */
  get firstInvalid(): FieldName | undefined {
    return fieldNames.find((field) => this.checked.fields[field].status !== 'valid');
  }

  /** The first field that something is said about. */
  get firstWithError(): FieldName | undefined {
    return fieldNames.find((field) => this.errors[field]);
  }

  /**
   * Looks at the inputs again, and answers the card when they make one. Call it after anything that may change what
   * they hold, or by what it is judged. Most key strokes change neither the judgement nor what is shown, and cost no
   * render.
   */
  validate(): Card | undefined {
    const rules = this.#rulesNow();
    const { card, ...checked } = checkDraft(this.draft(), rules);
    this.checked = checked;
    const verdict = JSON.stringify([checked, this.brandIsSettled, rules.method]);
    if (verdict !== this.#verdict) {
      this.#verdict = verdict;
      this.#applyVerdict(card !== undefined, rules.method);
    }
    return card;
  }

  #applyVerdict(complete: boolean, method: PayChangeDetail['method']): void {
    const { network: brand, networks, fields } = this.checked;
    for (const field of fieldNames) {
      const error = this.errors[field];
      if (error && 'code' in error) this.#showProblem(field);
    }
    this.#onVerdict();
    const detail: PayChangeDetail = {
      method,
      complete: complete || method === 'saved',
      empty: fieldNames.every((field) => fields[field].status === 'empty'),
      brand,
      networks,
      fields: mapFields((field) => fields[field].status),
    };
    const now = JSON.stringify(detail);
    if (now !== this.#lastDetail) {
      const first = this.#lastDetail === '' && detail.empty && method === 'card';
      this.#lastDetail = now;
      if (!first) this.#onChange(detail);
    }
    this.#host.requestUpdate();
  }

  /** The payer typed, pasted or autofilled. */
  onInput(target: EventTarget | null): void {
    const field = this.#fieldOf(target);
    if (!field) return;
    const error = this.errors[field];
    if (error && 'words' in error) this.#showError(field, undefined);
    this.validate();
    if (this.checked.fields[field].status === 'empty') this.#showError(field, undefined);
  }

  /**
   * The payer left a field: what is wrong is said, but an empty field is not wrong yet. A press on the button leaves a
   * field too: a message that pushed the button away would make the press miss it.
   */
  onBlur(target: EventTarget | null): void {
    const field = this.#fieldOf(target);
    if (!field) return;
    runAfterPress(() => {
      const { status } = this.checked.fields[field];
      if (status !== 'empty' && !this.errors[field]) this.#showProblem(field);
    });
  }

  /** Shows and answers everything that is wrong. */
  showErrors(): { readonly field: FieldName; readonly code: string }[] {
    this.validate();
    return fieldNames.flatMap((field) => {
      const { problem } = this.checked.fields[field];
      if (!problem) return [];
      this.#showProblem(field);
      return [{ field, code: problem }];
    });
  }

  /** Shows the messages of the service. */
  showServiceErrors(errors: Readonly<Record<string, readonly string[]>>): void {
    for (const field of fieldNames) {
      const words = errors[field]?.join(' ').slice(0, 200);
      if (words) this.#showError(field, { words });
    }
  }

  clear(what: 'security-code' | 'card' | 'all'): void {
    const gone: readonly FieldName[] =
      what === 'all' ? fieldNames : what === 'card' ? ['number', 'cvc'] : ['cvc'];
    for (const field of gone) {
      this.#shaped.get(field)?.set('');
      const input = this.input(field);
      if (input) input.value = '';
      this.#showError(field, undefined);
    }
    if (this.#inputs.size > 0) this.validate();
  }

  /** Says what is wrong with a field, or nothing where nothing is. */
  #showProblem(field: FieldName): void {
    const { problem } = this.checked.fields[field];
    this.#showError(field, problem && { code: problem });
  }

  #showError(field: FieldName, error: FieldError | undefined): void {
    if (!error && !this.errors[field]) return;
    this.errors[field] = error;
    this.#host.requestUpdate();
  }
}
