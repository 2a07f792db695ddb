import * as z from 'zod/mini';
import {
  createInvoice,
  createPayment,
  createPaymentIntent,
  createToken,
  invoice,
  payment,
  paymentAmount,
  paymentIntent,
  paymentList,
  registerWebhook,
  token,
  updatePayment,
  webhook,
  webhookList,
  type CreateInvoice,
  type CreatePayment,
  type CreatePaymentIntent,
  type CreateToken,
  type Invoice,
  type Payment,
  type PaymentAmount,
  type PaymentIntent,
  type PaymentList,
  type RegisterWebhook,
  type Token,
  type UpdatePayment,
  type Webhook,
  type WebhookList,
} from '../wire/index.js';
import { PayError } from '../error.js';
import { createArgumentError, checkBody, checkPathSegment, refuseUndefined, type Schema } from './check.js';
import { ensureWebhook } from './ensure-webhook.js';
import {
  buildFilterQuery,
  paymentFilter,
  webhookFilter,
  type PaymentFilter,
  type WebhookFilter,
} from './filter.js';
import { createSender } from './service.js';
import type { PayClientOptions } from './settings.js';

/**
 * The service, by its operations. Every method checks its arguments before it sends (`PayError` `configuration`), and
 * sends one request (`ensureWebhook` sends several). It rejects with `api` for an error response, and with `network` when
 * no response came. Results are the response bodies as the service sent them; a field that the service did not send is
 * missing or null.
 */
export interface PayClient {
  /** Approves one card charge; `amount` in the smallest currency unit, at least 100. */
  createPaymentIntent(body: CreatePaymentIntent): Promise<PaymentIntent>;
  retrievePaymentIntent(id: string): Promise<PaymentIntent>;
  /** Only while it is unused and has not expired. */
  cancelPaymentIntent(id: string): Promise<PaymentIntent>;
  /** Bills a customer through a hosted page, the answer's `url`. */
  createInvoice(body: CreateInvoice): Promise<Invoice>;
  retrieveInvoice(id: string): Promise<Invoice>;
  cancelInvoice(id: string): Promise<Invoice>;
  /**
   * Charges a saved card that is no order's; for an order, use `checkout.charge`. Silence is not a refusal: read the
   * payment by its `given_id` before you send again.
   */
  createPayment(body: CreatePayment): Promise<Payment>;
  /** The truth about a payment. Compare status, amount and currency before you hand anything over. */
  retrievePayment(id: string): Promise<Payment>;
  /** Newest first, a page at a time. */
  listPayments(filter?: PaymentFilter): Promise<PaymentList>;
  /** Changes what is noted on a payment: its `description`, its `metadata`, or both. The money stays as it is. */
  updatePayment(id: string, what: UpdatePayment): Promise<Payment>;
  /** Takes what was authorized, or a part of it; the amount in the smallest currency unit. */
  capturePayment(id: string, what?: PaymentAmount): Promise<Payment>;
  /** Refunds all that is left, or a part of it; the amount in the smallest currency unit. */
  refundPayment(id: string, what?: PaymentAmount): Promise<Payment>;
  /** Undoes a payment as a whole. */
  voidPayment(id: string): Promise<Payment>;
  /**
   * Saves a card without a payment. The card's number passes your server, so all of PCI DSS applies to it: the element's
   * `save-card` needs none of that. Send the customer to `verification_url` unless you set `save_only`.
   */
  createToken(body: CreateToken): Promise<Token>;
  /** A saved card. Its id is a credential: keep it with the customer, and out of pages, logs and addresses. */
  retrieveToken(id: string): Promise<Token>;
  /** The saved card can't be charged any more. */
  deleteToken(id: string): Promise<void>;
  /** A registration without `events` gets every kind, also later ones. */
  registerWebhook(body: RegisterWebhook): Promise<Webhook>;
  /**
   * Registers a webhook unless one with the same address and the same events is there, so it can run at every start.
   * The service does not say which shared secret that one has: after a change of the secret, delete it first.
   */
  ensureWebhook(body: RegisterWebhook): Promise<Webhook>;
  /** A page at a time. */
  listWebhooks(filter?: WebhookFilter): Promise<WebhookList>;
  deleteWebhook(id: string): Promise<void>;
}

const maxListBytes = 8_000_000;
const emptyBody: Schema<undefined> = { safeParse: () => ({ success: true, data: undefined }) };

/** A cache or a proxy may have mixed up two answers: this one would then be about the payment of another customer. */
function checkSameId<T>(id: string, answer: T): T {
  const { id: shown } = Object(answer) as { id?: unknown };
  if (typeof shown !== 'string' || shown.toLowerCase() === id.toLowerCase()) return answer;
  throw new PayError(
    'api',
    `The service's answer about ${id} has another \`id\`. The request may have been carried out.`,
    { status: 200 },
  );
}

/** Body of `PUT /payments/{id}` that changes something. */
const paymentUpdate = updatePayment.check(
  z.refine((body) => body.description !== undefined || body.metadata !== undefined, {
    error: 'must have a `description` or `metadata`',
  }),
);

