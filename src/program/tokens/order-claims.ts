import * as z from 'zod/mini';
import type { Order } from '../../entries/server.js';
import {
  findBrokenText,
  isOrderId,
  keptText,
  orderTerms,
  ownRecordPrefix,
} from '../../server/checkout/terms.js';
import { createPaymentIntent, currency, splitRequest } from '../../wire/index.js';
import { dropNulls } from '../../wire/json.js';
import { isSecureUrl } from '../../wire/url.js';
import { isLanguageTag } from '../language-tag.js';
import { TokenError } from './token-error.js';

const { amount, description } = createPaymentIntent.shape;

/** An address that a payer may be sent to, without credentials in it. */
function isSafeAddress(value: string): boolean {
  if (!URL.canParse(value) || value.length > 2000) return false;
  const url = new URL(value);
  return isSecureUrl(url) && url.username === '' && url.password === '';
}

/** Milliseconds are refused: taken for seconds, they would be thousands of years away, and the token would never expire. */
const seconds = z.int().check(z.gte(0), z.lt(100_000_000_000));

/** What a claim must be, where its schema has no sentence. */
const wanted: Readonly<Record<string, string>> = {
  sub: 'must be the order’s id, a string of 1 to 100 characters: "7" instead of 7',
  amount: 'must be a whole number from 100 on, in the smallest currency unit, such as 1999 for 19.99 SAR',
  callback_url: 'must be an https address; plain http is for this machine only',
  exp: 'must be a whole number of seconds since 1970',
  iat: 'must be a whole number of seconds since 1970',
  nbf: 'must be a whole number of seconds since 1970',
  description: 'must be a string of at most 8000 characters',
  save_card: 'must be "offer" or "always"',
  metadata: 'takes strings only: write numbers and dates as strings',
  coupons: 'is wrong: a coupon is { "id": "…", "percent": 10, "max_discount": 5000 }, the last one optional',
  lines: 'is wrong: a line is { "text": "Dates, 1 kg", "amount": 10000 }',
};

/** One line of what is bought, shown on the page and nowhere else. */
const orderLine = z.strictObject({
  text: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Integer, smallest currency unit; below zero for what is taken off. */
  amount: z.int(),
});

/** A discount that the service may grant on this order; any other one is a mismatch. */
const coupon = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  percent: z.number().check(z.gt(0), z.lte(100)),
  /** Integer, smallest currency unit. */
  max_discount: z.optional(z.int().check(z.gte(1))),
});

/**
 * What a shop signs. Strict, because a claim that is not known may be a misspelt one: an order without its `splits`
 * would be paid to the wrong hands.
 */
const orderClaims = z.strictObject({
  /** The order's id. */
  sub: z.string().check(
    z.regex(/^[^\p{C}\p{Z}][^\p{C}]{0,99}$/u),
    z.refine(isOrderId, { error: `must not begin with ${ownRecordPrefix}` }),
    // Such an order could be paid, and no address could reach it to refund it.
    z.refine((id) => id !== '.' && id !== '..', {
      error: 'must not be "." or "..": addresses leave them out',
    }),
  ),
  /** Integer, smallest currency unit, at least 100. */
  amount,
  currency,
  callback_url: z.string().check(z.refine(isSafeAddress)),
  /** Seconds since 1970: until then the order can be paid. */
  exp: seconds,
  /** Seconds since 1970: of two tokens of one order, the one that was issued later counts. */
  iat: z.optional(seconds),
  nbf: z.optional(seconds),
  jti: z.optional(z.string()),
  iss: z.optional(z.string()),
  description,
  metadata: orderTerms.shape.metadata,
  splits: z.optional(z.array(splitRequest).check(z.maxLength(50))),
  manual: z.optional(z.boolean()),
  invoice_id: z.optional(z.uuid()),
  coupons: z.optional(z.array(coupon).check(z.maxLength(20))),
  /** Whether the page keeps the card: if the payer wants, or always. */
  save_card: z.optional(z.enum(['offer', 'always'])),
  lang: z.optional(z.string().check(z.refine(isLanguageTag, { error: 'must be a language such as ar' }))),
  lines: z.optional(z.array(orderLine).check(z.maxLength(100))),
});
export type OrderClaims = z.infer<typeof orderClaims>;

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/**
 * Some languages write null for nothing, and `[]` for an empty map. So null is absent, at every depth, and `[]` is an empty
 * map where a map is wanted.
 */
function readEmptiness(payload: unknown): unknown {
  const claims = dropNulls(payload);
  if (!isMap(claims) || !Array.isArray(claims['metadata']) || claims['metadata'].length > 0) return claims;
  return { ...claims, metadata: {} };
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The claims of a token whose signature is right. */
export function readClaims(payload: unknown): OrderClaims {
  const result = orderClaims.safeParse(readEmptiness(payload));
  if (result.success) {
    const broken = findBrokenText(result.data);
    if (broken !== undefined) throw createClaimError(broken, `must be ${keptText}`);
    return result.data;
  }
  const issue = result.error.issues[0] as Issue;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys?.[0] : undefined;
  const claim = [...issue.path, ...(unknown === undefined ? [] : [unknown])].map(String).join('.');
  throw createClaimError(claim, problemOf(issue, payload));
}

const createClaimError = (claim: string, problem: string) =>
  new TokenError('invalid_token', `The order token’s \`${claim}\` ${problem}.`, { isSignedByShop: true });

function problemOf({ code, path, message }: Issue, payload: unknown): string {
  if (code === 'unrecognized_keys') return 'is not a claim that is known here';
  const [name] = path;
  const isMissing = path.length === 1 && (Object(payload)[String(name)] ?? null) === null;
  if (isMissing) return 'is missing';
  // A schema with a sentence has said what is wrong.
  if (code === 'custom' && message !== 'Invalid input') return message;
  return wanted[String(name)] ?? (message === 'Invalid input' ? 'is not valid' : message);
}

/** The order as the checkout takes it. */
export function toOrder(claims: OrderClaims): Order {
  const { sub, amount, currency, callback_url, description, metadata, splits, manual, invoice_id, coupons } =
    claims;
  return {
    id: sub,
    amount,
    currency,
    callbackUrl: callback_url,
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { metadata }),
    ...(splits !== undefined && { splits }),
    ...(manual !== undefined && { manual }),
    ...(invoice_id !== undefined && { invoiceId: invoice_id }),
    ...(coupons !== undefined && {
      coupons: coupons.map(({ id, percent, max_discount: maxDiscount }) => ({
        id,
        percent,
        ...(maxDiscount !== undefined && { maxDiscount }),
      })),
    }),
  };
}
