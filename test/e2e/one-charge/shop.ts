import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attributesFor, inPage, type Mode } from '../modes.js';
import { releasedFile, type Merchant } from '../servers.js';
import { ProgramFront } from './program-front.js';
import type { RequestOutcome, FlakyProxy } from './proxy.js';

/** How a merchant lets the element pay. `client-secret` has a fresh one in every page that it serves. */
export const setUps = ['checkout-url', 'intent-url + status-url', 'intent-url', 'client-secret'] as const;
/** The last one is `checkout-url` too, at the server program. */
export type SetUp = (typeof setUps)[number] | 'server program';

export interface Order {
  readonly id: string;
  /** Handed out before, so that the outcomes of its requests are known before a page asks. */
  readonly requestOutcomes: readonly RequestOutcome[];
  /** Milliseconds by which the merchant learns of a payment too late. */
  readonly lag: number;
  /** The price, which a test may change. */
  amount: number;
}

/** What the merchant's endpoint of one order does in place of its work. */
type Trouble = 'hang' | { readonly status: number; readonly json: unknown };

export interface Offer {
  readonly setUp: SetUp;
  readonly mode?: Mode;
  readonly attributes?: Readonly<Record<string, string | undefined>>;
  /** How many elements the page has. */
  readonly copies?: number;
  /** A script that stands before the elements. */
  readonly script?: string;
  /** The page that the payer comes back to has `<pay-result>`. */
  readonly result?: boolean;
}

type Checkout = {
  fetch(request: Request): Promise<Response>;
  settle(paymentId: string): Promise<unknown>;
};
interface MerchantHalf {
  /** A new process with the same database. */
  restart(): Checkout;
}

/** What the merchant was told of a payment. */
export interface Told {
  readonly orderId: string;
  readonly paymentId: string;
  readonly verdict: string;
}

/** A merchant's site: a page for each order, and the endpoints of every set-up. */
export class Shop {
  url = '';
  readonly orders = new Map<string, Order>();
  /** Of which order each intent is, by its secret. */
  readonly secrets = new Map<string, string>();
  readonly troubles = new Map<string, Trouble>();
  /** What the merchant's half has told the merchant. */
  readonly told: Told[] = [];
  /** The endpoints answer 503 while this is so. */
  isDown = false;
  /** What was asked so far: `/quiet` is answered when all of it is. */
  readonly #begun: Promise<unknown>[] = [];
  readonly #offers = new Map<string, Offer>();
  #merchantHalf: MerchantHalf | undefined;
  #program: ProgramFront | undefined;
  #checkout: Checkout | undefined;
  readonly #server = createServer((incoming, response) => void this.#serve(incoming, response));

  private constructor(
    private readonly merchant: Merchant,
    private readonly proxy: FlakyProxy,
  ) {}

