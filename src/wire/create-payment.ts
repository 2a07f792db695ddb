import * as z from 'zod/mini';
import { currency, chargeable, metadata, textUpTo, uri, uuid } from './scalar.js';
import { cardSource, statementDescriptor } from './source.js';
import { splitRequest } from './split.js';
import { payTokenSource } from './token.js';

/** Body of `POST /payments` by a saved card and the secret key: a payment that has no intent. */
export const createPayment = z.strictObject({
  /** A UUID v4 made by the server; it becomes the payment's id, and no second payment gets it. */
  given_id: z.optional(z.uuidv4()),
  /** Integer, smallest currency unit, at least 100. */
  amount: chargeable,
  /** ISO 4217 code, SAR when omitted. */
  currency: z.optional(currency),
  description: z.optional(textUpTo(8000)),
  /** Required also if no payer is there to return. */
  callback_url: uri,
  source: z.strictObject({
    ...payTokenSource.shape,
    statement_descriptor: z.optional(statementDescriptor),
  }),
  metadata: z.optional(metadata),
  invoice_id: z.optional(uuid),
  splits: z.optional(z.array(splitRequest)),
  /** True when omitted: a coupon of the service then lowers the amount. */
  apply_coupon: z.optional(z.boolean()),
});
export type CreatePayment = z.infer<typeof createPayment>;

/** Body of `POST /tokens`: a card to be saved without a payment. */
export const createToken = z.strictObject({
  name: cardSource.shape.name,
  number: cardSource.shape.number,
  month: cardSource.shape.month,
  year: cardSource.shape.year,
  cvc: cardSource.shape.cvc,
  /** Where the customer returns to from the answer's `verification_url`; only `save_only` needs none. */
  callback_url: z.optional(uri),
  /** Save without a check by the bank. */
  save_only: z.optional(z.boolean()),
  metadata: z.optional(metadata),
  /** The service takes this request by the publishable key only. */
  publishable_api_key: z.string().check(z.regex(/^pk_/, { error: 'must begin with pk_' })),
});
export type CreateToken = z.infer<typeof createToken>;
