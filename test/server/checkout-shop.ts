import type { TestContext } from 'node:test';
import { secretKey, type SandboxOptions } from '../../src/sandbox/index.js';
import {
  createCheckout,
  createPayClient,
  memoryOrders,
  type CheckoutOptions,
  type Order,
  type Orders,
  type PayClient,
  type Settlement,
  type Store,
} from '../../src/server/index.js';
import { openDueStore } from './due-store.js';
import { approvedAtOnce, openService } from './payer.js';

export const sharedSecret = 'whsec_of_the_shop';
export const order7: Order = {
  id: '7',
  amount: 10_000,
  currency: 'SAR',
  callbackUrl: 'https://shop.example/back?lang=en',
};
export const order8: Order = { ...order7, id: '8', amount: 2500, description: 'Two cups' };

export interface Intent {
  readonly id: string;
  readonly client_secret: string;
  readonly amount: number;
  readonly currency: string;
  readonly expires_at: string;
  readonly payment_id: string;
}
export interface Conflict {
  readonly type: 'order_paid' | 'payment_open' | 'payment_held';
  readonly payment: { id: string; status: string; source?: { transaction_url?: string } } | null;
}

interface Options extends Partial<CheckoutOptions> {
  readonly sandbox?: SandboxOptions;
  /** Changes the client that the checkout gets. */
  readonly around?: (client: PayClient) => PayClient;
  readonly aroundOrders?: (orders: Orders) => Orders;
  readonly aroundStore?: (store: Store) => Store;
  readonly timeout?: number;
  /** Stands between the checkout and the service. */
  readonly intercept?: (url: string, init: RequestInit, send: typeof fetch) => Promise<Response>;
}

/** The order is named in the address, so whoever asks may pay it. */
export const byPath = (request: Request) => new URL(request.url).pathname.split('/')[2];

/** A shop with two orders, the real service behind it, and what its pages ask. */
export async function openCheckout(t: TestContext, options: Options = {}) {
  const { sandbox, around, aroundOrders, aroundStore, timeout, intercept, ...more } = options;
  const service = await openService(t, sandbox);
  const plain = createPayClient({ secretKey, baseUrl: service.baseUrl });
  /** What the checkout has asked the service, such as `GET payments`. */
  const calls: string[] = [];
  const counting = createPayClient({
    secretKey,
    baseUrl: service.baseUrl,
    ...(timeout !== undefined && { timeout }),
    fetch: (url, init) => {
      const [, , path = '', , verb = ''] = new URL(url).pathname.split('/');
      calls.push(`${init.method} ${path}${verb && ` ${verb}`}`);
      return intercept ? intercept(url, init, fetch) : fetch(url, init);
    },
  });
  const client = around?.(counting) ?? counting;
  const list: Order[] = [order7, order8];
  const plainOrders = memoryOrders(list, byPath);
  const orders = aroundOrders?.(plainOrders) ?? plainOrders;
  const records = openDueStore(aroundStore);
  const settled: Settlement[] = [];
  const errors: unknown[] = [];
  const build = (extra: Partial<CheckoutOptions> = {}) =>
    createCheckout({
      client,
      orders,
      store: records.store,
      sharedSecret,
      onSettled: (settlement) => void settled.push(settlement),
      onError: (error) => void errors.push(error),
      ...more,
      ...extra,
    });
  let checkout = build();

  const call = (method: string, path: string, body?: unknown) =>
    checkout.fetch(
      new Request(`https://shop.example/checkout/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  const askIntent = (body?: object, id = '7') => call('POST', `${id}/intent`, body);
  const intent = async (body?: object, id = '7') => {
    const response = await askIntent(body, id);
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Intent;
  };
  const status = (paymentId: string, id = '7') => call('GET', `${id}/status?id=${paymentId}`);

  return {
    service,
    /** Not the one with the test's changes. */
    client: plain,
    orders,
    records,
    store: records.store,
    list,
    settled,
    errors,
    calls,
    call,
    askIntent,
    intent,
    status,
    checkout: () => checkout,
    /** Sweeps all that is left, as if all of it were due. */
    sweep: async () => {
      records.letAllBeDue();
      return (await checkout.sweep()).settled;
    },
    /** Another process with the same database, beside the first one. */
    open: (extra?: Partial<CheckoutOptions>) => build(extra),
    /** A new process with the same database. */
    restart: (extra?: Partial<CheckoutOptions>) => void (checkout = build(extra)),
    conflict: async (body?: object, id = '7') => {
      const response = await askIntent(body, id);
      if (response.status !== 409) throw new Error(`${response.status} ${await response.text()}`);
      return (await response.json()) as Conflict;
    },
    /** Sends a card on an intent, as the element does, or with an id of the page's own. */
    pay: ({ client_secret: secret, payment_id }: Intent, card = approvedAtOnce, given_id = payment_id) =>
      service.pay({ secret, card, more: { given_id } }),
    deliver: (data: object, more: object = {}) =>
      call('POST', 'webhook', {
        id: crypto.randomUUID(),
        type: 'payment_paid',
        secret_token: sharedSecret,
        data,
        ...more,
      }),
    record: async (id = '7') =>
      JSON.parse((await records.store.load(id))?.record ?? '{}') as {
        intents: {
          id: string;
          paymentId: string;
          state: string;
          payment?: { id: string; verdict: string; money: string; refund?: string };
        }[];
      },
    control: (path: string, body: object) =>
      fetch(new URL(`/sandbox/${path}`, service.baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

export type Shop = Awaited<ReturnType<typeof openCheckout>>;