  static async open(merchant: Merchant, proxy: FlakyProxy, service: string): Promise<Shop> {
    const shop = new Shop(merchant, proxy);
    await new Promise<void>((listens) => shop.#server.listen(0, '127.0.0.1', listens));
    shop.url = `http://127.0.0.1:${(shop.#server.address() as AddressInfo).port}`;
    // Before the first page asks: a page whose clock is moved by the test would wait for the import in vain.
    const { openMerchantHalf } = await import('./merchant-half.js');
    shop.#merchantHalf = openMerchantHalf(shop, service, proxy);
    shop.#checkout = shop.#merchantHalf.restart();
    proxy.onIntent = ({ description, client_secret: secret }) => {
      const order = shop.orders.get(description);
      if (order) shop.#handOut(order, secret);
    };
    proxy.isHidden = ({ secret, at }) =>
      Date.now() - at < (shop.orders.get(shop.secrets.get(secret) ?? '')?.lag ?? 0);
    return shop;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#program?.close();
  }

  /** The server program starts when the first test needs it. */
  async openProgram(): Promise<ProgramFront> {
    return (this.#program ??= await ProgramFront.open(this.proxy.url, this.url));
  }

  /** The address of an order's checkout, and from now on what is there. */
  offer(order: Order, offer: Offer): string {
    this.#offers.set(order.id, offer);
    return `${this.url}/checkout?order=${order.id}`;
  }

  /** Where the server program shows the whole page of an order. */
  programPage({ id }: Order): string {
    if (!this.#program) throw new Error('The server program is not open.');
    return `${this.#program.addressOf(id, this.#backAddress(id))}?order=${id}`;
  }

  #backAddress = (id: string) => `${this.url}/back?order=${id}`;

  async restart(): Promise<void> {
    this.#checkout = this.#merchantHalf?.restart();
    await this.#program?.restart();
  }

  /** The merchant's half hears of a payment, as by the service's webhook. */
  async settle(paymentId: string): Promise<void> {
    await this.#checkout?.settle(paymentId);
  }

  async freshIntent(order: Order): Promise<{ id: string; client_secret: string }> {
    const { id, amount } = order;
    const intent = await this.merchant.createIntent({
      amount,
      description: id,
      callback_url: this.#backAddress(id),
    });
    this.#handOut(order, intent.client_secret);
    return intent;
  }

  /** The outcomes of an order's requests are those of its first intent. */
  #handOut({ id, requestOutcomes }: Order, secret: string): void {
    if (![...this.secrets.values()].includes(id))
      this.proxy.requestOutcomes.set(secret, [...requestOutcomes]);
    this.secrets.set(secret, id);
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', this.url);
    const script = releasedFile(url.pathname);
    if (script) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    if (url.pathname === '/quiet') {
      await Promise.allSettled(this.#begun);
      return void response.end();
    }
    const answering = this.#answer(url, incoming);
    this.#begun.push(answering);
    const answer = await answering.catch((error: unknown) => ({
      status: 500,
      json: { message: String(error) },
    }));
    if (answer === 'hang') return;
    if (typeof answer === 'string') {
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer);
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(answer.json === undefined ? undefined : JSON.stringify(answer.json));
  }

  async #answer(url: URL, incoming: IncomingMessage): Promise<string | Trouble> {
    const [, room = '', id = url.searchParams.get('order') ?? '', last = room] = url.pathname.split('/');
    if (room === '') return '<!doctype html><title>Shop</title><h1>Shop</h1>';
    if (room === 'back') return this.#back(id);
    const order = this.orders.get(id);
    if (!order) return { status: 404, json: {} };
    if (room === 'checkout') return this.#page(order);
    const trouble = this.troubles.get(`${id} ${last}`);
    if (trouble) return trouble;
    if (this.isDown) return { status: 503, json: {} };
    if (room === 'pay') return this.#asMerchant(order, url, incoming);
    if (room === 'intent') return { status: 201, json: await this.freshIntent(order) };
    if (room === 'status') return this.#status(order, url.searchParams.get('id') ?? '');
    return { status: 404, json: {} };
  }

  /** What the service has not answered must not be told as "no such payment". */
  async #status(order: Order, id: string): Promise<Trouble> {
    const sent = this.proxy.sent.find(({ givenId }) => givenId === id);
    if (sent && Date.now() - sent.at < order.lag) return { status: 404, json: {} };
    return this.merchant.readPayment(id).then(
      (json) => ({ status: 200, json }),
      (error: unknown) => ({ status: String(error).includes('HTTP 404') ? 404 : 502, json: {} }),
    );
  }

  /** The merchant's half as the package ships it. */
  async #asMerchant(order: Order, url: URL, incoming: IncomingMessage): Promise<Trouble> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = 'GET' } = incoming;
    const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'connection' ? [[name, value] as [string, string]] : [],
    );
    const answer = await this.#checkout!.fetch(
      new Request(url, { method, headers, ...(body.length && { body }) }),
    );
    const text = await answer.text();
    const json = text ? (JSON.parse(text) as { client_secret?: string }) : undefined;
    if (json?.client_secret) this.#handOut(order, json.client_secret);
    return { status: answer.status, json };
  }

  #back(id: string): string {
    const result = `<script type="module" src="/pay-result.js"></script>
      <pay-result status-url="/status?order=${id}"></pay-result>`;
    return `<!doctype html><html lang="en"><title>Back</title><h1>Back in the shop</h1>
      ${this.#offers.get(id)?.result ? result : ''}</html>`;
  }

  async #page(order: Order): Promise<string> {
    const offer = this.#offers.get(order.id);
    if (!offer) throw new Error(`Nothing is offered for ${order.id}.`);
    const { setUp, mode = inPage, copies = 1, script = '' } = offer;
    const sources: Record<SetUp, () => Promise<Record<string, string>>> = {
      'checkout-url': async () => ({ 'checkout-url': `/pay/${order.id}` }),
      'intent-url + status-url': async () => ({
        'intent-url': `/intent?order=${order.id}`,
        'status-url': `/status?order=${order.id}`,
      }),
      'intent-url': async () => ({ 'intent-url': `/intent?order=${order.id}` }),
      'client-secret': async () => ({ 'client-secret': (await this.freshIntent(order)).client_secret }),
      'server program': async () => ({
        'checkout-url': (await this.openProgram()).addressOf(order.id, this.#backAddress(order.id)),
        reference: order.id,
      }),
    };
    const source = await sources[setUp]();
    const all = {
      ...attributesFor(mode, this.proxy.url),
      amount: String(order.amount),
      timeout: '4000',
      ...source,
      ...offer.attributes,
    };
    const written = Object.entries(all)
      .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]))
      .join(' ');
    return `<!doctype html><html lang="en"><title>${order.id}</title><script>${script}</script>
      <script type="module" src="/${mode.script}"></script>
      ${`<pay-checkout ${written}></pay-checkout>`.repeat(copies)}</html>`;
  }
}
