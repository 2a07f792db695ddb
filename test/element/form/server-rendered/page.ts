import { fixtureCleanup } from '@open-wc/testing-helpers';
import { PayCheckout } from '../../../../src/entries/element.js';
import { renderForm, type FormOptions } from '../../../../src/entries/render-form.js';
import { baseUrl, publishableKey } from '../../sandbox.js';

// A custom element can be defined once only, so each page of these tests has a tag of its own.
let tags = 0;

const places: HTMLElement[] = [];
afterEach(() => {
  fixtureCleanup();
  for (const place of places.splice(0)) place.remove();
});

/** A page whose HTML has the form, before the script is there; `arrive` is the script. */
export class DeclaredPage {
  readonly tag = `first-form-${++tags}`;
  readonly place = document.createElement('div');

  /** @param change Makes other markup of it, as another release would. */
  constructor(
    options: Partial<FormOptions> = {},
    attributes = complete,
    inside = '',
    change = (markup: string) => markup,
  ) {
    document.body.append(this.place);
    places.push(this.place);
    const markup = change(renderForm({ lang: 'en', amount: 10_000, test: true, ...options }));
    parse(this.place, `<${this.tag} ${attributes}>${markup}${inside}</${this.tag}>`);
    // No test follows a callback: the runner's page would be gone.
    this.element.addEventListener('pay-outcome', (event) => event.preventDefault());
  }

  get element(): PayCheckout {
    return this.place.firstElementChild as PayCheckout;
  }

  get root(): ShadowRoot {
    return this.element.shadowRoot as ShadowRoot;
  }

  rootOf(element: PayCheckout): ShadowRoot {
    return element.shadowRoot as ShadowRoot;
  }

  input(autocomplete: string): HTMLInputElement {
    return this.root.querySelector(`input[autocomplete="${autocomplete}"]`) as HTMLInputElement;
  }

  get inputs(): HTMLInputElement[] {
    return ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'].map((kind) => this.input(kind));
  }

  get button(): HTMLButtonElement {
    return this.root.querySelector('form button') as HTMLButtonElement;
  }

  /** The script comes: the element is defined, and draws. */
  async arrive(): Promise<void> {
    PayCheckout.define(this.tag);
    await this.element.updateComplete;
  }
}

export const complete = `base-url="${baseUrl}" publishable-key="${publishableKey}" client-secret="pi_secret_1" amount="10000" currency="SAR"`;

/** As the browser's parser reads a page: templates become shadow roots. */
function parse(place: HTMLElement, html: string): void {
  const it = place as HTMLElement & { setHTMLUnsafe?(html: string): void };
  if (!it.setHTMLUnsafe) throw new Error('This browser is too old for this test.');
  it.setHTMLUnsafe(html);
}
