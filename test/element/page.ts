import { aTimeout, fixture, html, oneEvent } from '@open-wc/testing-helpers';
import type { FieldName } from '../../src/element/card/card.js';
import { PayCheckout } from '../../src/entries/element.js';
import { baseUrl, publishableKey } from './sandbox.js';

PayCheckout.define();

// What an earlier test has paid is remembered by every element of the origin.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** A page model: the form as a payer sees it. */
export class Form {
  constructor(readonly element: PayCheckout) {}

  input(field: FieldName): HTMLInputElement {
    const autocomplete = { number: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc', name: 'cc-name' }[field];
    return this.#find<HTMLInputElement>(`input[autocomplete="${autocomplete}"]`);
  }

  get button(): HTMLButtonElement {
    return this.#find('[part~="button"]');
  }

  message(field: FieldName): string {
    const id = this.input(field).getAttribute('aria-describedby') ?? '';
    return this.#find(`#${id}`).textContent.trim();
  }

  get notice(): string {
    return this.#find('[part~="notice"]').textContent.trim();
  }

  /** Types as an input method does: the whole text at once. */
  async type(field: FieldName, text: string): Promise<void> {
    const input = this.input(field);
    input.focus();
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await this.element.updateComplete;
  }

  async leave(field: FieldName): Promise<void> {
    this.input(field).focus();
    this.input(field).blur();
    // A field complains in a task of its own, when it is known that nothing is being pressed.
    await aTimeout(0);
    await this.element.updateComplete;
  }

  async fill(number: string, over: Partial<Record<FieldName, string>> = {}): Promise<void> {
    const texts = { number, expiry: '12/30', cvc: '123', name: 'Sara Ali', ...over };
    for (const [field, text] of Object.entries(texts)) await this.type(field as FieldName, text);
  }

  visible(field: FieldName): boolean {
    return this.input(field).checkVisibility({ visibilityProperty: true });
  }

  #find<E extends HTMLElement>(selector: string): E {
    const found = this.element.shadowRoot?.querySelector<E>(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  }
}

/** An element with what every page sets; more, or other values, by property name. */
export async function checkout(properties: Partial<PayCheckout> = {}): Promise<Form> {
  const element = await fixture<PayCheckout>(html`<pay-checkout></pay-checkout>`);
  // No test follows a redirect or a callback: the runner's page would be gone.
  element.addEventListener('pay-redirect', (event) => event.preventDefault());
  element.addEventListener('pay-outcome', (event) => event.preventDefault());
  Object.assign(element, { baseUrl, publishableKey, amount: 10_000, currency: 'SAR', ...properties });
  await element.updateComplete;
  return new Form(element);
}

/** The next event of a type, with its detail typed. */
export const next = <K extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  type: K,
): Promise<HTMLElementEventMap[K]> => oneEvent(element, type) as Promise<HTMLElementEventMap[K]>;

/** Until what an element shows is as it should be; every change of it is looked at. */
export function shown({ shadowRoot }: Element, holds: () => unknown): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    if (shadowRoot)
      observer.observe(shadowRoot, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
  });
}

/** The timers of these lengths that run, until `restore()`. */
export function watchTimers(...lengths: readonly number[]) {
  const { setTimeout: after, clearTimeout: cancel } = globalThis;
  const timers = new Map<unknown, () => void>();
  const timed = (callback: () => void, milliseconds: number) => {
    const timer = after(callback, milliseconds);
    if (lengths.includes(milliseconds)) timers.set(timer, callback);
    return timer;
  };
  Object.assign(globalThis, {
    setTimeout: timed,
    clearTimeout: (timer: number) => {
      timers.delete(timer);
      cancel(timer);
    },
  });
  const restore = () => Object.assign(globalThis, { setTimeout: after, clearTimeout: cancel });
  return { timers, restore };
}
