import { networks } from './networks.js';

/**
 * Reads what comes into a payer's page from outside: responses, messages of a frame, settings of a page. These readers
 * replace a schema library, which would make the script a tenth larger; a test compares each reader with the schema of
 * the same thing. On a server, use the schemas.
 *
 * Returns the parsed value, or undefined.
 */
export type Reader<T> = (value: unknown) => T | undefined;

/** What a reader reads. */
export type Read<R> = R extends Reader<infer T> ? T : never;

type Readers = Readonly<Record<string, Reader<unknown>>>;
type Fields<R, O, Missing> = { readonly [K in keyof R]: Read<R[K]> } & {
  readonly [K in keyof O]?: Read<O[K]> | Missing;
};

/* @__NO_SIDE_EFFECTS__ */
const acceptIf =
  <T>(test: (value: unknown) => unknown): Reader<T> =>
  (value) =>
    test(value) ? (value as T) : undefined;

export const anything: Reader<unknown> = (value) => value;
export const text = acceptIf<string>((value) => typeof value === 'string');
export const number = acceptIf<number>(Number.isFinite);
export const integer = acceptIf<number>(Number.isSafeInteger);
export const boolean = acceptIf<boolean>((value) => typeof value === 'boolean');
export const record = acceptIf<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/* @__NO_SIDE_EFFECTS__ */
export const matching = (pattern: RegExp): Reader<string> =>
  acceptIf((value) => typeof value === 'string' && pattern.test(value));

/* @__NO_SIDE_EFFECTS__ */
export const oneOf = <const Word extends string>(...words: readonly Word[]): Reader<Word> =>
  acceptIf((value) => words.includes(value as Word));

/* @__NO_SIDE_EFFECTS__ */
export const list =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map(item);
    return items.includes(undefined) ? undefined : (items as T[]);
  };

/* @__NO_SIDE_EFFECTS__ */
export const recordOf =
  <T>(item: Reader<T>): Reader<Readonly<Record<string, T>>> =>
  (value) => {
    const given = record(value);
    if (!given) return undefined;
    const read = Object.entries(given).map(([key, it]) => [key, item(it)]);
    return read.some(([, it]) => it === undefined)
      ? undefined
      : (Object.fromEntries(read) as Record<string, T>);
  };

/** An object with these fields and no others. Optional fields may be null; null is omitted. */
/* @__NO_SIDE_EFFECTS__ */
export const object =
  <R extends Readers, O extends Readers = Record<never, never>>(
    required: R,
    optional?: O,
  ): Reader<Fields<R, O, undefined>> =>
  (value) => {
    const given = record(value);
    if (!given) return undefined;
    const read: Record<string, unknown> = {};
    for (const [field, reader] of Object.entries({ ...required, ...optional })) {
      const isThere = (given[field] ?? undefined) !== undefined;
      if (isThere) read[field] = reader(given[field]);
      if (read[field] === undefined && (isThere || field in required)) return undefined;
    }
    return read as Fields<R, O, undefined>;
  };

/** The same object with all its fields, if it has these fields. Optional fields may be null. */
/* @__NO_SIDE_EFFECTS__ */
const openObject = <R extends Readers, O extends Readers>(required: R, optional: O) => {
  const read = object(required, optional);
  return acceptIf<Fields<R, O, undefined | null> & { readonly [field: string]: unknown }>(read);
};

/** One of several objects, which the word in one of their fields distinguishes. */
/* @__NO_SIDE_EFFECTS__ */
export const union =
  <Key extends string, M extends Readonly<Record<string, Reader<object>>>>(
    key: Key,
    kinds: M,
  ): Reader<{ [Kind in keyof M]: { readonly [K in Key]: Kind } & Read<M[Kind]> }[keyof M]> =>
  (value) => {
    const kind = text(record(value)?.[key]);
    const read = kind !== undefined && Object.hasOwn(kinds, kind) && kinds[kind]?.(value);
    return read ? ({ [key]: kind, ...read } as never) : undefined;
  };

export const readNetwork = oneOf(...networks);

/** What an id may hold: it becomes part of the address that the card is sent to, or names a payment. */
export const readIntentId = matching(/^[A-Za-z0-9_-]+$/);

