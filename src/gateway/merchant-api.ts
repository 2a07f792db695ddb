import type { IntentSource, StatusSource } from '../checkout/config.js';
import type { CheckoutPayment } from '../checkout/payment.js';
import type { IntentResponse, Merchant } from '../checkout/ports.js';
import { merchantTimeoutMs } from '../checkout/timeouts.js';
import { PayError } from '../error.js';
import { readIntent, readPayment, readBlockedOrder } from '../wire/reader.js';
import { parseJson, readResponseText } from './response-body.js';

/** Asks for an intent. Rejects with a PayError that says who must act. */
export async function fetchIntent(source: IntentSource, insteadOf?: string): Promise<IntentResponse> {
  switch (source.kind) {
    case 'function':
      return intentOf('fetchIntent', await source.fetchIntent());
    case 'url':
      return answeredBy('intent-url', await ask(source.url, 'POST'));
    case 'checkout':
      return answeredBy(
        'checkout-url',
        await ask(source.url, 'POST', insteadOf === undefined ? undefined : { instead_of: insteadOf }),
      );
    case 'secret':
      throw new TypeError('An intent that is known is not asked for.');
    default:
      return source satisfies never;
  }
}

async function answeredBy(field: string, response: Response): Promise<IntentResponse> {
  return response.ok
    ? intentOf(field, parseJson(await readResponseText(response)))
    : { kind: 'blocked-by-order', payment: await inTheWay(field, response) };
}

/** The payment for which the merchant's server refuses. Rejects when it refuses for anything else. */
async function inTheWay(field: string, response: Response): Promise<CheckoutPayment> {
  const body = readBlockedOrder(parseJson(await readResponseText(response)));
  if (response.status === 409 && body) return body.payment;
  throw refused(field, response);
}

function intentOf(field: string, answer: unknown): IntentResponse {
  const intent = readIntent(answer);
  if (!intent) {
    throw new PayError(
      'configuration',
      'No payment intent came. Answer its JSON: at least id, client_secret, amount and currency.',
      { field },
    );
  }
  const { client_secret: clientSecret, ...rest } = intent;
  return { kind: 'intent', intent: { clientSecret, ...rest } };
}

const refused = (field: string, { status }: Response): PayError =>
  new PayError('api', `${field} answered HTTP ${status}. Nothing was sent.`, {
    field,
    status,
    retryable: status >= 500 || status === 429,
  });

/** Tells the merchant's server which payment is about to be sent. Rejects unless it takes note, or names a payment. */
export async function announceAttempt(url: string, paymentId: string): Promise<CheckoutPayment | undefined> {
  const response = await ask(url, 'POST', { payment_id: paymentId });
  return response.ok ? undefined : inTheWay('attempt-url', response);
}

/** Asks what became of a payment. Undefined: there is no such payment. Rejects when the answer says neither. */
export async function fetchStatus(
  source: StatusSource,
  paymentId: string,
): Promise<CheckoutPayment | undefined> {
  switch (source.kind) {
    case 'function': {
      const answer = await source.fetchStatus(paymentId);
      return answer === undefined || answer === null ? undefined : theOne(answer, paymentId);
    }
    case 'url': {
      const url = new URL(source.url);
      url.searchParams.append('id', paymentId);
      const response = await ask(url.href, 'GET');
      // A page of HTML comes from a wrong address, or from something before the merchant's server.
      const isPage = response.headers.get('content-type')?.includes('html');
      if (response.status === 404 && !isPage) return undefined;
      // Only a server that speaks of the payment says so in JSON; whatever stands before it answers with pages.
      if (response.status === 403 && !isPage) throw refused('status-url', response);
      if (!response.ok) throw new Error(`status-url answered HTTP ${response.status}.`);
      return theOne(parseJson(await readResponseText(response)), paymentId);
    }
    case 'none':
      throw new TypeError('There is nobody to ask.');
    default:
      return source satisfies never;
  }
}

/** The payment that was asked for; the outcome of another one says nothing. */
function theOne(answer: unknown, paymentId: string): CheckoutPayment {
  const payment = readPayment(answer);
  if (!payment) throw new Error('The answer is no payment.');
  if (payment.id.toLowerCase() !== paymentId.toLowerCase())
    throw new Error('The answer is about another payment.');
  return payment;
}

const ask = (url: string, method: 'GET' | 'POST', body?: object): Promise<Response> =>
  fetch(url, {
    method,
    headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    cache: 'no-store',
    credentials: 'same-origin',
    signal: AbortSignal.timeout(merchantTimeoutMs),
  });

export const merchant: Merchant = { fetchIntent, announceAttempt: announceAttempt, fetchStatus };
