import type { FulfilResult, Attempt } from '../checkout/ports.js';
import type { ExternalSource, SentPaymentMethod } from '../checkout/payment-method.js';
import { PayError } from '../../error.js';
import type { FulfilPaymentIntent } from '../../wire/payment-intent.js';
import { readIntentId, readPayment } from '../../wire/reader.js';
import type { CardSource } from '../../wire/source.js';
import { readResponseJson } from './response-body.js';
import { redact } from './redact.js';
import { parseRefusal } from './parse-refusal.js';

/**
 * Creates the payment that fulfils an intent: one request, never repeated. Never rejects:
 * the result is `no-answer` when it is not known whether the payment was created.
 */
export async function fulfil(attempt: Attempt, method: SentPaymentMethod): Promise<FulfilResult> {
  const { intent, config } = attempt;
  if (!navigator.onLine) {
    const error = new PayError('network', 'This device is offline. Nothing was sent.', { retryable: true });
    return { kind: 'unsent', error };
  }
  if (intent.id !== undefined && !readIntentId(intent.id)) {
    const error = new PayError('configuration', 'The intent has no usable id. Nothing was sent.', {
      field: 'intent-id',
    });
    return { kind: 'unsent', error };
  }
  const path = intent.id === undefined ? 'payments' : `payment_intents/${intent.id}/fulfill`;
  try {
    const response = await fetch(`${config.baseUrl}/${path}`, {
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
      .then((json) => redact(json, attempt, method))
      .catch(() => undefined);
    return readFulfilResult(response, answer);
  } catch {
    return { kind: 'no-answer' };
  }
}

function readFulfilResult(response: Response, answer: unknown): FulfilResult {
  const refusal = parseRefusal(response.status, answer);
  if (refusal) return refusal;
  const payment = response.ok ? readPayment(answer) : undefined;
  return payment ? { kind: 'payment', payment } : { kind: 'no-answer' };
}

type FulfilBody = Omit<FulfilPaymentIntent, 'source' | 'splits'> & {
  readonly source: object;
  readonly splits: readonly object[] | undefined;
};

/** JSON leaves out what is undefined. */
function createBody({ paymentId, intent, config }: Attempt, method: SentPaymentMethod): FulfilBody {
  const { clientSecret, terms = {} } = intent;
  return {
    client_secret: clientSecret,
    source: { manual: (terms.manual ?? config.manual) || undefined, ...createSource(method) },
    given_id: paymentId,
    metadata: terms.metadata ?? config.metadata,
    invoice_id: terms.invoice_id ?? config.invoiceId,
    splits: terms.splits ?? config.splits,
  };
}

function createSource(method: SentPaymentMethod): CardSource | ExternalSource {
  if (method.kind === 'external') return method.source;
  const { number, month, year, cvc, name } = method.card;
  return { type: 'creditcard', name, number, month, year, cvc, save_card: method.save || undefined };
}
