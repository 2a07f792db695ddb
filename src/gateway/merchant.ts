import { PayError } from '../error.js';
import type { Payment } from '../wire/payment.js';
import { parseJson, readText } from './body.js';
import { isIntent, isPayment } from './reading.js';

/** How long the merchant's own server may take, in milliseconds. */
const timeout = 30_000;

/** Where an intent is had: the merchant's endpoint, or a function of the page. */
export type IntentOrigin =
  | { readonly kind: 'secret' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'function'; readonly fetchIntent: () => Promise<unknown> };

export type StatusOrigin =
  | { readonly kind: 'none' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'function'; readonly fetchStatus: (paymentId: string) => Promise<unknown> };

export interface FetchedIntent {
  readonly id: string;
  readonly clientSecret: string;
  /** Smallest currency unit. */
  readonly amount: number | undefined;
  readonly currency: string | undefined;
}

/** Asks for a fresh intent. Rejects with a PayError that says who must act. */
export async function fetchIntent(origin: IntentOrigin): Promise<FetchedIntent> {
  const answer = await rawIntent(origin);
  if (!isIntent(answer) || !/^[\w-]+$/.test(answer.id)) {
    throw new PayError(
      'configuration',
      'No payment intent came. Answer its JSON: at least id, client_secret, amount and currency.',
      { field: origin.kind === 'url' ? 'intent-url' : 'fetchIntent' },
    );
  }
  const { id, client_secret, amount, currency } = answer;
  return { id, clientSecret: client_secret, amount: amount ?? undefined, currency: currency ?? undefined };
}

async function rawIntent(origin: IntentOrigin): Promise<unknown> {
  switch (origin.kind) {
    case 'function':
      return origin.fetchIntent();
    case 'url': {
      const response = await ask(origin.url, 'POST');
      if (!response.ok) {
        throw new PayError('api', `intent-url answered HTTP ${response.status}. Nothing was sent.`, {
          field: 'intent-url',
          status: response.status,
          retryable: response.status >= 500 || response.status === 429,
        });
      }
      return parseJson(await readText(response));
    }
    case 'secret':
      throw new TypeError('An intent that is known is not asked for.');
    default:
      return origin satisfies never;
  }
}

/** Asks what became of a payment. Undefined: there is no such payment. Rejects when the answer says neither. */
export async function fetchStatus(origin: StatusOrigin, paymentId: string): Promise<Payment | undefined> {
  switch (origin.kind) {
    case 'function': {
      const answer = await origin.fetchStatus(paymentId);
      return answer === undefined || answer === null ? undefined : theOne(answer, paymentId);
    }
    case 'url': {
      const url = new URL(origin.url);
      url.searchParams.append('id', paymentId);
      const response = await ask(url.href, 'GET');
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(`status-url answered HTTP ${response.status}.`);
      return theOne(parseJson(await readText(response)), paymentId);
    }
    case 'none':
      throw new TypeError('There is nobody to ask.');
    default:
      return origin satisfies never;
  }
}

/** The payment that was asked for; the outcome of another one says nothing. */
function theOne(answer: unknown, paymentId: string): Payment {
  if (!isPayment(answer)) throw new Error('The answer is no payment.');
  if (answer.id.toLowerCase() !== paymentId.toLowerCase())
    throw new Error('The answer is about another payment.');
  return answer;
}

const ask = (url: string, method: 'GET' | 'POST'): Promise<Response> =>
  fetch(url, {
    method,
    headers: { accept: 'application/json' },
    cache: 'no-store',
    credentials: 'same-origin',
    signal: AbortSignal.timeout(timeout),
  });
