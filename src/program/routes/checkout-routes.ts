import type { Handler, Hono, MiddlewareHandler } from 'hono';
import { isFromOwnPage } from '../../server/checkout/request-body.js';
import { respondJson, respondWithError } from '../../server/checkout/respond.js';
import { version } from '../../version.js';
import { readAsset } from '../page/assets.js';
import { renderCheckoutPage, type PageView } from '../page/checkout-page.js';
import type { Services } from '../services.js';
import { toOrder } from '../tokens/order-claims.js';
import { TokenError } from '../tokens/token-error.js';
import { findCaller } from './caller.js';
import { buildCorsHeaders, buildPreflightHeaders, isOwnOrigin, listAllowedOrigins } from './cross-origin.js';
import type { ServerEnv, ProgramContext } from './env.js';
import { createRateLimit } from './rate-limit.js';

/** A payer who tries card after card asks some ten times a minute; a page that waits for an answer asks more often. */
const orderRate = { burst: 60, perSecond: 2 };
const callerRate = { burst: 120, perSecond: 5 };
/** How often one refused origin is logged. */
const refusedOriginRate = { burst: 1, perSecond: 1 / 60 };

/** The page, and what the tag asks. */
export function addCheckoutRoutes(app: Hono<ServerEnv>, services: Services): void {
  const { settings, checkout, orders, verifier, metrics, log } = services;
  const limitOrder = createRateLimit(orderRate, Date.now);
  const limitCaller = createRateLimit(callerRate, Date.now);
  const limitRefusedOrigin = createRateLimit(refusedOriginRate, Date.now);

  const readCaller = (c: ProgramContext) =>
    findCaller(
      c.env.incoming?.socket?.remoteAddress,
      c.req.header('x-forwarded-for'),
      settings.trustedProxyCount,
    );

  /** Seconds to wait; 0 when the request may go on. */
  const findWaitSeconds = (caller: string | undefined, orderId?: string) => {
    const waits = [
      caller === undefined ? 0 : limitCaller(caller),
      orderId === undefined ? 0 : limitOrder(orderId),
    ];
    return Math.max(...waits);
  };

  const verify = async (c: ProgramContext) => {
    try {
      const token = await verifier.verify(c.req.param('token') ?? '');
      c.set('token', token);
      c.set('orderId', token.claims.sub);
      return token;
    } catch (error) {
      if (error instanceof TokenError) {
        metrics.refusedTokens.inc({ type: error.type });
        // Anybody can send a forged token; one that the shop has signed wrongly keeps its payers out.
        log[error.isSignedByShop ? 'warn' : 'info'](
          { type: error.type, reason: error.message },
          'token refused',
        );
      }
      throw error;
    }
  };

  app.get('/assets/:version/:file{.+}', async (c) => {
    const file = await readAsset(c.req.param('file'));
    if (!file) return respondWithError(404, 'not_found', 'There is nothing here.');
    // An older page may ask a newer process during an update: serve the current file uncached.
    const keep = c.req.param('version') === version ? 'public, max-age=31536000, immutable' : 'no-cache';
    const headers = {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': keep,
      'x-content-type-options': 'nosniff',
      // The tag on a shop's own page may load it, with `crossorigin`.
      'access-control-allow-origin': '*',
    };
    return new Response(new Uint8Array(file), { headers });
  });

  app.get('/checkout/:token', async (c) => {
    // The page's own addresses are relative to one without a slash at its end.
    if (new URL(c.req.url).pathname.endsWith('/'))
      return c.redirect(`../${encodeURIComponent(c.req.param('token'))}`, 308);
    const acceptLanguage = c.req.header('accept-language') ?? '';
    const show = (view: PageView) => renderCheckoutPage(settings, view, acceptLanguage);
    try {
      const { claims, isExpired } = await verify(c);
      if (findWaitSeconds(readCaller(c), claims.sub) > 0) return await show({ kind: 'unavailable' });
      const paid = await services.readPaid(claims.sub);
      if (paid) return await show({ kind: paid.verdict, claims, price: paid.price });
      if (isExpired) return await show({ kind: 'expired', claims });
      if (!(await orders.saveClaims(claims))) return await show({ kind: 'changed', claims });
      return await show({ kind: 'form', claims, token: c.req.param('token') });
    } catch (error) {
      if (error instanceof TokenError && error.type !== 'keys_unavailable') return show({ kind: 'invalid' });
      services.onError(error);
      return show({ kind: 'unavailable' });
    }
  });

  /**
   * CORS headers are set on errors too, so that a page of another origin can read them. Without a valid token the origins
   * of the order are not known, and none are set.
   */
  const withOrigin: MiddlewareHandler<ServerEnv> = async (c, next) => {
    const { claims } = await verify(c);
    const asked = c.req.header('origin');
    const origins = listAllowedOrigins(settings, claims);
    const origin = asked !== undefined && origins.includes(asked) ? asked : undefined;
    const isRefused = asked !== undefined && origin === undefined && !isOwnOrigin(c.req, asked, settings);
    if (isRefused && limitRefusedOrigin(asked) === 0)
      log.warn({ origin: asked.slice(0, 200), allowed: origins }, 'origin refused');
    if (c.req.method === 'OPTIONS')
      return origin === undefined
        ? respondWithError(403, 'origin_not_allowed', 'Pages of this origin may not ask about the order.')
        : respondJson(204, undefined, buildPreflightHeaders(origin));
    await next();
    if (origin !== undefined)
      for (const [name, value] of Object.entries(buildCorsHeaders(origin))) c.res.headers.set(name, value);
    return undefined;
  };

  const handleAction =
    (action: 'intent' | 'status'): Handler<ServerEnv> =>
    async (c) => {
      const { claims, isExpired } = c.get('token');
      // The status stays readable after the token expires.
      const isAboutPayment = action === 'status';
      // The checkout refuses what a page of another site can send, and it must not count here either.
      if (c.req.method === 'POST' && !isFromOwnPage(c.req.raw)) return checkout.fetch(c.req.raw);
      if (isExpired && !isAboutPayment)
        throw new TokenError('token_expired', 'The order token’s `exp` has passed.');
      const caller = readCaller(c);
      const wait = findWaitSeconds(caller, claims.sub);
      if (wait > 0)
        return respondWithError(429, 'too_many_attempts', 'Too many requests. Wait, then try again.', {
          'retry-after': String(wait),
        });
      const order = isAboutPayment ? toOrder(claims) : await orders.saveClaims(claims);
      if (!order)
        throw new TokenError(
          'order_changed',
          'The shop has made a newer token of this order, at other terms.',
        );
      return checkout.fetch(orders.attachOrder(c.req.raw, order, caller));
    };
  for (const action of ['intent', 'status'] as const)
    app.all(`/checkout/:token/${action}`, withOrigin, handleAction(action));

  const { applePayDomain } = settings;
  if (applePayDomain !== undefined)
    app.get('/.well-known/apple-developer-merchantid-domain-association', (c) => c.text(applePayDomain));

  app.all('/webhook', (c) => checkout.fetch(c.req.raw));
}
