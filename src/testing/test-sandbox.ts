import type { FaultName, FaultRoute } from '../sandbox/faults/faults.js';
import type { Invoice } from '../wire/invoice.js';
import type { PaymentIntent } from '../wire/payment-intent.js';
import type { Payment } from '../wire/payment.js';
import type { WebhookEvent } from '../wire/webhook.js';
import { payOrder, type PayOptions, type PaymentResult } from './pay-order.js';
import { buildKeys } from './test-keys.js';

/** What is to be broken. */
export interface FaultOrder {
  /** Which requests. */
  readonly route: FaultRoute;
  readonly fault: FaultName;
  /** How often; once when omitted. */
  readonly times?: number | undefined;
  /** Milliseconds, of a delay; 3000 when omitted. */
  readonly ms?: number | undefined;
}

/** A delivery of a webhook message, as `GET /sandbox/deliveries` answers it. */
export interface SandboxDelivery {
  readonly id: string;
  readonly event_type: string;
  readonly status: 'pending' | 'delivered' | 'given_up' | 'canceled';
  readonly url: string;
  readonly attempts: readonly { readonly response_code: number | null; readonly message: string }[];
  readonly data: { readonly id?: string };
}

export interface DeliverOptions {
  /** Where the message goes; to every webhook that listens when omitted. */
  readonly to?: string | undefined;
  /** The message's `secret_token`, where `to` is given. */
  readonly secret?: string | undefined;
  /** Fields of the payment that the message is about. */
  readonly payment?: Fixture | undefined;
}

/** What a receiver has made of a message. */
export interface Sent {
  readonly url: string;
  readonly accepted: boolean;
  readonly response_code: number | null;
  readonly message: string;
}

/** Fields of the service, such as `{ amount: 10000, status: 'refunded' }`; what is left out is filled in. */
export type Fixture = Readonly<Record<string, unknown>>;

export interface Fixtures {
  readonly intents?: readonly Fixture[] | undefined;
  readonly payments?: readonly Fixture[] | undefined;
  readonly invoices?: readonly Fixture[] | undefined;
  readonly coupons?: readonly Fixture[] | undefined;
}

/** As the service answers them. */
export interface MadeFixtures {
  readonly intents: readonly PaymentIntent[];
  readonly payments: readonly Payment[];
  readonly invoices: readonly Invoice[];
}

/** A namespace of the sandbox: the payment service of one test, or of one worker. */
export interface TestSandbox {
  /** `http://127.0.0.1:<port>/v1`: the element's `base-url`, and the server's `baseUrl`. */
  readonly baseUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Puts the service's clock forward. Resolves when each webhook message that became due was sent. */
  advance(seconds: number): Promise<void>;
  /** Breaks the next answers of a route. */
  fault(order: FaultOrder): Promise<void>;
  /**
   * Makes a payment for an event and sends the event, to every webhook that listens or to one address. Resolves with
   * what each receiver has answered.
   */
  deliver(event: WebhookEvent, options?: DeliverOptions): Promise<readonly Sent[]>;
  /**
   * Sends the newest message of this type once more, as the service may do at any time. Rejects when there is none.
   */
  redeliver(event: WebhookEvent): Promise<readonly SandboxDelivery[]>;
  /** Makes intents, payments and invoices that are in any state from the start, all of them or none. */
  fixtures(fixtures: Fixtures): Promise<MadeFixtures>;
  /** Pays for an order as a payer's browser does, without one: for tests of the server alone. */
  pay(options: PayOptions): Promise<PaymentResult>;
  /** Every payment, newest first. */
  payments(): Promise<readonly Payment[]>;
  /** The last 200 deliveries of webhook messages, newest first. */
  deliveries(): Promise<readonly SandboxDelivery[]>;
  /** Sends every webhook message that is due, and resolves when each receiver has answered. */
  flush(): Promise<void>;
  /** Forgets everything in this namespace, its clock and its faults too. */
  reset(): Promise<void>;
  /** Ends what was started. */
  stop(): Promise<void>;
}

/** What carries a request to a sandbox: `fetch`, or a sandbox in this process. */
export type Send = (request: Request) => Promise<Response>;

/** The controls of a namespace, wherever its sandbox runs. */
export function createNamespaceControls(
  baseUrl: string,
  namespace: string,
  send: Send,
  stop: () => Promise<void>,
): TestSandbox {
  const keys = buildKeys(namespace);
  const { origin } = new URL(baseUrl);

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const address = path.startsWith('/sandbox/') ? origin + path : baseUrl + path;
    const answer = await send(
      new Request(address, {
        method,
        headers: {
          authorization: `Basic ${btoa(`${keys.secretKey}:`)}`,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: the sandbox answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Each list has at most forty a page. */
  async function payments(): Promise<readonly Payment[]> {
    const all: Payment[] = [];
    for (let page: number | null = 1; page !== null;) {
      const answer = (await ask('GET', `/payments?page=${page}`)) as {
        readonly payments: readonly Payment[];
        readonly meta: { readonly next_page: number | null };
      };
      all.push(...answer.payments);
      page = answer.meta.next_page;
    }
    return all;
  }

  const readPayment = (id: string) => ask('GET', `/payments/${id}`) as Promise<Payment>;
  const advance = async (seconds: number) => void (await ask('POST', '/sandbox/clock', { advance: seconds }));
  const deliveries = () => ask('GET', '/sandbox/deliveries') as Promise<readonly SandboxDelivery[]>;

  return {
    baseUrl,
    ...keys,
    advance,
    flush: () => advance(0),
    async fault(order) {
      await ask('POST', '/sandbox/faults', order);
    },
    async deliver(event, options = {}) {
      const { sent } = (await ask('POST', '/sandbox/trigger', { event, ...options })) as {
        readonly sent: readonly Sent[];
      };
      return sent;
    },
    fixtures: (fixtures) => ask('POST', '/sandbox/fixtures', fixtures) as Promise<MadeFixtures>,
    async redeliver(event) {
      const ofType = (await deliveries()).filter(({ event_type: type }) => type === event);
      const [newest] = ofType;
      if (!newest)
        throw new Error(
          `There is no ${event} message to repeat: no payment has come so far, or no webhook was registered for it before.`,
        );
      const same = ofType.filter(({ data }) => data.id === newest.data.id);
      const sent = same.map(({ id }) => ask('POST', `/sandbox/deliveries/${id}/resend`, {}));
      return (await Promise.all(sent)) as SandboxDelivery[];
    },
    pay: (options) => payOrder({ baseUrl, ...keys, send, readPayment }, options),
    payments,
    deliveries,
    async reset() {
      await ask('POST', '/sandbox/reset', {});
    },
    stop,
  };
}
