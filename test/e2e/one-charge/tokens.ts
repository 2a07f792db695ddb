import { expect, type BrowserContext, type Frame, type Page } from '@playwright/test';
import { answerBank } from '../../../src/testing/answer-bank.js';
import { readFrames } from '../frames.js';
import type { Order } from './shop.js';
import type { World } from './world.js';

/** What a page hands to `submit()` to pay by a card that the payer has kept. */
export const byToken = (token: string) => ({ type: 'token', token });

/** Cards that payers have kept at the service, and all places where their tokens could come to light. */
export class Tokens {
  /** All that a page was told. */
  readonly seen: string[] = [];

  constructor(private readonly world: World) {}

  /** The token of a card that the payer has kept before. */
  async keep(number: string): Promise<string> {
    const card = { type: 'creditcard', name: 'Sara Ali', number, month: '12', year: '2030', cvc: '123' };
    const { source } = await this.world.merchant.call<{
      source: { token: string; transaction_url?: string | null };
    }>('/payments', {
      amount: 10_000,
      currency: 'SAR',
      callback_url: `${this.world.shop.url}/back`,
      source: { ...card, save_card: true },
    });
    if (source.transaction_url) await answerBank(fetch, source.transaction_url, 'authenticated');
    return source.token;
  }

  /** Before the page is opened. */
  async watch(page: Page): Promise<void> {
    page.on('console', (message) => this.seen.push(message.text()));
    page.on('request', (request) => this.seen.push(request.url()));
    await page.exposeBinding('record', (_source, text: string) => void this.seen.push(text));
    await page.addInitScript(recordEvents);
  }

  /** At most one charge, nothing untrue, and no token anywhere: neither those that pay, nor those of the answers. */
  async expectOnce(order: Order, context: BrowserContext, ...tokens: readonly string[]): Promise<void> {
    const { world, seen } = this;
    await world.approveOpen(order);
    expect(await world.charges(order)).toBeLessThanOrEqual(1);
    expect(await world.untruths(order)).toEqual([]);
    const made = (await world.payments(order)) as unknown as { source: { token: string | null } }[];
    const all = [...seen, ...(await readFrames(context.pages(), keptIn))].join('\n');
    // Without `save_card` a payment has none.
    const answered = made.map(({ source }) => source.token).filter((token) => token !== null);
    for (const token of [...tokens, ...answered]) expect(all).not.toContain(token);
  }
}

/** Runs in the page: records what the events carry. */
function recordEvents(): void {
  const { record } = window as unknown as { record(text: string): void };
  for (const type of ['change', 'invalid', 'attempt', 'redirect', 'outcome', 'error', 'ready']) {
    addEventListener(`pay-${type}`, (event) => {
      const { detail } = event as CustomEvent<{ error?: Error } | null>;
      const error = detail?.error;
      const inError = error && [error.message, error.stack, { ...error }, String(error.cause)];
      record(JSON.stringify([type, detail, inError]));
    });
  }
}

/** All that is kept or shown in a document. */
export const keptIn = (frame: Frame): Promise<string> =>
  frame.evaluate(() => {
    const stored = (kind: 'sessionStorage' | 'localStorage') => {
      try {
        return JSON.stringify(window[kind]);
      } catch {
        return '';
      }
    };
    const root = document.querySelector('pay-checkout');
    return [
      stored('localStorage'),
      stored('sessionStorage'),
      document.cookie,
      JSON.stringify(history.state),
      location.href,
      root?.outerHTML,
      ...[...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot?.innerHTML ?? ''),
    ].join('\n');
  });
