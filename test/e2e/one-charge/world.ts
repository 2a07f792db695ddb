import { answerBank } from '../../../src/testing/answer-bank.js';
import type { BankAnswer } from '../../../src/testing/test-cards.js';
import type { BrowserContext, Page } from '@playwright/test';
import { merchant, startSandbox, type Merchant, type Running } from '../servers.js';
import { FlakyProxy, type RequestOutcome } from './proxy.js';
import { Shop, type Order } from './shop.js';

export const [atOnce, challenged, declined] = ['4111114005765430', '4201320111111010', '4242424242424242'];

/** A text that the element showed, and what was true at the service when the payer read it. */
interface ShownText {
  readonly order: string;
  readonly text: string;
  readonly payments: readonly Payment[];
  /** How many requests with a card had reached the network. */
  readonly sent: number;
}

export interface Payment {
  readonly id: string;
  readonly status: string;
  readonly description: string | null;
  readonly source: { readonly type: string; readonly transaction_url?: string | null };
}

/** The statuses in which a payer's money is taken or held. */
const isCharged = ({ status }: Payment): boolean => /^(paid|captured|authorized)$/.test(status);

const claims = {
  /** In the words of before and of now. */
  free: /nothing was (sent and nothing was )?charged|haven.t been charged|have not been charged/i,
  paid: /payment received|payment (approved|authorised)/i,
  declined: /declined|not completed/i,
};

/** A sandbox, an unreliable way to it, a merchant, and what payers are shown there. */
export class World {
  /** What the element has shown, in every page of every order. */
  readonly shownTexts: ShownText[] = [];
  /** The outcome, error and redirect events of each order: type, and status or code. */
  readonly events: { readonly order: string; readonly what: string }[] = [];
  /** All that the events of each order have carried. */
  readonly details: { readonly order: string; readonly detail: string }[] = [];
  #number = 0;
  /** When each order was made. */
  readonly #since = new Map<string, string>();
  readonly #pendingTexts: Promise<unknown>[] = [];

  private constructor(
    readonly sandbox: Running,
    readonly merchant: Merchant,
    readonly proxy: FlakyProxy,
    readonly shop: Shop,
  ) {}

  static async open(): Promise<World> {
    const sandbox = await startSandbox();
    const proxy = await FlakyProxy.open(sandbox.url);
    const shop = merchant(sandbox.url);
    return new World(sandbox, shop, proxy, await Shop.open(shop, proxy, sandbox.url));
  }

  async close(): Promise<void> {
    await this.shop.close();
    this.proxy.close();
    await this.sandbox.kill();
  }

  /** Takes back what a test did to all orders. */
  mend(): void {
    this.proxy.bankIsEmpty = false;
    this.shop.isDown = false;
  }

  /** A new order, with what becomes of the requests on its first intent. */
  order(requestOutcomes: readonly RequestOutcome[] = [], lag = 0, amount = 10_000): Order {
    const order: Order = { id: `order-${++this.#number}`, requestOutcomes, lag, amount };
    this.shop.orders.set(order.id, order);
    this.#since.set(order.id, new Date(Date.now() - 1_000).toISOString());
    return order;
  }

  async payments({ id }: Pick<Order, 'id'>): Promise<readonly Payment[]> {
    const found: Payment[] = [];
    // Not those of all orders before this one. The service's clock is never behind this process's.
    const after = encodeURIComponent(this.#since.get(id) ?? '2000-01-01');
    for (let page: number | null = 1; page !== null;) {
      const list: { payments: Payment[]; meta: { next_page: number | null } } = await this.merchant.call(
        `/payments?per=100&page=${page}&created[gt]=${after}`,
      );
      found.push(...list.payments.filter(({ description }) => description === id));
      page = list.meta.next_page;
    }
    return found;
  }

  /** How often the payer's money was taken for an order. */
  async charges(order: Pick<Order, 'id'>): Promise<number> {
    return (await this.payments(order)).filter(isCharged).length;
  }

  /** A payer who left the bank's page comes to think of it, and approves there after all. */
  approveOpen(order: Order): Promise<void> {
    return this.#answerOpen(order, 'authenticated');
  }

  /** The bank says no to what still waits there. */
  declineOpen(order: Order): Promise<void> {
    return this.#answerOpen(order, 'not-authenticated');
  }

  async #answerOpen(order: Order, word: BankAnswer): Promise<void> {
    for (const { status, source } of await this.payments(order)) {
      // Nothing but the page that has begun a payment by STC Pay knows where its code goes.
      if (status !== 'initiated' || !source.transaction_url || source.type === 'stcpay') continue;
      const answer = await answerBank(fetch, source.transaction_url, word);
      if (answer.status >= 400) throw new Error(`The bank answered ${answer.status}.`);
    }
  }

