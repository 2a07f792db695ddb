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
  /** One that is there already, in place of one of the test's own. */
  readonly service?: Awaited<ReturnType<typeof openService>>;
  /** Changes the client that the checkout gets. */
  readonly around?: (client: PayClient) => PayClient;
  readonly aroundOrders?: (orders: Orders) => Orders;
  readonly aroundStore?: (store: Store) => Store;
  /** Stands between the checkout and the service. */
  readonly intercept?: (
    url: string,
    init: RequestInit,
    send: (url: string, init: RequestInit) => Promise<Response>,
  ) => Promise<Response>;
}

type Body = Record<string, unknown>;
/** How the service shows something instead; undefined: not at all. */
type Shown = (body: Body) => Body | undefined;

const notFound = { type: 'record_not_found', message: 'Object not found' };

/** A service whose answers have no `Date` header while `isOff`. */
export const withoutDate =
  (isOff: () => boolean): NonNullable<Options['intercept']> =>
  async (url, init, send) => {
    const response = await send(url, init);
    return isOff() ? new Response(await response.text(), { status: response.status }) : response;
  };

/** The order is named in the address, so whoever asks may pay it. */
const byPath = (request: Request) => new URL(request.url).pathname.split('/')[2];

/** A shop with two orders, the real service behind it, and what its pages ask. */
export async function openCheckout(t: TestContext, options: Options = {}) {
  const { sandbox, around, aroundOrders, aroundStore, intercept, service: given, ...more } = options;
  const service = given ?? (await openService(t, sandbox));
  const { send } = service;
  const plain = createPayClient({ secretKey, baseUrl: service.baseUrl, fetch: send });
  /** What the checkout has asked the service, such as `GET payments`. */
  const calls: string[] = [];
  /** What the service's reads show instead of the truth, by the kind of the request. */
  const shown: {
    payments?: Shown | undefined;
    payment_intents?: Shown | undefined;
    list?: Shown | undefined;
  } = {};
  const read = async (url: string, init: RequestInit) => {
    const response = await send(url, init);
    const [, , path = '', id] = new URL(String(url)).pathname.split('/');
    const change = shown[id === undefined ? 'list' : (path as 'payments')];
    if (init.method !== 'GET' || !change) return response;
    const body = change(response.ok ? ((await response.json()) as Body) : {});
    // The service's clock stays what it is.
    const headers = { date: response.headers.get('date') ?? '' };
    return new Response(JSON.stringify(body ?? notFound), { status: body ? 200 : 404, headers });
  };
  const counting = createPayClient({
    secretKey,
    baseUrl: service.baseUrl,
    fetch: (url, init) => {
      const [, , path = '', , verb = ''] = new URL(url).pathname.split('/');
      calls.push(`${init.method} ${path}${verb && ` ${verb}`}`);
      return intercept ? intercept(url, init, send) : read(url, init);
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

  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) =>
    checkout.fetch(
      new Request(`https://shop.example/checkout/${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  const askIntent = (body?: object, id = '7') => call('POST', `${id}/intent`, body);
  const intent = async (body?: object, id = '7') => {
    const response = await askIntent(body, id);
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Intent;
  };
  const control = (path: string, body: object) =>
    send(new URL(`/sandbox/${path}`, service.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
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
    shown,
    call,
    verdicts: () => settled.map(({ verdict }) => verdict),
    /** What a request for an intent is answered: `201`, or the type of the refusal. */
    answer: async (body?: object, id = '7') => {
      const response = await askIntent(body, id);
      return response.status === 201 ? '201' : ((await response.json()) as { type: string }).type;
    },
    /** Lets the service's clock run. */
    wait: (seconds: number) => control('clock', { advance: seconds }),
    control,
    /** A stranger's payment: with the publishable key alone, and whatever text the stranger likes. */
    direct: (body: object, card = approvedAtOnce) =>
      service.pay({ secret: '', card, more: { client_secret: undefined, ...body } }),
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
    /** Sends a card on an intent, as the element does; `more`: what a page adds or changes. */
    pay: (
      { client_secret: secret, payment_id: given_id }: Intent,
      card = approvedAtOnce,
      { manual = false, ...more }: { manual?: boolean } & Body = {},
    ) => service.pay({ secret, card, manual, more: { given_id, ...more } }),
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
  };
}

export type Shop = Awaited<ReturnType<typeof openCheckout>>;
