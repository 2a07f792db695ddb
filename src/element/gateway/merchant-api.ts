import type { IntentSource, StatusSource } from '../checkout/sources.js';
import type { CheckoutPayment } from '../checkout/payment.js';
import type { IntentResponse, Merchant } from '../checkout/ports.js';
import { describeValue } from '../checkout/config-error.js';
import { merchantTimeoutMs } from '../checkout/timeouts.js';
import { PayError } from '../../error.js';
import { appendQuery } from '../../wire/url.js';
import { parseJson, readResponseJson, readResponseText } from '../../wire/json.js';
import {
  integer,
  matching,
  readBlockedOrder,
  readIntent,
  readIntentId,
  readOrderTerms,
  readPayment,
  record,
  text,
  type Reader,
} from '../../wire/reader.js';

/** Fetches an intent. Rejects with a PayError where the merchant's server answered, else with the cause. */
export async function fetchIntent(
  source: IntentSource,
  abandonedPaymentId?: string,
): Promise<IntentResponse> {
  switch (source.kind) {
    case 'function':
      return parseIntent('fetchIntent', await source.fetchIntent(), 'fetchIntent resolved with');
    case 'url':
      return readHttpIntentResponse('intent-url', await request(source.url, 'POST'));
    case 'checkout':
      // JSON, also without a word in it: the server half refuses what a page elsewhere can send without a preflight.
      return readHttpIntentResponse(
        'checkout-url',
        await request(source.url, 'POST', { instead_of: abandonedPaymentId }),
      );
    case 'secret':
      throw new TypeError('fetchIntent: client-secret is set.');
    default:
      return source satisfies never;
  }
}

async function readHttpIntentResponse(field: string, response: Response): Promise<IntentResponse> {
  if (response.ok)
    return parseIntent(field, await readAnswer(response), `${describeAnswer(field, response)} with`);
  const body = await readResponseJson(response);
  const { type, payment } = readBlockedOrder(body) ?? {};
  if (response.status === 409 && payment)
    return { kind: 'blocked-by-order', payment, ...(type === 'payment_held' && { isHeld: true }) };
  throw createMerchantError(field, response, text(record(body)?.['type']));
}

/** The JSON of an answer; its text when it is none, such as a login page. */
async function readAnswer(response: Response): Promise<unknown> {
  const body = await readResponseText(response);
  return parseJson(body) ?? body;
}

/** Which address answered: the developer may not expect the base URL of the page, or a redirect. */
function describeAnswer(field: string, { url, redirected, status }: Response): string {
  const { origin, pathname } = new URL(url || location.href);
  return `${field} answered HTTP ${status}${url ? ` at ${origin}${pathname}` : ''}${redirected ? ' after a redirect' : ''}`;
}

const intentFields: Readonly<Record<string, Reader<unknown>>> = {
  id: readIntentId,
  client_secret: matching(/^pi_secret_/),
  amount: (value) => integer(value ?? 0),
  currency: (value) => text(value ?? ''),
  payment_id: (value) => readIntentId(value ?? 'none'),
};

/** What is wrong with an answer that has no intent. */
function describeIntentProblem(answer: unknown): string {
  const kind = describeValue(answer);
  // A list, a text, or a response whose JSON was not read.
  if (kind !== '[object Object]') return kind;
  const fields = record(answer) ?? {};
  const wrong = Object.keys(intentFields).find((name) => intentFields[name]?.(fields[name]) === undefined);
  return wrong === undefined ? kind : `\`${wrong}\`: ${describeValue(fields[wrong], 12)}`;
}

function parseIntent(field: string, answer: unknown, answered: string): IntentResponse {
  const intent = readIntent(answer);
  // Only the server half of `checkout-url` fixes more of an order than its price.
  const terms = field === 'checkout-url' ? readOrderTerms(answer) : {};
  if (!intent || !terms) {
    throw new PayError(
      'configuration',
      intent
        ? 'metadata, splits, manual, invoice_id or apply_coupon of the answer cannot be read. Nothing was sent.'
        : `${answered} ${describeIntentProblem(answer)}, which is no payment intent. Respond with JSON: id, client_secret and currency as strings, amount as an integer.`,
      { field },
    );
  }
  const { client_secret: clientSecret, payment_id: paymentId, ...rest } = intent;
  return {
    kind: 'intent',
    intent: {
      clientSecret,
      ...rest,
      ...(paymentId !== undefined && { paymentId }),
      ...(Object.keys(terms).length > 0 && { terms }),
    },
  };
}

