import * as z from 'zod/mini';
import {
  applePaySource,
  cardSource,
  currency,
  fulfilPaymentIntent,
  payTokenSource,
  samsungPaySource,
  splitRequest,
  statementDescriptor,
  stcPaySource,
} from '../../wire/index.js';
import { chargeable, nonEmptyText, uri, uuid } from '../../wire/scalar.js';
import { mobile } from '../bank/stc-pay.js';
import { readAppleToken } from '../bank/wallets.js';
import {
  optional,
  lenientAmount,
  lenientFlag,
  lenientMetadata,
  lenientMonth,
  lenientYear,
} from '../http/lenient.js';

/** A card as the service takes it. Members that it does not know, such as `company`, are ignored. */
const card = z.object({
  ...cardSource.shape,
  month: lenientMonth,
  year: lenientYear,
  manual: optional(lenientFlag),
  save_card: optional(lenientFlag),
  statement_descriptor: optional(statementDescriptor),
  '3ds': optional(lenientFlag),
});

const token = z.object({
  ...payTokenSource.shape,
  manual: optional(lenientFlag),
  statement_descriptor: optional(statementDescriptor),
});

const applePay = z.object({
  ...applePaySource.shape,
  token: z
    .string()
    .check(z.refine((text) => readAppleToken(text) !== undefined, { error: 'is not a token of Apple Pay' })),
  manual: optional(lenientFlag),
  save_card: optional(lenientFlag),
  statement_descriptor: optional(statementDescriptor),
});

/** Apple Pay that the merchant's server has decrypted itself. */
const decryptedApplePay = z.object({
  type: z.literal('applepay'),
  /** The number of the card in the device, which is not the one on the card. */
  number: cardSource.shape.number,
  month: lenientMonth,
  year: lenientYear,
  cryptogram: nonEmptyText,
  eci: optional(z.string()),
  device_id: optional(z.string()),
  last_four: optional(z.string().check(z.regex(/^\d{4}$/))),
});

const samsungPay = z.object({
  ...samsungPaySource.shape,
  manual: optional(lenientFlag),
  save_card: optional(lenientFlag),
});

const stcPay = z.object({
  ...stcPaySource.shape,
  mobile,
  cashier: optional(z.string()),
  branch: optional(z.string()),
});

/** What pays. */
export const source = z.discriminatedUnion('type', [card, token, applePay, samsungPay, stcPay]);
export type SourceRequest = z.infer<typeof source> | z.infer<typeof decryptedApplePay>;

const shared = {
  source,
  given_id: optional(z.uuidv4()),
  metadata: optional(lenientMetadata),
  invoice_id: optional(uuid),
  splits: optional(z.array(splitRequest)),
  /** Whether a coupon for the card lowers the amount; true when omitted. */
  apply_coupon: optional(lenientFlag),
  /** The key, for clients that send no header. */
  publishable_api_key: optional(z.string()),
};

/** A payment that fulfils an intent. Fields that it does not know are refused, so that a misspelt one shows. */
export const fulfilment = z.strictObject({ ...fulfilPaymentIntent.shape, ...shared });
export type Fulfilment = z.infer<typeof fulfilment>;

/** A payment without an intent. Fields that it does not know are ignored. */
export const directPayment = z.object({
  ...shared,
  amount: chargeable,
  currency: optional(currency),
  description: optional(z.string()),
  /** Required for a card and for a saved card. */
  callback_url: optional(uri),
});

/** A payment without an intent by Apple Pay that is decrypted. */
export const decryptedPayment = z.object({ ...directPayment.shape, source: decryptedApplePay });
export type DirectPayment = z.infer<typeof directPayment> | z.infer<typeof decryptedPayment>;

/** What may be changed of a payment. The rest of a body, which may be the whole payment, is ignored. */
export const paymentUpdate = z.object({
  description: optional(z.string()),
  metadata: optional(lenientMetadata),
});
export type PaymentUpdate = z.infer<typeof paymentUpdate>;

/**
 * How much to refund or to capture; all that is left when it is missing. Fields that it does not know are refused: a
 * misspelt `amount` would otherwise refund everything.
 */
export const part = z.strictObject({ amount: optional(lenientAmount) });
export type Part = z.infer<typeof part>;

/** For which card a coupon is looked for: a number, also its first digits, or the token of a saved card or a wallet. */
export const couponRequest = z.object({
  type: z.enum(['creditcard', 'applepay', 'googlepay', 'samsungpay']),
  number: optional(z.string()),
  token: optional(z.string()),
});
