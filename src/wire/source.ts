import { networks } from './networks.js';
import * as z from 'zod/mini';
import { displayed, nonEmptyText, nullish, openEnum, uri } from './scalar.js';

/** The scheme that processes a payment, as the wire spells it; interface 2.4. */
export const companies = networks;

/** How the card is funded; interface 2.4. */
export const issuerCardTypes = ['debit', 'credit', 'charge_card', 'unspecified'] as const;

/** What the service sends of every kind of source; interface 2.4. */
const common = {
  /** The result in words; null while the payment is initiated; interface 2.4. */
  message: nullish(z.string()),
  /** The 3-D Secure challenge; answers of before 2025 keep the address when it has passed; interface 2.4. */
  transaction_url: nullish(uri),
};

const cardContract = {
  ...common,
  /** Null on some refused tokens of a wallet. */
  company: nullish(z.enum(companies)),
  /** Card holder's name; interface 2.4. */
  name: nullish(z.string()),
  /** Masked: `4111-11XX-XXXX-1111`, until 2021 `XXXX-XXXX-XXXX-1111`, on wallets also the last four digits alone. */
  number: z.string().check(z.regex(/^(\d{4}-\d{2}XX-XXXX-|XXXX-XXXX-XXXX-)?\d{4}$/)),
  /** Identifier at the acquirer gateway: `moyasar_cc_` or `moyasar_ap_` and 23 characters; interface 2.4. */
  gateway_id: nullish(z.string()),
  /** The token that this payment makes; null unless `save_card` was sent; interface 2.4. */
  token: nullish(z.string()),
  /** Twelve digits, not unique across schemes; null while the payment is initiated; interface 2.4. */
  reference_number: nullish(z.string().check(z.regex(/^\d{12}$/))),
  /** Six digits; interface 2.4. */
  authorization_code: nullish(z.string().check(z.regex(/^\d{6}$/))),
  /** Two-digit ISO 8583 result; 00 is approved; absent if nothing reached the acquirer; interface 2.4. */
  response_code: nullish(z.string().check(z.regex(/^\d{2}$/))),
  /** Inferred from the card's first digits; interface 2.4. */
  issuer_name: nullish(z.string()),
  /** ISO 3166, two letters; interface 2.4. */
  issuer_country: nullish(z.string().check(z.regex(/^[A-Z]{2}$/))),
  issuer_card_type: nullish(z.enum(issuerCardTypes)),
  /** Free text, no defined set of values; interface 2.4. */
  issuer_card_category: nullish(z.string()),
};

/** What the service sends of a card source; interface 2.4. */
export const cardSourceContract = z.looseObject({ type: z.literal('creditcard'), ...cardContract });

/** What the service sends of a source of any kind. */
export const sourceContract = z.discriminatedUnion('type', [
  cardSourceContract,
  z.looseObject({ type: z.enum(['applepay', 'samsungpay', 'googlepay']), ...cardContract }),
  z.looseObject({
    type: z.literal('stcpay'),
    ...common,
    /** Masked or whole. */
    mobile: z.string(),
    reference_number: nullish(z.string()),
    branch: nullish(z.string()),
    cashier: nullish(z.string()),
  }),
  z.looseObject({ type: z.enum(['sadad', 'sadadbill']), ...common }),
]);

/** What is read of every kind of source. */
const readCommon = {
  /** The result in words; interface 2.4. */
  message: displayed(z.string()),
  /** The 3-D Secure challenge of a card. On an STC Pay source, the address that takes the code: never to be visited. */
  transaction_url: displayed(z.string()),
  reference_number: displayed(z.string()),
  /** ISO 8583; interface 2.4. */
  response_code: displayed(z.string()),
  /** Absent on a source that is no card, as are the number and the token. */
  company: displayed(openEnum(companies)),
  /** Masked: only the last four digits are always there; interface 2.4. */
  number: displayed(z.string()),
  token: displayed(z.string()),
};

const readCard = {
  ...readCommon,
  name: displayed(z.string()),
  gateway_id: displayed(z.string()),
  authorization_code: displayed(z.string()),
  issuer_name: displayed(z.string()),
  issuer_country: displayed(z.string()),
  issuer_card_type: displayed(openEnum(issuerCardTypes)),
  issuer_card_category: displayed(z.string()),
};

/** An opaque string, so that comparing `type` with a known kind narrows the union. */
export declare enum LaterSource {
  later = 'any other word',
}

/** How a source is read, by its `type`; a kind that came later, or none, has the fields of a card if it has any. */
export const paymentSource = z.union([
  z.looseObject({ type: z.enum(['creditcard', 'applepay', 'samsungpay', 'googlepay']), ...readCard }),
  z.looseObject({
    type: z.literal('stcpay'),
    ...readCommon,
    /** Masked or whole. */
    mobile: displayed(z.string()),
    branch: displayed(z.string()),
    cashier: displayed(z.string()),
  }),
  z.looseObject({ type: z.enum(['sadad', 'sadadbill']), ...readCommon }),
  z.looseObject({
    ...readCard,
    type: displayed(z.string()) as unknown as z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniType<LaterSource>>
    >,
  }),
]);
export type PaymentSource = z.infer<typeof paymentSource>;

/** What the customer reads on the statement of the card. */
export const statementDescriptor = z.string().check(
  z.regex(/^[\w ~-]{1,64}$/, {
    error: 'must be 1 to 64 characters: letters, digits, `_`, `-`, `~` and spaces',
  }),
);

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
  statement_descriptor: z.optional(statementDescriptor),
});
export type CardSource = z.infer<typeof cardSource>;

const walletSource = {
  /** A credential: it pays once. */
  token: nonEmptyText,
  /** Authorise without capture; interface 2.3. */
  manual: z.optional(z.boolean()),
  /** Keep the card: `source.token` of the answer can then be charged. */
  save_card: z.optional(z.boolean()),
};

/** Apple Pay as it is sent. The token is that of Apple's sheet as JSON text, whole or its `paymentData` alone. */
export const applePaySource = z.strictObject({
  type: z.literal('applepay'),
  ...walletSource,
  statement_descriptor: z.optional(statementDescriptor),
});
export type ApplePaySource = z.infer<typeof applePaySource>;

/** Samsung Pay as it is sent. The token is `["3DS"].data` of what Samsung's sheet gives. */
export const samsungPaySource = z.strictObject({ type: z.literal('samsungpay'), ...walletSource });
export type SamsungPaySource = z.infer<typeof samsungPaySource>;

/** STC Pay as it is sent. The payment waits for the payer's code, and is captured at once. */
export const stcPaySource = z.strictObject({
  type: z.literal('stcpay'),
  /** A Saudi mobile number in digits. */
  mobile: z
    .string()
    .check(z.regex(/^(0|\+966|00966)5\d{8}$/, { error: 'must be a mobile number such as 0512345678' })),
  cashier: z.optional(z.string()),
  branch: z.optional(z.string()),
});
export type StcPaySource = z.infer<typeof stcPaySource>;
