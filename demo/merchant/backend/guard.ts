import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { secureHeaders } from 'hono/secure-headers';
import { styleDigest } from './checkout-page.js';

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/** No foreign name for this host, and no orders from foreign pages. */
const ownPagesOnly: MiddlewareHandler = async (c, next) => {
  const { hostname, origin } = new URL(c.req.url);
  if (!loopback.includes(hostname)) return c.text('This shop is open on this machine only.', 421);
  const from = c.req.header('origin');
  if (c.req.method !== 'GET' && from !== undefined && from !== origin)
    return c.json({ message: 'Not from this page.' }, 403);
  return next();
};

/** The search in the documents is compiled to WebAssembly. */
const searchable: MiddlewareHandler = async (c, next) => {
  await next();
  const policy = c.res.headers.get('content-security-policy');
  if (policy && c.req.path.startsWith('/docs/'))
    c.header(
      'content-security-policy',
      policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
    );
};

/** What the pages may load and talk to: the shop, and the payment service for `<pay-checkout>`. */
export const guard = (service: string): MiddlewareHandler =>
  every(
    searchable,
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", styleDigest],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", service],
        // Where the playground's form may live.
        frameSrc: [service.replace('127.0.0.1', 'localhost')],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['pay-checkout', 'pay-result'],
      },
      referrerPolicy: 'same-origin',
      strictTransportSecurity: false,
      xFrameOptions: 'DENY',
    }),
    ownPagesOnly,
  );
