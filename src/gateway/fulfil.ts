import { PayError } from '../error.js';
import type { FulfilPaymentIntent } from '../wire/payment-intent.js';
import type { Payment } from '../wire/payment.js';
import type { SplitRequest } from '../wire/split.js';
import { parseJson, readText } from './body.js';
import { isPayment } from './reading.js';
import { readRefusal, type Refusal } from './refusal.js';

/** What is sent once to fulfil one intent. */
export interface Fulfilment {
  readonly paymentId: string;
  readonly intent: { readonly id: string | undefined; readonly clientSecret: string };
  readonly config: {
    readonly baseUrl: string;
    readonly publishableKey: string;
    readonly manual: boolean;
    readonly metadata: Readonly<Record<string, string>> | undefined;
    readonly splits: readonly SplitRequest[] | undefined;
    readonly invoiceId: string | undefined;
    /** Milliseconds. */
    readonly timeout: number;
  };
}

export interface CardDetails {
  readonly number: string;
  readonly month: string;
  readonly year: string;
  readonly cvc: string;
  readonly name: string;
}

export type FulfilAnswer =
  | { readonly kind: 'payment'; readonly payment: Payment }
  | Refusal
  | { readonly kind: 'unsent'; readonly error: PayError }
  | { readonly kind: 'silent' };

/**
 * Creates the payment that fulfils an intent: one request, never repeated. Whatever happens becomes an answer; what
 * cannot be told is `silent`, since the payment may have been made all the same.
 */
export async function fulfil(order: Fulfilment, card: CardDetails): Promise<FulfilAnswer> {
  const { intent, config } = order;
  if (!navigator.onLine) {
    const error = new PayError('network', 'This device is offline. Nothing was sent.', { retryable: true });
    return { kind: 'unsent', error };
  }
  const path =
    intent.id === undefined ? 'payments' : `payment_intents/${encodeURIComponent(intent.id)}/fulfill`;
  try {
    const response = await fetch(`${config.baseUrl}/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${config.publishableKey}:`)}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(requestBody(order, card)),
      cache: 'no-store',
      credentials: 'omit',
      // A card is never sent on to an address that the merchant did not set.
      redirect: 'error',
      referrerPolicy: 'strict-origin',
      signal: AbortSignal.timeout(config.timeout),
    });
    const text = withoutSecrets(await readText(response).catch(() => ''), order, card);
    return read(response, text);
  } catch {
    return { kind: 'silent' };
  }
}

function read(response: Response, text: string): FulfilAnswer {
  const refusal = readRefusal(response.status, text);
  if (refusal) return refusal;
  const answer = response.ok ? parseJson(text) : undefined;
  return isPayment(answer) ? { kind: 'payment', payment: answer } : { kind: 'silent' };
}

function requestBody({ paymentId, intent, config }: Fulfilment, card: CardDetails): FulfilPaymentIntent {
  const { number, month, year, cvc, name } = card;
  return {
    client_secret: intent.clientSecret,
    source: {
      type: 'creditcard',
      name,
      number,
      month,
      year,
      cvc,
      ...(config.manual ? { manual: true } : {}),
    },
    given_id: paymentId,
    ...(config.metadata ? { metadata: { ...config.metadata } } : {}),
    ...(config.invoiceId ? { invoice_id: config.invoiceId } : {}),
    ...(config.splits ? { splits: [...config.splits] } : {}),
  };
}

/** An answer that repeats what was sent would carry it into events and errors. */
function withoutSecrets(text: string, { intent }: Fulfilment, { number }: CardDetails): string {
  return text
    .replaceAll(intent.clientSecret, 'pi_secret_…')
    .replaceAll(number, `${number.slice(0, 6)}…${number.slice(-4)}`);
}
