import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { cardSource, tokenContract } from '../wire/index.js';
import { uri } from '../wire/scalar.js';
import {
  cardOf,
  companyOf,
  cardProblems,
  maskNumber,
  findExpiredPart,
  type CardBehavior,
  type BankDecision,
} from './bank/cards.js';
import { json, metadataProblems } from './http/body.js';
import { challengeUrl, type SandboxEnv, pagesUrl } from './http/context.js';
import {
  optional,
  lenientFlag,
  lenientMetadata,
  type Metadata,
  lenientMonth,
  lenientYear,
} from './http/lenient.js';
import { operation } from './http/operation.js';
import { answerBareErrors } from './http/answer-error.js';
import { invalidFields, notFound, type Problems } from './http/refusal.js';
import { formatTime, createId, createSecret } from './store/clock.js';
import type { Namespace } from './namespace.js';

/** A card to be saved without a payment. Fields that it does not know are ignored. */
export const newToken = z.object({
  name: cardSource.shape.name,
  number: cardSource.shape.number,
  month: lenientMonth,
  year: lenientYear,
  cvc: cardSource.shape.cvc,
  /** Where the payer goes after the authentication; not needed for a token that is only saved. */
  callback_url: optional(uri),
  /** Save it without authentication: the token then pays once, and that payment authenticates the payer. */
  save_only: optional(lenientFlag),
  metadata: optional(lenientMetadata),
  /** The key, for clients that send no header. */
  publishable_api_key: optional(z.string()),
});
export type NewToken = z.infer<typeof newToken>;

/** What is kept of a card: how the bank treats it, and its masked number. */
interface StoredCard extends CardBehavior {
  readonly number: string;
}

