import type { ReactiveElement } from '@lit/reactive-element';
import { gapsOf, guessBrand } from '../card/brand.js';
import { checkDraft, fieldNames, type CheckedDraft, type Draft, type FieldName } from '../card/card.js';
import type { Card, DraftRules } from '../card/card.js';
import { byField } from '../card/fields.js';
import { toDigits } from '../card/digits.js';
import { shapeInput, type ShapedInput } from './typing/shaped-input.js';
import { expiryFormat, numberFormat, securityCodeFormat } from './typing/format.js';
import type { PayChangeDetail } from '../browser/events/change.js';
import { afterPress } from '../browser/after-press.js';

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
  readonly complaints: Partial<Record<FieldName, FieldError | undefined>> = {};
  checked: Checked;
  readonly #host: ReactiveElement;
  readonly #rules: () => FieldRules;
  readonly #changed: (detail: PayChangeDetail) => void;
  readonly #judgedAnew: () => void;
  readonly #inputs = new Map<FieldName, HTMLInputElement>();
  readonly #shaped = new Map<FieldName, ShapedInput>();
  /** The list of mada prefixes that this number is judged by. */
  #mada: DraftRules['mada'];
  #judged = '';
  #told = '';

  /**
   * @param host The inputs are in its shadow root.
   * @param changed The payer is further than before, or less far.
   * @param judgedAnew The verdict on some field is another one.
   */
  constructor(
    host: ReactiveElement,
    rules: () => FieldRules,
    changed: (detail: PayChangeDetail) => void,
    judgedAnew: () => void,
  ) {
    this.#host = host;
    this.#rules = rules;
    this.#changed = changed;
    this.#judgedAnew = judgedAnew;
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
        const { accepted, mada } = this.#rulesNow();
        return gapsOf(guessBrand(digits, accepted, mada).brand);
      }),
    );
    this.#bind('expiry', expiryFormat);
    this.#bind('cvc', securityCodeFormat);
    // The payer, or the browser, was faster than the script.
    if (Object.values(this.draft()).some(Boolean)) this.recheck();
  }

  /**
   * The list of mada prefixes that counted before the first digit counts until the number is empty again. A script of
   * the page that changes the list between two digits could read them from what the form tells of the brand.
   */
  #rulesNow(): FieldRules {
    const rules = this.#rules();
    if (toDigits(this.input('number')?.value ?? '') === '') this.#mada = rules.mada;
    return { ...rules, mada: this.#mada };
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
    return byField((field) => this.input(field)?.value ?? '');
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
  get firstComplaint(): FieldName | undefined {
    return fieldNames.find((field) => this.complaints[field]);
  }

  /**
   * Looks at the inputs again, and answers the card when they make one. Call it after anything that may change what
   * they hold, or by what it is judged. Most key strokes change neither the judgement nor what is shown, and cost no
   * render.
   */
  recheck(): Card | undefined {
    const rules = this.#rulesNow();
    const { card, ...checked } = checkDraft(this.draft(), rules);
    this.checked = checked;
    const judged = JSON.stringify([checked, this.brandIsSettled, rules.method]);
    if (judged !== this.#judged) {
      this.#judged = judged;
      this.#judge(card !== undefined, rules.method);
    }
    return card;
  }

  #judge(complete: boolean, method: PayChangeDetail['method']): void {
    const { brand, networks, fields } = this.checked;
    for (const field of fieldNames) {
      const said = this.complaints[field];
      if (said && 'code' in said) this.#sayProblem(field);
    }
    this.#judgedAnew();
    const detail: PayChangeDetail = {
      method,
      complete: complete || method === 'saved',
      empty: fieldNames.every((field) => fields[field].status === 'empty'),
      brand,
      networks,
      fields: byField((field) => fields[field].status),
    };
    const now = JSON.stringify(detail);
    if (now !== this.#told) {
      const first = this.#told === '' && detail.empty && method === 'card';
      this.#told = now;
      if (!first) this.#changed(detail);
    }
    this.#host.requestUpdate();
  }

  /** The payer typed, pasted or autofilled. */
  onInput(target: EventTarget | null): void {
    const field = this.#fieldOf(target);
    if (!field) return;
    const said = this.complaints[field];
    if (said && 'words' in said) this.#complain(field, undefined);
    this.recheck();
    if (this.checked.fields[field].status === 'empty') this.#complain(field, undefined);
  }

  /**
   * The payer left a field: what is wrong is said, but an empty field is not wrong yet. A press on the button leaves a
   * field too: a message that pushed the button away would make the press miss it.
   */
  onBlur(target: EventTarget | null): void {
    const field = this.#fieldOf(target);
    if (!field) return;
    afterPress(() => {
      const { status } = this.checked.fields[field];
      if (status !== 'empty' && !this.complaints[field]) this.#sayProblem(field);
    });
  }

  /** Shows and answers everything that is wrong. */
  complainAll(): { readonly field: FieldName; readonly code: string }[] {
    this.recheck();
    return fieldNames.flatMap((field) => {
      const { problem } = this.checked.fields[field];
      if (!problem) return [];
      this.#sayProblem(field);
      return [{ field, code: problem }];
    });
  }

  /** Shows the messages of the service. */
  complain(errors: Readonly<Record<string, readonly string[]>>): void {
    for (const field of fieldNames) {
      const words = errors[field]?.join(' ').slice(0, 200);
      if (words) this.#complain(field, { words });
    }
  }

  clear(what: 'security-code' | 'card' | 'all'): void {
    const gone: readonly FieldName[] =
      what === 'all' ? fieldNames : what === 'card' ? ['number', 'cvc'] : ['cvc'];
    for (const field of gone) {
      this.#shaped.get(field)?.set('');
      const input = this.input(field);
      if (input) input.value = '';
      this.#complain(field, undefined);
    }
    if (this.#inputs.size > 0) this.recheck();
  }

  /** Says what is wrong with a field, or nothing where nothing is. */
  #sayProblem(field: FieldName): void {
    const { problem } = this.checked.fields[field];
    this.#complain(field, problem && { code: problem });
  }

  #complain(field: FieldName, complaint: FieldError | undefined): void {
    if (!complaint && !this.complaints[field]) return;
    this.complaints[field] = complaint;
    this.#host.requestUpdate();
  }
}
