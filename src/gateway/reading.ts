import { isIntentId } from '../checkout/sources.js';
import type { Payment } from '../checkout/payment.js';
import { object, text, type Test } from './shape.js';

/**
 * What comes in is checked where the checkout goes by it, and only there: a payment that was made must not look lost
 * because a field for display has an unexpected form. Written out, because a page would load 7 KB of schema library
 * for it; a test holds each reader against the schema of `wire/`, which checks every field. Where bytes don't count,
 * use the schemas.
 */
const filled: Test = (value) => text(value) && value !== '';
const integer: Test = Number.isSafeInteger;

export const isPayment = object(
  { id: filled, status: text },
  {
    amount: integer,
    currency: text,
    callback_url: text,
    source: object({}, { message: text, response_code: text, transaction_url: text }),
  },
) as (value: unknown) => value is Payment;

export const isIntent = object(
  {
    id: (value) => text(value) && isIntentId(value as string),
    client_secret: (value) => text(value) && /^pi_secret_/.test(value as string),
  },
  { amount: integer, currency: text },
) as (value: unknown) => value is ReadIntent;

/** An intent as the merchant's server answers it, as far as it is read here. */
export interface ReadIntent {
  readonly id: string;
  readonly client_secret: string;
  readonly amount?: number | null | undefined;
  readonly currency?: string | null | undefined;
}

/**
 * The payment in an answer, without the token of its card. Payments are handed to the page, and a token is a credential
 * that only the merchant's server reads.
 */
export function paymentOf(answer: unknown): Payment | undefined {
  if (!isPayment(answer)) return undefined;
  const { source } = answer;
  if (!source) return answer;
  const { token: _, ...rest } = source;
  return { ...answer, source: rest };
}
