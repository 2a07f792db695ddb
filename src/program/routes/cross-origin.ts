import type { HonoRequest } from 'hono';
import type { ProgramSettings } from '../settings/settings.js';
import type { OrderClaims } from '../tokens/order-claims.js';

/** Pages that may ask about an order: the shop's, and those of the address that the payer comes back to. */
export function listAllowedOrigins({ shop }: ProgramSettings, claims: OrderClaims): readonly string[] {
  const origins = [shop.url, claims.callback_url].flatMap((address) =>
    address === undefined ? [] : [new URL(address).origin],
  );
  return [...new Set(origins)];
}

/** Whether a page of the program itself asks: a browser names the origin of each POST, and needs no permission there. */
export function isOwnOrigin(
  request: Pick<HonoRequest, 'header'>,
  origin: string,
  { publicUrl }: Pick<ProgramSettings, 'publicUrl'>,
): boolean {
  return request.header('sec-fetch-site') === 'same-origin' || origin === new URL(publicUrl).origin;
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
  'access-control-allow-headers': 'accept, content-type, x-requested-with',
  'access-control-max-age': '7200',
});
