import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../listen.js';

/** The payment service as far as a checkout asks it, in memory: it answers at once, so that only the checkout is measured. */
export interface FakeService {
  /** What `createPayClient` sends by, or what a server hands its requests to. */
  fetch(url: string, init: { readonly method?: string; readonly body?: unknown }): Response;
  /** A payer's browser sends a card on the intent. An intent makes one payment; a second one is refused. */
  pay(intentId: string, paymentId: string): void;
  /** How many calls there were, by their kind, such as `GET payments`. */
  readonly calls: ReadonlyMap<string, number>;
  countCalls(): number;
  countIntents(): number;
  countPayments(): number;
}

interface Intent {
  readonly id: string;
  readonly client_secret: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly callback_url: string;
  readonly status: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly fulfilled_at: string | null;
}

export const buildIntent = (
  id: string,
  body: Pick<Intent, 'amount' | 'currency' | 'description' | 'callback_url'>,
): Intent => ({
  ...body,
  ...{ id, client_secret: `pi_secret_${id}`, status: 'created', fulfilled_at: null },
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
});

export const buildPayment = (
  id: string,
  {
    amount,
    currency,
    description,
    callback_url,
  }: Pick<Intent, 'amount' | 'currency' | 'description' | 'callback_url'>,
) => ({
  ...{ id, status: 'paid', amount, fee: 0, currency, refunded: 0, refunded_at: null },
  ...{ captured: amount, captured_at: new Date().toISOString(), voided_at: null, description },
  ...{ invoice_id: null, ip: '203.0.113.7', callback_url, metadata: null },
  ...{ created_at: new Date().toISOString(), updated_at: new Date().toISOString() },
  source: {
    type: 'creditcard',
    company: 'visa',
    name: 'Noura',
    number: '4111-11XX-XXXX-1111',
    message: null,
  },
});

export const respond = (body: object, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', date: new Date().toUTCString() },
  });

export const notFound = (): Response =>
  respond({ type: 'record_not_found', message: 'Object not found', errors: null }, 404);

export function createFakeService(): FakeService {
  const intents = new Map<string, Intent>();
  const payments = new Map<string, ReturnType<typeof buildPayment>>();
  const calls = new Map<string, number>();

  function answer(method: string, path: string, id: string | undefined, body: unknown): Response {
    if (method === 'POST' && path === 'payment_intents' && id === undefined) {
      const intent = buildIntent(crypto.randomUUID(), JSON.parse(String(body)) as Intent);
      intents.set(intent.id, intent);
      return respond(intent, 201);
    }
    if (method === 'GET' && id !== undefined) {
      const found =
        path === 'payments' ? payments.get(id) : path === 'payment_intents' ? intents.get(id) : undefined;
      return found ? respond(found) : notFound();
    }
    if (method === 'POST' && path === 'payment_intents' && id !== undefined) {
      const intent = intents.get(id);
      if (intent?.status !== 'created')
        return respond({ type: 'invalid_request_error', message: 'No.' }, 400);
      intents.set(id, { ...intent, status: 'canceled' });
      return respond({ ...intent, status: 'canceled' });
    }
    // Only what a purchase asks is here: anything else would be measured wrongly without being noticed.
    throw new Error(`The fake service was asked for ${method} ${path}.`);
  }

  return {
    calls,
    fetch(url, { method = 'GET', body }) {
      const [, , path = '', id] = new URL(url).pathname.split('/');
      const kind = `${method} ${path}`;
      calls.set(kind, (calls.get(kind) ?? 0) + 1);
      return answer(method, path, id, body);
    },
    pay(intentId, paymentId) {
      const intent = intents.get(intentId);
      assert.equal(intent?.status, 'created', 'only an unused intent is paid on');
      intents.set(intentId, { ...intent, status: 'fulfilled', fulfilled_at: new Date().toISOString() });
      payments.set(paymentId, buildPayment(paymentId, intent));
    },
    countCalls: () => [...calls.values()].reduce((sum, count) => sum + count, 0),
    countIntents: () => intents.size,
    countPayments: () => payments.size,
  };
}

/** Serves what a function answers, for processes of their own, until it is closed. */
export async function serveAnswers(
  answer: (request: IncomingMessage, body: string) => Response | Promise<Response>,
) {
  const errors: unknown[] = [];
  const respondTo: RequestListener = async (request, response) => {
    try {
      const answered = await answer(request, await text(request));
      response.writeHead(answered.status, Object.fromEntries(answered.headers));
      response.end(await answered.text());
    } catch (error) {
      errors.push(error);
      response.writeHead(500).end();
    }
  };
  let close = (): unknown => undefined;
  const server = createServer({ keepAliveTimeout: 60_000 }, (...both) => void respondTo(...both));
  const url = await listen({ after: (end) => void (close = end) }, respondTo, server);
  return { url, errors, close: () => close() };
}
