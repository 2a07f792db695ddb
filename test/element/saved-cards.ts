import type { PayCheckout } from '../../src/entries/element.js';
import type { Form } from './page.js';

/** Cards as a merchant's server has stored them. */
export const visa = {
  token: 'token_visa',
  company: 'visa',
  number: '4111-11XX-XXXX-5430',
  month: 3,
  year: 2031,
};
export const mada = {
  token: 'token_mada',
  company: 'mada',
  number: '420132XXXXXX1010',
  month: '12',
  year: '30',
  name: 'Sara Ali',
};
export const expired = {
  ...visa,
  token: 'token_old',
  number: '4111-11XX-XXXX-0001',
  month: '01',
  year: '2024',
};

/** The saved cards of a form as a payer sees them. */
export class SavedCards {
  constructor(readonly form: Form) {}

  get group(): HTMLFieldSetElement | null {
    return this.#root.querySelector<HTMLFieldSetElement>('fieldset:not([hidden])');
  }

  get rows(): HTMLLabelElement[] {
    return [...(this.group?.querySelectorAll('label') ?? [])];
  }

  /** What each row says, without its marks. */
  get texts(): string[] {
    return this.rows.map((row) => row.textContent.replace(/\s+/g, ' ').trim());
  }

  radio(at: number): HTMLInputElement {
    return this.rows.at(at)?.querySelector('input') as HTMLInputElement;
  }

  /** Which row is chosen, counted from 0; the last one is another card. */
  get chosen(): number {
    return this.checked[0] ?? -1;
  }

  /** Every row whose radio is checked: one, however often the form is drawn. */
  get checked(): number[] {
    return this.rows.flatMap((_, at) => (this.radio(at).checked ? [at] : []));
  }

  get enabled(): boolean[] {
    return this.rows.map((_, at) => !this.radio(at).disabled);
  }

  async choose(at: number): Promise<void> {
    this.radio(at).click();
    await this.form.element.updateComplete;
  }

  /** Whether the fields are there to be typed into. */
  get fieldsShown(): boolean {
    return this.form.visible('number') && this.form.visible('name');
  }

  get box(): HTMLInputElement | null {
    return this.#root.querySelector<HTMLInputElement>('input[type="checkbox"]');
  }

  /** What is said about keeping the typed card. */
  get keeping(): string {
    const element = this.#root.querySelector<HTMLElement>('.keep');
    return element?.checkVisibility() ? element.textContent.trim() : '';
  }

  get #root(): ShadowRoot {
    return this.form.element.shadowRoot as ShadowRoot;
  }
}

export async function set(element: PayCheckout, properties: Partial<PayCheckout>): Promise<void> {
  Object.assign(element, properties);
  await element.updateComplete;
}
