import * as z from 'zod/mini';
import { cardSource, currency, fulfilPaymentIntent, payTokenSource, splitRequest } from '../../wire/index.js';
import { chargeable, uri, uuid } from '../../wire/scalar.js';
import { absent, amount, flag, metadata, month, year } from '../http/lenient.js';

/** A card as the service takes it. Members that it does not know, such as `company` or `3ds`, are ignored. */
export const card = z.object({
  ...cardSource.shape,
  month,
  year,
  manual: absent(flag),
  save_card: absent(flag),
});
export type Card = z.infer<typeof card>;

const token = z.object({ ...payTokenSource.shape, manual: absent(flag) });

/** What pays. */
export const source = z.discriminatedUnion('type', [card, token]);
export type Source = z.infer<typeof source>;

const shared = {
  source,
  given_id: absent(z.uuidv4()),
  metadata: absent(metadata),
  invoice_id: absent(uuid),
  splits: absent(z.array(splitRequest)),
  /** There are no coupons here, so it changes nothing. */
  apply_coupon: absent(flag),
  /** The key, for clients that send no header. */
  publishable_api_key: absent(z.string()),
};

/** A payment that fulfils an intent. Fields that it does not know are refused, so that a misspelt one shows. */
export const fulfilment = z.strictObject({ ...fulfilPaymentIntent.shape, ...shared });
export type Fulfilment = z.infer<typeof fulfilment>;

/** A payment without an intent. Fields that it does not know are ignored. */
export const directPayment = z.object({
  ...shared,
  amount: chargeable,
  currency: absent(currency),
  description: absent(z.string()),
  callback_url: uri,
});
export type DirectPayment = z.infer<typeof directPayment>;

/** What may be changed of a payment. The rest of a body, which may be the whole payment, is ignored. */
export const paymentUpdate = z.object({
  description: absent(z.string()),
  metadata: absent(metadata),
});
export type PaymentUpdate = z.infer<typeof paymentUpdate>;

/**
 * How much to refund or to capture; all that is left when it is missing. Fields that it does not know are refused: a
 * misspelt `amount` would otherwise refund everything.
 */
export const part = z.strictObject({ amount: absent(amount) });
export type Part = z.infer<typeof part>;