/** A client for one secret key. It holds nothing that a log could show. */
export function createPayClient(options: PayClientOptions): PayClient {
  const service = createSender(options);

  const create = async <T, B>(
    name: string,
    path: string,
    request: Schema<B>,
    body: unknown,
    answer: Schema<T>,
  ) =>
    service({
      method: 'POST',
      path,
      body: checkBody(name, request, body),
      answer,
      // A second intent charges no card; a second invoice or webhook is one too many.
      isIdempotent: path === '/payment_intents',
    });

  const retrieve = async <T>(name: string, path: string, id: string, answer: Schema<T>) =>
    checkSameId(
      id,
      await service({
        method: 'GET',
        path: `${path}/${checkPathSegment(name, id)}`,
        answer,
        isIdempotent: true,
      }),
    );

  /** A move that can happen once, so that asking twice is refused and does no harm. */
  const postAction = async <T>(name: string, path: string, id: string, verb: string, answer: Schema<T>) =>
    checkSameId(
      id,
      await service({
        method: 'POST',
        path: `${path}/${checkPathSegment(name, id)}/${verb}`,
        answer,
        isIdempotent: true,
      }),
    );

  const postAmount = async (name: string, id: string, verb: string, what: PaymentAmount = {}) => {
    const body = checkBody(name, paymentAmount, what);
    refuseUndefined(name, what);
    return checkSameId(
      id,
      await service({
        method: 'POST',
        path: `/payments/${checkPathSegment(name, id)}/${verb}`,
        body,
        answer: payment,
        isIdempotent: false,
      }),
    );
  };

  const listWebhooks = async (filter?: WebhookFilter) =>
    service({
      method: 'GET',
      path: `/webhooks${buildFilterQuery('listWebhooks', webhookFilter, filter)}`,
      answer: webhookList,
      isIdempotent: true,
      maxBytes: maxListBytes,
    });
  const register = (body: RegisterWebhook) =>
    create('registerWebhook', '/webhooks', registerWebhook, body, webhook);
  const deleteResource = async (name: string, path: string, id: string) =>
    service({
      method: 'DELETE',
      path: `${path}/${checkPathSegment(name, id)}`,
      answer: emptyBody,
      isIdempotent: true,
    });
  const deleteWebhook = (id: string) => deleteResource('deleteWebhook', '/webhooks', id);

  const client = Object.freeze<PayClient>({
    createPaymentIntent: (body) =>
      create('createPaymentIntent', '/payment_intents', createPaymentIntent, body, paymentIntent),
    retrievePaymentIntent: (id) => retrieve('retrievePaymentIntent', '/payment_intents', id, paymentIntent),
    cancelPaymentIntent: (id) =>
      postAction('cancelPaymentIntent', '/payment_intents', id, 'cancel', paymentIntent),
    createInvoice: (body) => create('createInvoice', '/invoices', createInvoice, body, invoice),
    retrieveInvoice: (id) => retrieve('retrieveInvoice', '/invoices', id, invoice),
    cancelInvoice: (id) => postAction('cancelInvoice', '/invoices', id, 'cancel', invoice),
    createPayment: async (given) => {
      const body = checkBody('createPayment', createPayment, given);
      return service({
        ...{ method: 'POST', path: '/payments', body, answer: payment, isIdempotent: false },
        hidden: body.source.token,
      });
    },
    retrievePayment: (id) => retrieve('retrievePayment', '/payments', id, payment),
    listPayments: async (filter) =>
      service({
        method: 'GET',
        path: `/payments${buildFilterQuery('listPayments', paymentFilter, filter)}`,
        answer: paymentList,
        isIdempotent: true,
        maxBytes: maxListBytes,
      }),
    updatePayment: async (id, what) => {
      refuseUndefined('updatePayment', Object(what) as object);
      return service({
        method: 'PUT',
        path: `/payments/${checkPathSegment('updatePayment', id)}`,
        body: checkBody('updatePayment', paymentUpdate, what),
        answer: payment,
        isIdempotent: true,
      });
    },
    capturePayment: (id, what) => postAmount('capturePayment', id, 'capture', what),
    refundPayment: (id, what) => postAmount('refundPayment', id, 'refund', what),
    voidPayment: async (id: string, what?: PaymentAmount) => {
      if (what !== undefined && 'amount' in Object(what))
        throw createArgumentError(
          'voidPayment',
          'amount',
          'has no meaning here: a payment is voided as a whole',
        );
      return postAction('voidPayment', '/payments', id, 'void', payment);
    },
    createToken: async (given) => {
      const body = checkBody('createToken', createToken, given);
      const { number, publishable_api_key: key } = body;
      return service({
        ...{ method: 'POST', path: '/tokens', body, answer: token, isIdempotent: false, key },
        hidden: number,
      });
    },
    retrieveToken: (id) => retrieve('retrieveToken', '/tokens', id, token),
    deleteToken: (id) => deleteResource('deleteToken', '/tokens', id),
    registerWebhook: register,
    ensureWebhook: ensureWebhook({ listWebhooks, register, deleteWebhook }),
    listWebhooks,
    deleteWebhook,
  });
  let account: Promise<string> | undefined;
  accounts.set(client, () => (account ??= digestText(options.secretKey)));
  return client;
}

/** Which key each client was made with, as a digest: it tells two accounts apart, and is of no use to a thief. */
const accounts = new WeakMap<PayClient, () => Promise<string>>();

/** Undefined for a client that `createPayClient` did not make, such as a wrapper. */
export const readAccount = async (client: PayClient): Promise<string | undefined> => accounts.get(client)?.();

/** Enough to tell two texts apart. */
export async function digestText(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
