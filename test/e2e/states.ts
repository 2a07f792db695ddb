import { expect, type Page } from '@playwright/test';
import { Form } from './form.js';
import { attributesFor, inFrame, inPage, type Mode } from './modes.js';
import { openStorefront, type Running, type Storefront } from './servers.js';

/** What a payer can be looking at. */
type State = 'waiting' | 'ready' | 'paying';

/** A shop with the real sandbox behind it, that can bring its checkout into every state. */
export class Stage {
  private constructor(readonly shop: Storefront) {}

  static async open(sandbox: Running): Promise<Stage> {
    return new Stage(await openStorefront(sandbox, (url) => (url.pathname === '/' ? html(url) : undefined)));
  }

  close(): void {
    this.shop.close();
  }

  /** Opens the checkout as a payer first sees it, with attributes of the element in place of what a shop sets. */
  async visit(page: Page, attributes: Record<string, string> = {}, mode: Mode = inPage): Promise<Form> {
    const { url, service } = this.shop;
    const all = {
      ...attributesFor(mode, service),
      'client-secret': await this.shop.newSecret(),
      ...attributes,
    };
    await page.goto(`${url}/?${new URLSearchParams(all).toString()}`);
    return new Form(page, mode);
  }

  /** Brings it where it is said to be, and waits until it is there. */
  async enter(page: Page, state: State, mode: Mode = inPage): Promise<Form> {
    await this.shop.control('reset');
    switch (state) {
      case 'waiting': {
        // The element's patience with missing values must outlast the test.
        await page.addInitScript(() => {
          const { setTimeout } = window;
          const patient = (callback: () => void, ms?: number) => (ms === 3000 ? 0 : setTimeout(callback, ms));
          Object.assign(window, { setTimeout: patient });
        });
        return this.#settled(await this.visit(page, { 'client-secret': '' }, mode), state);
      }
      case 'ready':
        return this.#settled(await this.visit(page, {}, mode), state);
      case 'paying': {
        await this.shop.control('faults', { route: 'fulfil', fault: 'delay', times: 1, ms: 60_000 });
        const form = await this.visit(page, {}, mode);
        await form.fill('4111114005765430');
        await form.button.click();
        return this.#settled(form, state);
      }
      default:
        return state satisfies never;
    }
  }

  async #settled(form: Form, state: string): Promise<Form> {
    await expect.poll(() => form.state()).toBe(state);
    return form;
  }
}

const html = ({ searchParams }: URL) => {
  const attributes = [...searchParams].map(([name, value]) => `${name}="${value}"`).join(' ');
  const { script } = searchParams.has('frame-src') ? inFrame : inPage;
  return `<!doctype html><html lang="en">
    <meta name="viewport" content="width=device-width"><title>Checkout</title>
    <style>:root { color-scheme: light dark; } h1 { font-size: 20px; } body { margin: 16px; background: Canvas; color: CanvasText; }</style>
    <script type="module" src="/${script}"></script>
    <script>addEventListener('pay-outcome', (event) => event.preventDefault())</script>
    <main><h1>Checkout</h1>
    <pay-checkout ${attributes}></pay-checkout></main>`;
};
