import { networks } from './networks.js';
import * as z from 'zod/mini';
import { nonEmptyText, nullish, openEnum, uri } from './scalar.js';

/** The scheme that processes a payment, as the wire spells it; interface 2.4. */
export const companies = networks;

/** How the card is funded; interface 2.4. */
export const issuerCardTypes = ['debit', 'credit', 'charge_card', 'unspecified'] as const;

/** What the service promises of a card source; interface 2.4. */
export const cardSourceContract = z.looseObject({
  type: z.literal('creditcard'),
  company: z.enum(companies),
  /** Card holder's name; interface 2.4. */
  name: z.string(),
  /** Masked: the first six and last four digits; interface 2.4. */
  number: z.string().check(z.regex(/^\d{6}\D+\d{4}$/)),
  /** Identifier at the acquirer gateway; interface 2.4. */
  gateway_id: z.string(),
  /** Token created using this payment; interface 2.4. */
  token: z.string(),
  /** The result in words; interface 2.4. */
  message: z.string(),
  /** The 3-D Secure challenge; null once the payment is no longer initiated; interface 2.4. */
  transaction_url: nullish(uri),
  /** Twelve digits, not unique across schemes; interface 2.4. */
  reference_number: z.string().check(z.regex(/^\d{12}$/)),
  /** Six digits; interface 2.4. */
  authorization_code: nullish(z.string().check(z.regex(/^\d{6}$/))),
  /** Two-digit ISO 8583 result; 00 is approved; interface 2.4. */
  response_code: nullish(z.string().check(z.regex(/^\d{2}$/))),
  /** Inferred from the card's first digits; interface 2.4. */
  issuer_name: nullish(z.string()),
  /** ISO 3166, two letters; interface 2.4. */
  issuer_country: nullish(z.string().check(z.regex(/^[A-Z]{2}$/))),
  issuer_card_type: nullish(z.enum(issuerCardTypes)),
  /** Free text, no defined set of values; interface 2.4. */
  issuer_card_category: nullish(z.string()),
});

/** How a source is read; interface 2.4 describes only the kind `creditcard`, so nothing is required. */
export const paymentSource = z.looseObject({
  /** `creditcard`, or a kind that came later; interface 2.4. */
  type: nullish(openEnum(['creditcard'])),
  company: nullish(openEnum(companies)),
  name: nullish(z.string()),
  /** Masked; interface 2.4. */
  number: nullish(z.string()),
  gateway_id: nullish(z.string()),
  token: nullish(z.string()),
  /** The result in words; interface 2.4. */
  message: nullish(z.string()),
  /** The 3-D Secure challenge; interface 2.4. */
  transaction_url: nullish(z.string()),
  reference_number: nullish(z.string()),
  authorization_code: nullish(z.string()),
  /** ISO 8583; interface 2.4. */
  response_code: nullish(z.string()),
  issuer_name: nullish(z.string()),
  issuer_country: nullish(z.string()),
  issuer_card_type: nullish(openEnum(issuerCardTypes)),
  issuer_card_category: nullish(z.string()),
});
export type PaymentSource = z.infer<typeof paymentSource>;

/** A card as it is sent. Every value is a string; spaces are not part of a number. */
export const cardSource = z.strictObject({
  type: z.literal('creditcard'),
  /** Card holder's name; interface 2.4. */
  name: nonEmptyText,
  /** Digits only. */
  number: z.string().check(z.regex(/^\d{12,19}$/, { error: 'must be 12 to 19 digits' })),
  /** Two digits, 01 to 12. */
  month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/, { error: 'must be two digits, 01 to 12' })),
  /** Four digits. */
  year: z.string().check(z.regex(/^\d{4}$/, { error: 'must be four digits' })),
  /** Three or four digits. */
  cvc: z.string().check(z.regex(/^\d{3,4}$/, { error: 'must be three or four digits' })),
  /** Authorise without capture; interface 2.3. */
  manual: z.optional(z.boolean()),
  /** Keep the card: `source.token` of the answer becomes usable once the payer has been authenticated. */
  save_card: z.optional(z.boolean()),
});
export type CardSource = z.infer<typeof cardSource>;
