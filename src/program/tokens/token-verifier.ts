import { createRemoteJWKSet, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import type { OrderKeys } from '../settings/settings.js';
import { readClaims, type OrderClaims } from './order-claims.js';
import { TokenError } from './token-error.js';

export interface VerifiedToken {
  readonly claims: OrderClaims;
  /** `exp` has passed: nothing may be paid by the token any more, but what was paid may be asked about. */
  readonly isExpired: boolean;
}

export interface TokenVerifier {
  /** @throws {TokenError} when anything but the token's age is wrong. */
  verify(token: string): Promise<VerifiedToken>;
}

/** Longer ones do not fit into an address that every proxy takes. */
const maxTokenLength = 6000;

/** How far the shop's clock may be ahead of this one, as for the webhooks that the shop reads. */
const maxClockAheadSeconds = 300;

const verifyOptions = { requiredClaims: ['exp'], clockTolerance: maxClockAheadSeconds };

/** After this, a key that the shop has withdrawn is refused. */
const jwksMaxAgeMs = 600_000;
/** Between two reads of the key set, whether the first one succeeds or fails. */
const jwksCooldownMs = 30_000;
/** The library reads the key set once; `createJwksCheck` decides when it is read again. */
const jwksOptions = { timeoutDuration: 5000, cooldownDuration: Infinity, cacheMaxAge: Infinity };

/** Checks a signature, and answers the payload. */
type Check = (token: string, kid: string | undefined) => Promise<JWTPayload>;

/**
 * Checks order tokens. The algorithm is the program's own choice, by the kind of its keys, never the token's: a token
 * that names another one, or none, is refused before its signature is looked at.
 */
export function createTokenVerifier(
  keys: OrderKeys,
  onError: (error: unknown) => void = () => undefined,
): TokenVerifier {
  const [algorithm, check]: [string, Check] =
    keys.kind === 'secrets'
      ? ['HS256', createSecretCheck(keys)]
      : ['ES256', createJwksCheck(keys.url, onError)];

  return {
    async verify(token) {
      if (token.length > maxTokenLength) throw invalid(`is longer than ${maxTokenLength} characters`);
      const { alg, kid } = readHeader(token);
      if (alg !== algorithm) throw invalid(`must be signed with ${algorithm}, and nothing else`);
      try {
        return judgeAge(readIssuedClaims(await check(token, kid)));
      } catch (error) {
        // Thrown after the signature was found right.
        if (error instanceof errors.JWTExpired) return judgeAge(readIssuedClaims(error.payload));
        // A time that is no number: `readIssuedClaims` refuses it in its own words, and takes null for none.
        const isNoNumber = error instanceof errors.JWTClaimValidationFailed && error.reason === 'invalid';
        if (isNoNumber) return judgeAge(readIssuedClaims(error.payload));
        throw explain(error);
      }
    },
  };
}

/** The library tolerates as much after `exp` as before `nbf`, and no token may be paid by for longer than it says. */
const judgeAge = (claims: OrderClaims): VerifiedToken => ({
  claims,
  isExpired: claims.exp <= Date.now() / 1000,
});

/**
 * Refuses an `iat` in the future, because the later one of two counts: every token that the shop makes once its clock is
 * right again would be older, and refused.
 */
function readIssuedClaims(payload: unknown): OrderClaims {
  const claims = readClaims(payload);
  const latest = Date.now() / 1000 + maxClockAheadSeconds;
  // The library does not come to `nbf` if another time is null.
  if ((claims.nbf ?? 0) > latest) throw createUnfulfilledError('nbf');
  if ((claims.iat ?? 0) > latest)
    throw new TokenError(
      'invalid_token',
      'The order token’s `iat` lies in the future. Compare the clocks of the shop and of this server.',
      { isSignedByShop: true },
    );
  return claims;
}

const createUnfulfilledError = (claim: string) =>
  new TokenError('invalid_token', `The order token’s \`${claim}\` is not fulfilled.`, {
    isSignedByShop: true,
  });

const invalid = (problem: string) => new TokenError('invalid_token', `The order token ${problem}.`);

function readHeader(token: string): { readonly alg?: unknown; readonly kid: string | undefined } {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return { alg, kid: typeof kid === 'string' ? kid : undefined };
  } catch {
    throw invalid('is no JWT');
  }
}

/** A token that names no key is checked with each of the few keys: many libraries write no `kid` unless they must. */
function createSecretCheck({ secrets }: Extract<OrderKeys, { kind: 'secrets' }>): Check {
  const encoder = new TextEncoder();
  const keys = secrets.map(({ kid, secret }) => ({ kid, key: encoder.encode(secret) }));
  return async (token, kid) => {
    const candidates = keys.filter((each) => kid === undefined || each.kid === kid);
    if (candidates.length === 0) throw invalid('names a key (`kid`) that ORDER_KEYS does not have');
    for (const [index, { key }] of candidates.entries()) {
      try {
        return (await jwtVerify(token, key, { ...verifyOptions, algorithms: ['HS256'] })).payload;
      } catch (error) {
        const isWrongKey = error instanceof errors.JWSSignatureVerificationFailed;
        if (!isWrongKey || index === candidates.length - 1) throw error;
      }
    }
    throw invalid('has a wrong signature');
  };
}

/**
 * While the key set cannot be read, the last one goes on: a shop whose server is away can still be paid. The key set is
 * fetched at most twice a minute, however many unknown keys are named.
 */
function createJwksCheck(url: URL, onError: (error: unknown) => void): Check {
  const keys = createRemoteJWKSet(url, jwksOptions);
  let readAt = -Infinity;
  let triedAt = -Infinity;
  let reportedAt = -Infinity;
  let reading: Promise<void> | undefined;

  const read = () =>
    (reading ??= readKeys().finally(() => {
      reading = undefined;
    }));

  async function readKeys(): Promise<void> {
    triedAt = Date.now();
    try {
      await keys.reload();
      readAt = triedAt;
    } catch (error) {
      const goesOn = keys.jwks() ? ', and the last one goes on' : '';
      // Without a key set, each token is a try.
      if (isPast(reportedAt, jwksCooldownMs)) {
        reportedAt = triedAt;
        onError(new Error(`The key set of ORDER_KEYS cannot be read${goesOn}: ${String(error)}`));
      }
      if (!keys.jwks()) throw error;
    }
  }

  const isPast = (since: number, ms: number) => Math.abs(Date.now() - since) >= ms;
  const check = async (token: string) =>
    (await jwtVerify(token, keys, { ...verifyOptions, algorithms: ['ES256'] })).payload;

  return async (token) => {
    const isStale = isPast(readAt, jwksMaxAgeMs) && isPast(triedAt, jwksCooldownMs);
    if (!keys.jwks() || isStale || reading) await read();
    try {
      return await check(token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !isPast(triedAt, jwksCooldownMs)) throw error;
      await read();
      return check(token);
    }
  };
}

function explain(error: unknown): TokenError {
  if (error instanceof TokenError) return error;
  if (error instanceof errors.JWSSignatureVerificationFailed) return invalid('has a wrong signature');
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === 'missing'
      ? new TokenError('invalid_token', `The order token’s \`${error.claim}\` is missing.`, {
          isSignedByShop: true,
        })
      : createUnfulfilledError(error.claim);
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return invalid('must name its key (`kid`), one that the key set has');
  const isOfToken =
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JOSEAlgNotAllowed;
  if (isOfToken) return invalid('is no JWT of the form that is expected here');
  return new TokenError('keys_unavailable', 'The keys of ORDER_KEYS cannot be read now. Try again soon.');
}