export interface TokenRow {
  readonly id: string;
  readonly status: 'initiated' | 'active' | 'inactive';
  readonly card_json: string;
  readonly month: number;
  readonly year: number;
  readonly name: string;
  readonly metadata_json: string | null;
  /** Why the authentication failed, if it did. */
  readonly message: string | null;
  /** 1 for a token that was saved without authentication and pays once. */
  readonly once: number;
  /** 1 when such a token has paid. */
  readonly used: number;
  readonly callback_url: string | null;
  readonly challenge: string | null;
  readonly verification_url: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A card by its number in full. */
export const storedCardOf = (number: string): StoredCard => ({
  ...cardOf(number),
  number: maskNumber(number),
});

export const cardIn = ({ card_json: json }: TokenRow) => JSON.parse(json) as StoredCard;

export const fundingOf = ({ company }: CardBehavior) => (company === 'mada' ? 'debit' : 'credit');

const hasExpired = ({ year, month }: TokenRow, now: number) =>
  findExpiredPart(year, month, now) !== undefined;

/** Milliseconds that the payer has for the verification. */
const verificationTime = 900_000;

/** A token as it is answered. Only the answer that makes a token has its `verification_url`. A token ends with its card. */
export function buildTokenView(row: TokenRow, now: number, verificationUrl: string | null = null) {
  const card = cardIn(row);
  return {
    id: row.id,
    status: hasExpired(row, now) ? 'inactive' : row.status,
    brand: card.company,
    funding: fundingOf(card),
    country: 'SA',
    month: String(row.month).padStart(2, '0'),
    year: String(row.year),
    name: row.name,
    last_four: card.number.slice(-4),
    metadata: row.metadata_json === null ? null : (JSON.parse(row.metadata_json) as Metadata),
    message: row.message,
    verification_url: verificationUrl,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    expires_at: row.challenge === null ? null : formatTime(row.created_at + verificationTime),
  } satisfies z.infer<typeof tokenContract>;
}

/** A card to be kept, and how. */
interface SaveCardOptions {
  readonly card: StoredCard;
  readonly name: string;
  readonly month: string;
  readonly year: string;
  readonly metadata?: Metadata | undefined;
  readonly callbackUrl?: string | undefined;
  /** `by payment`: that payment authenticates it. `now`: the payer is sent to the bank. `none`: it pays once, unauthenticated. */
  readonly authentication: 'by payment' | 'now' | 'none';
  /** The sandbox's own address as the payer sees it. */
  readonly origin: string;
}

export function saveCard({ store, clock }: Namespace, options: SaveCardOptions): TokenRow {
  const now = clock.now();
  const { card } = options;
  const isVerified = options.authentication === 'now';
  const challenge = isVerified && card.needsChallenge ? createId() : null;
  const decided = isVerified && !card.needsChallenge ? decisionOf(card.decision, card) : undefined;
  return store.insert<TokenRow>('tokens', {
    id: createSecret('token_'),
    status: decided?.status ?? 'initiated',
    card_json: JSON.stringify(card),
    month: Number(options.month),
    year: Number(options.year),
    name: options.name,
    metadata_json: options.metadata ? JSON.stringify(options.metadata) : null,
    message: decided?.message ?? null,
    once: options.authentication === 'none' ? 1 : 0,
    callback_url: options.callbackUrl ?? null,
    challenge,
    verification_url: challenge && challengeUrl(options.origin, challenge),
    created_at: now,
    updated_at: now,
  });
}

export function requireToken({ store }: Pick<Namespace, 'store'>, id: string): TokenRow {
  const row = store.get<TokenRow>('SELECT * FROM tokens WHERE id = ?', id);
  if (!row) throw notFound('token');
  return row;
}

/** Forgets a saved card. Payments that were made with it stay. */
function deleteToken({ store }: Namespace, id: string): void {
  if (store.run('DELETE FROM tokens WHERE id = ?', id) === 0) throw notFound('token');
}

/** The saved card that pays, now used if it pays once. Call it inside the payment's transaction. */
export function useToken({ store, clock }: Namespace, id: string): TokenRow {
  const problem = (text: string) => invalidFields({ 'source.token': [text] });
  const row = store.get<TokenRow>('SELECT * FROM tokens WHERE id = ?', id);
  if (!row) throw problem('is not a known token');
  if (hasExpired(row, clock.now())) throw problem('is the token of an expired card');
  if (row.once === 1) {
    // Of several payments at once, this conditional update lets exactly one win.
    if (store.run('UPDATE tokens SET used = 1 WHERE id = ? AND used = 0', id) === 0)
      throw problem('pays once and has been used');
  } else if (row.status !== 'active') throw problem(`is ${row.status} and cannot pay`);
  return row;
}

/** The authentication counts, also when the bank then declines: the payer has proved that the card is theirs. */
function decisionOf({ approved, code, message }: BankDecision, { needsChallenge }: CardBehavior) {
  return approved || (needsChallenge && code !== undefined)
    ? ({ status: 'active', message: null } as const)
    : ({ status: 'inactive', message } as const);
}

/** Ends the wait of a token for its authentication. A token that waits no longer stays as it is. */
export function settleToken({ store, clock }: Namespace, id: string, decision: BankDecision): void {
  const row = store.get<TokenRow>('SELECT * FROM tokens WHERE id = ?', id);
  if (!row) return;
  const { status, message } = decisionOf(decision, cardIn(row));
  store.run(
    "UPDATE tokens SET status = ?, message = ?, updated_at = ? WHERE id = ? AND status = 'initiated' AND once = 0",
    status,
    message,
    clock.now(),
    id,
  );
}

export function tokenRoutes(app: Hono<SandboxEnv>): void {
  app.post(
    '/v1/tokens',
    operation({
      route: 'save-card',
      tag: 'tokens',
      summary: 'Save a card without a payment',
      keys: ['publishable'],
      answers: [201, tokenContract],
      refuses: [400],
    }),
    answerBareErrors,
    json(newToken, {
      more: (body, c) => ({
        ...cardProblems(body, '', c.var.namespace.clock.now()),
        ...metadataProblems(body, c),
        ...tokenProblems(body),
      }),
    }),
    (c) => {
      const { callback_url: callbackUrl, save_only: isOnce, ...wanted } = c.req.valid('json');
      const row = c.var.namespace.store.transaction(() =>
        saveCard(c.var.namespace, {
          ...wanted,
          card: storedCardOf(wanted.number),
          callbackUrl,
          authentication: isOnce ? 'none' : 'now',
          origin: pagesUrl(c),
        }),
      );
      return c.json(buildTokenView(row, c.var.namespace.clock.now(), row.verification_url), 201);
    },
  );

  app.get(
    '/v1/tokens/:id',
    operation({
      route: 'read-card',
      tag: 'tokens',
      summary: 'Retrieve a saved card',
      keys: ['secret'],
      answers: [200, tokenContract],
      refuses: [404],
    }),
    (c) =>
      c.json(buildTokenView(requireToken(c.var.namespace, c.req.param('id')), c.var.namespace.clock.now())),
  );

  app.delete(
    '/v1/tokens/:id',
    operation({
      route: 'delete-card',
      tag: 'tokens',
      summary: 'Forget a saved card',
      keys: ['secret'],
      answers: [204],
      refuses: [404],
    }),
    (c) => {
      deleteToken(c.var.namespace, c.req.param('id'));
      return c.body(null, 204);
    },
  );
}

function tokenProblems({
  number,
  save_only: isOnce,
  callback_url: callback,
}: Record<string, unknown>): Problems {
  return {
    ...(typeof number === 'string' && companyOf(number) === 'amex' && { number: ['cannot be saved'] }),
    // A card that is verified at once sends the payer away, so it needs a return address.
    ...((callback ?? null) === null &&
      isOnce !== true &&
      isOnce !== 'true' && { callback_url: ['is required'] }),
  };
}
