import * as z from 'zod/mini';
import { displayed, metadataContract, nullish, openEnum, timestamp, uri } from './scalar.js';
import { companies, issuerCardTypes } from './source.js';

/** `initiated` until the payer has been authenticated; `inactive` when that failed or the card has expired. */
export const tokenStatuses = ['initiated', 'active', 'inactive'] as const;

/** The form of a token's id. A token is a credential: it can be charged without the card. */
const tokenId = z.string().check(z.regex(/^token_\S+$/));

/** What the service promises of a saved card. */
export const tokenContract = z.looseObject({
  id: tokenId,
  status: z.enum(tokenStatuses),
  brand: z.enum(companies),
  funding: z.enum(issuerCardTypes),
  /** ISO 3166, two letters. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  /** Two digits. */
  month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/)),
  /** Four digits. */
  year: z.string().check(z.regex(/^\d{4}$/)),
  /** Card holder's name. */
  name: z.string(),
  last_four: z.string().check(z.regex(/^\d{4}$/)),
  metadata: nullish(metadataContract),
  /** Why the authentication failed, when it did. */
  message: nullish(z.string()),
  /** Where the payer is authenticated. Only the answer that makes the token has the address. */
  verification_url: nullish(uri),
  created_at: timestamp,
  updated_at: timestamp,
  /** Until when the payer can be authenticated: about 15 minutes after the token was made. */
  expires_at: nullish(timestamp),
});

/** How a saved card is read: only the id must be there. */
export const token = z.looseObject({
  id: z.string().check(z.minLength(1)),
  /** One of the known words, or one that came later: then treat it as not usable. */
  status: displayed(openEnum(tokenStatuses)),
  /** The service also writes `mastercard`, which reads as `master`. */
  brand: displayed(
    z.pipe(
      openEnum(companies),
      z.transform((brand) => (brand === 'mastercard' ? 'master' : brand)),
    ),
  ),
  funding: displayed(openEnum(issuerCardTypes)),
  country: displayed(z.string()),
  /** Text or a number. */
  month: displayed(z.union([z.string(), z.number()])),
  /** Text or a number. */
  year: displayed(z.union([z.string(), z.number()])),
  name: displayed(z.string()),
  last_four: displayed(z.string()),
  metadata: displayed(z.record(z.string(), z.unknown())),
  message: displayed(z.string()),
  verification_url: displayed(z.string()),
  created_at: displayed(z.string()),
  updated_at: displayed(z.string()),
  /** Until when the payer can be authenticated. */
  expires_at: displayed(z.string()),
});
export type Token = z.infer<typeof token>;

/** A saved card as the source of a payment. */
export const payTokenSource = z.strictObject({
  type: z.literal('token'),
  token: tokenId,
  /** Authorise without capture; interface 2.3. */
  manual: z.optional(z.boolean()),
});
export type PayTokenSource = z.infer<typeof payTokenSource>;
