import type { ProgramSettings } from '../settings/settings.js';
import type { OrderClaims } from '../tokens/order-claims.js';

/** Pages that may ask about an order: the shop's, and those of the address that the payer comes back to. */
export function findAllowedOrigin(
  origin: string | undefined,
  { shop }: ProgramSettings,
  claims: OrderClaims,
): string | undefined {
  const origins = [shop.url, claims.callback_url].flatMap((address) =>
    address === undefined ? [] : [new URL(address).origin],
  );
  return origin !== undefined && origins.includes(origin) ? origin : undefined;
}

/** What a page of such an origin may read. No cookies take part, so none are allowed. */
export const buildCorsHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'retry-after',
  vary: 'origin',
});

/** The answer to a preflight. */
export const buildPreflightHeaders = (origin: string): Record<string, string> => ({
  ...buildCorsHeaders(origin),
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'accept, content-type',
  'access-control-max-age': '7200',
});