/** The fields by which a payment is judged. */
const judgedPayment = openObject({ id: matching(/./s), status: text }, { amount: integer, currency: text });

const shownFields = { callback_url: text, source: record };
const shownOfSource = { message: text, response_code: text, transaction_url: text };

type Shown<F extends Readers> = Fields<Record<never, never>, F, undefined | null>;
type PaymentOnPage = Read<typeof judgedPayment> &
  Shown<{ callback_url: typeof text }> & {
    readonly source?: (Shown<typeof shownOfSource> & Readonly<Record<string, unknown>>) | null | undefined;
  };

/** Without the fields of another type: a payment that was made must not look lost by one. */
const withoutOdd = (fields: Readonly<Record<string, unknown>>, shown: Readers) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) =>
        value === null || !Object.hasOwn(shown, field) || shown[field]?.(value) !== undefined,
    ),
  );

/** Where the service takes the code of an STC Pay payment: a credential, and so in no payment that `readPayment` returns. */
export function readCodeUrl(value: unknown): string | undefined {
  const source = record(record(value)?.['source']);
  return source?.['type'] === 'stcpay' ? text(source['transaction_url']) : undefined;
}

/** Whether the payer may be sent to the source's `transaction_url`. To open that of another source could confirm the payment. */
export const isCardSource = (source: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  source?.['type'] === 'creditcard' || source?.['type'] === 'token';

/**
 * A payment as the service or the merchant's server sends it, without the token of its card: payments are handed to the
 * page, and a token is a credential for the merchant's server. Also without the number of the card in a wallet's device
 * (`dpan`) and without an address that no browser may open. A mobile number is masked.
 */
export const readPayment: Reader<PaymentOnPage> = (value) => {
  const judged = judgedPayment(value);
  const payment = judged && withoutOdd(judged, shownFields);
  if (!payment?.['source']) return payment as PaymentOnPage | undefined;
  const source: Record<string, unknown> = withoutOdd(
    payment['source'] as Readonly<Record<string, unknown>>,
    shownOfSource,
  );
  delete source['token'];
  delete source['dpan'];
  if (!isCardSource(source)) delete source['transaction_url'];
  if ('mobile' in source) {
    // Personal, and some messages repeat it.
    const mobile = String(source['mobile']);
    source['mobile'] = maskMobile(mobile);
    if (typeof source['message'] === 'string') source['message'] = maskMobileIn(source['message'], mobile);
  }
  return { ...payment, source } as PaymentOnPage;
};

/** An intent as the merchant's server sends it. `payment_id`: the id that the one payment on the intent will have. */
export const readIntent = object(
  { id: readIntentId, client_secret: matching(/^pi_secret_/) },
  { amount: integer, currency: text, payment_id: readIntentId },
);

/**
 * What the merchant's server has fixed of an order, beside its intent: these are sent with the payment instead of what
 * the page has set.
 */
export const readOrderTerms = object(
  {},
  {
    metadata: recordOf(text),
    splits: list(record),
    manual: boolean,
    invoice_id: text,
    apply_coupon: boolean,
  },
);

/**
 * Why the merchant's server lets nothing be paid: a payment of the order stands in the way, which the server may not know
 * yet. `payment_held`: the payment holds money that is not what was asked for.
 */
export const readBlockedOrder = object(
  { type: oneOf('order_paid', 'payment_open', 'payment_held') },
  { payment: readPayment },
);

/** Whatever may stand between the digits of a number. */
const gap = '[\\s.\\-()\u2010-\u2015]*';

/** All but the last two digits, by which the payer recognizes the number. */
const maskMobile = (mobile: string): string => mobile.replace(/.(?=..)/g, '•');

/** Masks a Saudi mobile number in a text, with the country code or without, in each writing of a service. */
export function maskMobileIn(text: string, mobile: string): string {
  const national = mobile.replace(/\D/g, '').slice(-9);
  if (national.length < 9) return text;
  const prefix = `(?:(?:(?:\\+|00)${gap})?966${gap})?(?:0${gap})?`;
  return text.replaceAll(new RegExp(prefix + [...national].join(gap), 'g'), maskMobile(`0${national}`));
}
