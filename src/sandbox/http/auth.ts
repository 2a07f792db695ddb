import type { Context, MiddlewareHandler } from 'hono';
import { Refusal } from './refusal.js';

/** The keys that the sandbox knows. */
export const secretKey = 'sk_test_sandbox';
export const publishableKey = 'pk_test_sandbox';

/** The two kinds of key. */
export type KeyKind = 'secret' | 'publishable';

const kinds: Readonly<Record<string, KeyKind>> = {
  [secretKey]: 'secret',
  [publishableKey]: 'publishable',
};
const keys = { secret: secretKey, publishable: publishableKey } as const;

const unauthenticated = (message: string) => new Refusal(401, 'authentication_error', message);

/**
 * The key in an `Authorization` header: by HTTP Basic, as the user name with an empty password. Some clients leave
 * out the colon between the two.
 */
export function keyIn(authorization: string | undefined): string | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*)$/i.exec(authorization ?? '')?.[1];
  const decoded = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  return /^((?:sk|pk)_(?:test|live)_[^:\s]+):?$/.exec(decoded)?.[1];
}

/** The key that some clients send in the body, when there is no header. A secret key has no place there. */
async function keyInBody(c: Context): Promise<string | undefined> {
  const key = (await bodyOf(c))['publishable_api_key'];
  if (typeof key !== 'string') return undefined;
  if (!key.startsWith('pk_')) throw unauthenticated('Malformed key: publishable_api_key begins with pk_.');
  return key;
}

/** The body as an object; empty when it is none. What is wrong with it is said later. */
async function bodyOf(c: Context): Promise<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(await c.req.text());
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The kind of the key that was sent. Throws a 401 when there is none that the sandbox knows. */
function kindOf(authorization: string | undefined, inBody: string | undefined): KeyKind {
  if (!authorization && inBody === undefined)
    throw unauthenticated('No key. Send it by HTTP Basic, as the user name.');
  const sent = authorization ? keyIn(authorization) : inBody;
  if (sent === undefined)
    throw unauthenticated('Malformed key. Send it by HTTP Basic: the key as user name, no password.');
  const kind = Object.hasOwn(kinds, sent) ? kinds[sent] : undefined;
  if (!kind) throw unauthenticated(`Unknown key. The sandbox knows ${secretKey} and ${publishableKey}.`);
  return kind;
}

function requireKind(kind: KeyKind, wanted: KeyKind): void {
  if (kind !== wanted)
    throw new Refusal(403, 'authentication_error', `This needs the ${wanted} key, ${keys[wanted]}.`);
}

/**
 * Lets requests pass that carry the key. A 401 has no `WWW-Authenticate` on purpose: it would make browsers ask the
 * payer for a password.
 */
export const requireKey =
  (wanted: KeyKind): MiddlewareHandler =>
  async (c, next) => {
    requireKind(kindOf(c.req.header('authorization'), undefined), wanted);
    await next();
  };

/** The same for the publishable key, which may also stand in the body. */
export const requirePublishableKey: MiddlewareHandler = async (c, next) => {
  const header = c.req.header('authorization');
  requireKind(kindOf(header, header ? undefined : await keyInBody(c)), 'publishable');
  await next();
};

/** For a payment: one that fulfils an intent needs the publishable key, any other takes both kinds. */
export const requirePaymentKey: MiddlewareHandler = async (c, next) => {
  const header = c.req.header('authorization');
  const kind = kindOf(header, header ? undefined : await keyInBody(c));
  if (Object.hasOwn(await bodyOf(c), 'client_secret')) requireKind(kind, 'publishable');
  await next();
};
