import type { Context } from 'hono';
import type { Namespace } from '../namespace.js';
import type { SandboxEnv, KeyKind, SentKey } from './context.js';
import { keyIn, namespaceName, publishableKey, publishableKeyOf, secretKey, secretKeyOf } from '../keys.js';
import { RequestError } from './refusal.js';

const missing = 'No key. Send it by HTTP Basic, as the user name.';
const malformed = 'Malformed key. Send it by HTTP Basic: the key as user name, no password.';
const unknown = `Unknown key. The sandbox knows ${secretKey} and ${publishableKey}, and sk_test_<name> with pk_test_<name> for a namespace of its own; <name> has 1 to 64 characters of a-z, 0-9, _ and -.`;

const none = (problem: string): SentKey => ({ kind: 'none', problem });

/** Reads a key. A live key is unknown to the sandbox, whatever follows. */
export function parseKey(key: string | undefined): SentKey {
  if (key === undefined) return none(malformed);
  const [, kind, namespace] = /^(sk|pk)_test_(.+)$/.exec(key) ?? [];
  if (namespace === undefined || !namespaceName.test(namespace)) return none(unknown);
  return { kind: kind === 'sk' ? 'secret' : 'publishable', namespace };
}

/** The key of a request to the service. Some clients send it in the body of what a browser sends, without a header. */
export async function keyOfService(c: Context<SandboxEnv>): Promise<SentKey> {
  const authorization = c.req.header('authorization');
  if (authorization) return parseKey(keyIn(authorization));
  if (c.req.method !== 'POST' || !/^\/v1\/(payments|tokens|applepay\/initiate)$/.test(c.req.path))
    return none(missing);
  const key = (await parsedBody(c))['publishable_api_key'];
  if (key === undefined) return none(missing);
  if (typeof key !== 'string') return none(malformed);
  // A secret key has no place in a page, so it is refused where a page would put it.
  return key.startsWith('pk_') ? parseKey(key) : none('Malformed key: publishable_api_key begins with pk_.');
}

/** The key of a control, by HTTP Basic or as a bearer token; undefined when there is none. */
export function keyOfControl(c: Context<SandboxEnv>): SentKey | undefined {
  const authorization = c.req.header('authorization');
  if (!authorization) return undefined;
  return parseKey(/^bearer +(\S+)$/i.exec(authorization)?.[1] ?? keyIn(authorization));
}

/** The body as an object; empty when it is none. Its schema says what is wrong with the body. */
export async function parsedBody(c: Context): Promise<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(await c.req.text());
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Throws unless the key is of a kind that is wanted: 401 for no key of any namespace, 403 for the other key. */
export function requireKey(
  key: SentKey,
  wanted: readonly KeyKind[],
  { name, decisions }: Pick<Namespace, 'name' | 'decisions'>,
): void {
  if (key.kind === 'none') throw new RequestError(401, 'authentication_error', key.problem);
  if (wanted.includes(key.kind)) return;
  const own = wanted.includes('secret') ? secretKeyOf(name) : publishableKeyOf(name);
  const type = decisions.current.forbiddenKey;
  throw new RequestError(403, type, `This needs the ${wanted.join(' or ')} key, ${own}.`);
}

/** Only a secret key creates a namespace, so that a mistyped publishable key is refused at once. */
export const rejectUnknownNamespace = (namespace: string): SentKey =>
  none(`Unknown key. A namespace begins with its secret key; nobody has sent ${secretKeyOf(namespace)} yet.`);
