import type { FulfilResult, Attempt } from '../checkout/ports.js';
import type { ExternalSource, SentMethod } from '../checkout/payment-method.js';
import { parseChallengeUrl } from '../checkout/services.js';
import { PayError } from '../../error.js';
import { readResponseJson } from '../../wire/json.js';
import type { FulfilPaymentIntent } from '../../wire/payment-intent.js';
import { readCodeUrl, readIntentId, readPayment } from '../../wire/reader.js';
import type { CardSource } from '../../wire/source.js';
import { createPolicyError, watchBlockedRequest } from './blocked-request.js';
import { redact } from './redact.js';
import { isServiceError, parseRefusal } from './parse-refusal.js';

/**
 * Creates the payment that fulfils an intent: one request, never repeated. Never rejects:
 * the result is `no-answer` when it is not known whether the payment was created.
 */
export async function fulfil(attempt: Attempt, method: SentMethod): Promise<FulfilResult> {
  const { intent, config } = attempt;
  if (intent.id !== undefined && !readIntentId(intent.id)) {
    const error = new PayError('configuration', 'The intent has no usable id. Nothing was sent.', {
      field: 'intent-id',
    });
    return { kind: 'unsent', error };
  }
  const problem = findSourceProblem(attempt, method);
  if (problem)
    return { kind: 'unsent', error: new PayError('configuration', `${problem} Nothing was sent.`) };
  const path = intent.id === undefined ? 'payments' : `payment_intents/${intent.id}/fulfill`;
  const url = `${config.baseUrl}/${path}`;
  const endWatch = watchBlockedRequest(url);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${config.publishableKey}:`)}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(createBody(attempt, method)),
      cache: 'no-store',
      credentials: 'omit',
      // A card is never sent on to an address that the merchant did not set.
      redirect: 'error',
      referrerPolicy: 'strict-origin',
      signal: AbortSignal.timeout(config.timeout),
    });
    const answer = await readResponseJson(response)
      .then((json) => ({ json: redact(json, attempt, method), codeUrl: readCodeUrl(json) }))
      .catch(() => undefined);
    void endWatch();
    return readFulfilResult(response, answer?.json, answer?.codeUrl, attempt);
  } catch {
    if (!(await endWatch()))
      return { kind: 'no-answer', advice: `No answer of ${config.baseUrl} can be read. ${addressAdvice}` };
    return { kind: 'unsent', error: createPolicyError(url, '`base-url`', 'base-url') };
  }
}

const addressAdvice =
  'Is it the address of the service up to its version, as https://api.example.com/v1? Does a policy, or a blocker, stop the request?';

function readFulfilResult(
  response: Response,
  answer: unknown,
  address: string | undefined,
  { config, intent }: Attempt,
): FulfilResult {
  const { baseUrl } = config;
  const { status } = response;
  const foreign = `${baseUrl} answered HTTP ${status}, but not as the service does. ${addressAdvice}`;
  const refusal = parseRefusal(status, answer);
  // There is no such address: the service itself would say why in JSON.
  const isForeign = (status === 404 || status === 405) && !isServiceError(answer);
  if (refusal && isForeign)
    return { ...refusal, error: new PayError('configuration', foreign, { field: 'base-url', status }) };
  if (refusal) return refusal;
  const payment = response.ok ? readPayment(answer) : undefined;
  const codeUrl = parseChallengeUrl(address ?? '', config)?.href;
  // Some services answer with the intent, which does not say how the payment has ended.
  if (payment && payment.id !== intent.id)
    return { kind: 'payment', payment, ...(codeUrl !== undefined && { codeUrl }) };
  return { kind: 'no-answer', ...(response.ok && { advice: foreign }) };
}

type FulfilBody = Omit<FulfilPaymentIntent, 'source' | 'splits'> & {
  readonly source: object;
  readonly splits: readonly object[] | undefined;
  readonly apply_coupon: boolean;
};

/** What a source cannot carry would be left out without a word: the payment would be another than the one that is wanted. */
function findSourceProblem({ intent, config }: Attempt, method: SentMethod): string | undefined {
  if (method.kind !== 'external' || method.source.type !== 'stcpay') return undefined;
  const { terms = {} } = intent;
  if (terms.manual ?? config.manual) return 'STC Pay cannot authorize without capturing.';
  return (terms.splits ?? config.splits) ? 'STC Pay carries no splits.' : undefined;
}

/** JSON leaves out what is undefined. */
function createBody({ paymentId, intent, config }: Attempt, method: SentMethod): FulfilBody {
  const { clientSecret, terms = {} } = intent;
  return {
    client_secret: clientSecret,
    source: { manual: (terms.manual ?? config.manual) || undefined, ...createSource(method) },
    given_id: paymentId,
    metadata: addOrderNumber(terms.metadata ?? config.metadata, method),
    invoice_id: terms.invoice_id ?? config.invoiceId,
    splits: terms.splits ?? config.splits,
    // The service applies a coupon by default: then another amount than the one that is shown would be charged.
    apply_coupon: terms.apply_coupon ?? false,
  };
}

/** Samsung's sheet has named the order, and refunds and disputes at Samsung need the name: it joins what the order has. */
function addOrderNumber(
  metadata: Readonly<Record<string, string>> | undefined,
  method: SentMethod,
): Record<string, string> | undefined {
  const orderNumber = method.kind === 'external' ? method.source['samsungpay_order_id'] : undefined;
  return typeof orderNumber === 'string' ? { ...metadata, samsungpay_order_id: orderNumber } : metadata;
}

function createSource(method: SentMethod): CardSource | ExternalSource {
  if (method.kind === 'external') {
    const { samsungpay_order_id: _, ...source } = method.source;
    return source as ExternalSource;
  }
  const { number, month, year, cvc, name } = method.card;
  return { type: 'creditcard', name, number, month, year, cvc, save_card: method.save || undefined };
}
