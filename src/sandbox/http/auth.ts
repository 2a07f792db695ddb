import type { MiddlewareHandler } from 'hono';
import { Refusal } from './refusal.js';

export const secretKey = 'sk_test_sandbox';
export const publishableKey = 'pk_test_sandbox';

const needed = { [secretKey]: 'secret', [publishableKey]: 'publishable' } as const;

const unauthenticated = (message: string) => new Refusal(401, 'authentication_error', message);

/** HTTP Basic: the key is the user name, the password is empty; interface 5. Anything else is no key. */
export function keyIn(authorization: string | undefined): string | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*)$/i.exec(authorization ?? '')?.[1];
  const decoded = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  return /^((?:sk|pk)_(?:test|live)_[^:\s]+):$/.exec(decoded)?.[1];
}

/**
 * Lets a request pass that carries the key. A 401 has no `WWW-Authenticate` on purpose: it would make browsers ask the
 * payer for a password.
 */
export const requireKey =
  (key: keyof typeof needed): MiddlewareHandler =>
  async (c, next) => {
    const authorization = c.req.header('authorization');
    const sent = keyIn(authorization);
    if (!authorization) throw unauthenticated('No key. Send it by HTTP Basic, as the user name.');
    if (!sent)
      throw unauthenticated('Malformed key. Send it by HTTP Basic: the key as user name, no password.');
    if (!Object.hasOwn(needed, sent))
      throw unauthenticated(`Unknown key. The sandbox knows ${secretKey} and ${publishableKey}.`);
    if (sent !== key)
      throw new Refusal(403, 'authentication_error', `This needs the ${needed[key]} key, ${key}.`);
    await next();
  };
