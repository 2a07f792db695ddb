/** The names of the fields as events have them, by the `autocomplete` token that finds their inputs. */
const fields = { 'cc-number': 'number', 'cc-exp': 'expiry', 'cc-csc': 'cvc', 'cc-name': 'name' } as const;
type Token = keyof typeof fields;
const tokens = Object.keys(fields) as Token[];

export interface FieldProblem {
  readonly field: (typeof fields)[Token];
  readonly code: string;
}

/**
 * A form as the element has it: one open shadow root, one `<form>`, four inputs found by `autocomplete`, and the button
 * by its part. It has no rules for cards: a field with anything in it is valid.
 */
export class StandInForm {
  readonly #inputs: ReadonlyMap<Token, HTMLInputElement>;
  readonly #form: HTMLFormElement;

  constructor(host: HTMLElement, onChange: () => void, onSubmit: () => void) {
    const { ownerDocument: document } = host;
    const form = document.createElement('form');
    this.#form = form;
    form.setAttribute('part', 'form');
    this.#inputs = new Map(
      tokens.map((token) => {
        const input = document.createElement('input');
        input.setAttribute('autocomplete', token);
        input.setAttribute('part', 'input');
        return [token, input];
      }),
    );
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('part', 'button');
    button.textContent = 'Pay';
    form.append(...this.#inputs.values(), button);
    host.attachShadow({ mode: 'open' }).append(form);
    form.addEventListener('input', onChange);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      onSubmit();
    });
    button.addEventListener('click', onSubmit);
  }

  get problems(): readonly FieldProblem[] {
    return [...this.#inputs].flatMap(([token, { value }]) =>
      value.trim() === '' ? [{ field: fields[token], code: 'empty' }] : [],
    );
  }

  /** What `pay-change` tells: how far the payer is, and nothing of what was typed. */
  get change(): object {
    const { problems } = this;
    const empty = problems.map(({ field }) => field);
    const status = (field: FieldProblem['field']) => (empty.includes(field) ? 'empty' : 'valid');
    return {
      method: 'card',
      complete: empty.length === 0,
      empty: empty.length === tokens.length,
      brand: undefined,
      networks: [],
      fields: Object.fromEntries(Object.values(fields).map((field) => [field, status(field)])),
    };
  }

  set disabled(disabled: boolean) {
    for (const control of this.#form.elements) (control as HTMLInputElement).disabled = disabled;
  }

  reset(): void {
    for (const input of this.#inputs.values()) input.value = '';
  }

  /** After a decline the payer types the code anew. */
  clearCode(): void {
    const input = this.#inputs.get('cc-csc');
    if (input) input.value = '';
  }

  focus(): void {
    const [first] = [...this.#inputs.values()].filter(({ value }) => value === '');
    (first ?? this.#inputs.get('cc-number'))?.focus();
  }
}