  /** How many requests with a card have left the browser for an order. */
  sentFor(order: Pick<Order, 'id'>): number {
    return this.sentSources(order).length;
  }

  /** What was to pay in each of them. */
  sentSources({ id }: Pick<Order, 'id'>): readonly { readonly token?: string }[] {
    return this.proxy.sent
      .filter(({ secret }) => this.shop.secrets.get(secret) === id)
      .map(({ body }) => (JSON.parse(body) as { source: { token?: string } }).source);
  }

  /** Records what the element shows and emits in every page of a browser, from before any script of theirs. */
  async listen(context: BrowserContext): Promise<void> {
    await context.exposeBinding('reportToWorld', ({ page }, kind: string, text: string) => {
      const order = orderOf(page);
      if (kind === 'event') this.events.push({ order, what: text });
      else if (kind === 'detail') this.details.push({ order, detail: text });
      else this.#pendingTexts.push(this.#recordText(order, text));
    });
    await context.addInitScript(observePage);
  }

  async #recordText(order: string, text: string): Promise<void> {
    const sent = this.sentFor({ id: order });
    this.shownTexts.push({ order, text, sent, payments: await this.payments({ id: order }) });
  }

  shownTextsOf = ({ id }: Order): readonly ShownText[] => this.shownTexts.filter(({ order }) => order === id);
  eventsOf = ({ id }: Order): readonly string[] =>
    this.events.filter(({ order }) => order === id).map(({ what }) => what);

  /** What a payer read that was not so, or that nobody could know. */
  async untruths(order: Order): Promise<readonly string[]> {
    await Promise.all(this.#pendingTexts);
    return this.shownTextsOf(order).flatMap(({ text, payments, sent }) => {
      const charged = payments.some(isCharged);
      const open = payments.some(({ status }) => status === 'initiated');
      const failed = payments.some(({ status }) => /failed|voided/.test(status));
      return [
        ...(claims.free.test(text) && charged ? [`It was paid: ${text}`] : []),
        ...(claims.free.test(text) && !charged && open ? [`The bank was still asking: ${text}`] : []),
        ...(claims.free.test(text) && sent > 0 && !failed && !charged && !open
          ? [`Nobody could know: ${text}`]
          : []),
        ...(claims.declined.test(text) && charged ? [`It went through: ${text}`] : []),
        ...(claims.paid.test(text) && !charged ? [`Nothing was paid: ${text}`] : []),
      ];
    });
  }
}

const orderOf = (page: Page | undefined): string =>
  page ? (new URL(page.url(), 'http://site').searchParams.get('order') ?? '') : '';

/** Runs in the page. An observer needs no timer, so a clock that a test holds still does not stop it. */
function observePage(): void {
  const { reportToWorld } = window as unknown as { reportToWorld(kind: string, text: string): void };
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (this: Element, options: ShadowRootInit) {
    const root = attachShadow.call(this, options);
    let last = '';
    const read = () => {
      const texts = [...root.querySelectorAll<HTMLElement>('[part~="notice"], [role="alert"]')]
        .filter((part) => part.checkVisibility())
        .map((part) => (part.innerText || '').trim());
      const text = [...new Set(texts)].filter(Boolean).join(' | ');
      if (text !== last && text) reportToWorld('text', text);
      last = text;
    };
    new MutationObserver(read).observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['hidden', 'class'],
    });
    return root;
  };
  if (window.parent !== window) return;
  for (const type of ['change', 'attempt', 'invalid'])
    addEventListener(`pay-${type}`, (event) =>
      reportToWorld('detail', JSON.stringify((event as CustomEvent).detail)),
    );
  for (const type of ['outcome', 'error', 'redirect', 'cancel']) {
    addEventListener(`pay-${type}`, (event) => {
      const { detail } = event as CustomEvent;
      const { outcome, error } = detail as {
        outcome?: { status: string };
        error?: Error & { code: string };
      };
      reportToWorld('detail', JSON.stringify([detail, error?.message, error?.stack, String(error?.cause)]));
      reportToWorld('event', `${type} ${outcome?.status ?? error?.code ?? ''}`.trim());
    });
  }
}
