import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { isLoopback } from '../../wire/url.js';
import { faultHeader } from '../faults/faults.js';
import type { SandboxEnv } from './context.js';

/**
 * Keeps web pages out that have nothing to do with the developer's work. Any page in a browser on this machine can
 * send requests to the sandbox, so only pages of this machine may (and those of `allowOrigins`). The host's name is
 * checked as well, because a page can point its own name at this machine and then count as the same origin.
 */

/** What browsers send instead of an origin for a page that was opened from a file. */
const fromFile = 'null';

/** An origin as browsers write it, such as `https://shop.example`, or `null`. Throws for anything else. */
export function parseOrigin(text: string): string {
  if (text === fromFile) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text.toLowerCase().replace(/\/$/, ''))
    throw new Error(`"${text}" is not an origin such as https://shop.example.`);
  return url.origin;
}

/** The name in a `Host` header, without its port. Undefined for what is no host. */
function hostName(host: string): string | undefined {
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  const { hostname, pathname } = new URL(`http://${host}`);
  return pathname === '/' ? hostname : undefined;
}

/** The sandbox's own origin, by whichever of its addresses the request came. */
const originOfSandbox = (c: Context) => new URL(c.req.url).origin;

/** Whether the request comes from a page of the sandbox, or from no page at all. */
export function isOwnPage(c: Context): boolean {
  const origin = c.req.header('origin');
  return origin === undefined || origin === originOfSandbox(c);
}

/** Who may use a sandbox. */
export interface AllowedOrigins {
  readonly host: (name: string | undefined) => boolean;
  readonly origin: (origin: string) => boolean;
}

export function parseAllowedOrigins(allowOrigins: readonly string[]): AllowedOrigins {
  const allowed = new Set(allowOrigins.map(parseOrigin));
  const names = new Set(
    [...allowed].filter((origin) => origin !== fromFile).map((origin) => new URL(origin).hostname),
  );
  return {
    host: (name) => name !== undefined && (isLoopback(name) || names.has(name)),
    origin: (origin) =>
      allowed.has(origin) ||
      (URL.canParse(origin) && new URL(origin).origin === origin && isLoopback(new URL(origin).hostname)),
  };
}

/** The origin of the page that a request comes from; undefined when it comes from no page, or does not say. */
function originOfPage(c: Context): string | undefined {
  const origin = c.req.header('origin');
  if (origin !== undefined) return origin;
  // Only requests that send data have an `Origin`. These headers show a script, an image or a frame of another site.
  if (c.req.header('sec-fetch-site') !== 'cross-site' || c.req.header('sec-fetch-dest') === 'document')
    return undefined;
  const referer = c.req.header('referer') ?? '';
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}

function isAllowed(c: Context<SandboxEnv>, allowed: AllowedOrigins): boolean {
  const host = c.req.header('host');
  if (host !== undefined || c.env.isOverNetwork)
    if (!allowed.host(host === undefined ? undefined : hostName(host))) return false;
  // A page cannot set this header, and a page that is sent without a referrer has the origin `null` even here.
  if (c.req.header('sec-fetch-site') === 'same-origin') return true;
  const page = originOfPage(c);
  return page === undefined || page === originOfSandbox(c) || allowed.origin(page);
}

/** How many refusals are written to the console: enough to find one's own mistake. */
const warnings = 5;

/** Answers pages that are not allowed with an empty 403, and tells the developer on the console how to allow them. */
export function refuseForeign(allowed: AllowedOrigins): MiddlewareHandler<SandboxEnv> {
  const seen = new Set<string>();
  return async (c, next) => {
    if (isAllowed(c, allowed)) return next();
    const who = `host ${c.req.header('host') ?? '(none)'}, page ${originOfPage(c) ?? '(none)'}`;
    if (seen.size < warnings && !seen.has(who)) {
      seen.add(who);
      process.stderr.write(
        `Refused a request (${JSON.stringify(who)}). To allow a page and its host: --allow-origin ORIGIN\n`,
      );
    }
    return c.body(null, 403);
  };
}

/** Lets the pages that are allowed read the answers. */
export function allowCors({ origin: isAllowedOrigin }: AllowedOrigins): MiddlewareHandler<SandboxEnv> {
  const allow = (...more: readonly string[]) =>
    cors({
      origin: (origin, c) => (origin === originOfSandbox(c) || isAllowedOrigin(origin) ? origin : null),
      allowHeaders: ['Authorization', 'Content-Type', 'X-Moyasar-Form-Version', ...more],
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      maxAge: 600,
    });
  const [asService, withFaults] = [allow(), allow(faultHeader)];
  // The service itself does not know the header, so the answer names the header only to a page that asks for it.
  const asksForFaults = new RegExp(faultHeader, 'i');
  return (c, next) =>
    asksForFaults.test(c.req.header('access-control-request-headers') ?? '')
      ? withFaults(c, next)
      : asService(c, next);
}