/** How the guards of Django, Laravel and Rails refuse a request that they take for forged. */
const guardStatuses = [403, 419, 422];

function createMerchantError(field: string, response: Response, type?: string): PayError {
  const { status } = response;
  const wait = response.headers.get('retry-after');
  const advice =
    type === 'challenge_required'
      ? ' Show your bot check (`challenge_required`): its answer must reach your server with the next request.'
      : !type && guardStatuses.includes(status)
        ? ' Is it a guard against forged requests (CSRF)? Send its token with `fetchIntent`, or accept `X-Requested-With`.'
        : '';
  return new PayError(
    'api',
    `${describeAnswer(field, response)}${type ? `, ${type}` : ''}${wait ? `, Retry-After ${wait}` : ''}. Nothing was sent.${advice}`,
    { field, status, type, retryable: status >= 500 || status === 429 || type === 'challenge_required' },
  );
}

/** The path of an address, as a server may write it that redirects to another scheme, host or last slash. */
const getPlace = (url: string): string => new URL(url).pathname.replace(/\/$/, '');

const isHtml = ({ headers }: Response): boolean => /html/i.test(headers.get('content-type') ?? '');

/** Fetches a payment's status. Undefined: there is no such payment. Rejects when the answer says neither. */
export async function fetchStatus(
  source: StatusSource,
  paymentId: string,
): Promise<CheckoutPayment | undefined> {
  switch (source.kind) {
    case 'function': {
      const answer = await source.fetchStatus(paymentId);
      return answer === undefined || answer === null ? undefined : parseStatus(answer, paymentId);
    }
    case 'url': {
      // A cache between the page and the server, such as a service worker, may answer an address that it knows.
      const unique = Math.random().toString(36).slice(2);
      const response = await request(appendQuery(source.url, { id: paymentId, _: unique }), 'GET');
      // A page of HTML, or an answer of another place, comes from something before the merchant's server.
      const isOfServer = !isHtml(response) && getPlace(response.url || source.url) === getPlace(source.url);
      if (response.status === 404 && isOfServer) return undefined;
      const answered = describeAnswer('status-url', response);
      if (response.status === 403 && isOfServer)
        throw new PayError('api', answered, { field: 'status-url', status: 403 });
      if (!response.ok) throw new Error(answered);
      return parseStatus(await readResponseJson(response), paymentId);
    }
    case 'none':
      throw new TypeError('fetchStatus: no status source is set.');
    default:
      return source satisfies never;
  }
}

/** The payment that was asked for; the status of another payment says nothing. */
function parseStatus(answer: unknown, paymentId: string): CheckoutPayment {
  const payment = readPayment(answer);
  if (!payment) throw new Error('The status answer is no payment (id, status).');
  if (payment.id.toLowerCase() !== paymentId.toLowerCase())
    throw new Error(`The status answer is not about ${paymentId}.`);
  return payment;
}

async function request(url: string, method: 'GET' | 'POST', body?: object): Promise<Response> {
  const { origin, pathname } = new URL(url);
  try {
    return await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        // Only a page of the shop can send this header, so a shop may ask for it. Across origins it would cost a preflight.
        ...(origin === location.origin ? { 'x-requested-with': 'pay-checkout' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      cache: 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(merchantTimeoutMs),
    });
  } catch (cause) {
    throw new Error(
      `${method} ${origin}${pathname} gave no answer that ${location.origin} may read: check the address (also a <base href>), CORS and what blocks requests.`,
      { cause },
    );
  }
}

export const merchant: Merchant = { fetchIntent, fetchStatus };
