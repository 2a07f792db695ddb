import type { Hono, MiddlewareHandler } from 'hono';
import { expireOpenChallenges } from '../expire-challenges.js';
import type { Namespaces } from '../namespaces.js';
import { keyOfControl, keyOfService, parseKey, requireKey, rejectUnknownNamespace } from './auth.js';
import { type SandboxEnv, namespaceOfCode } from './context.js';
import { respondWithRequestError } from './answer-error.js';
import { notFound, RequestError } from './refusal.js';

/**
 * Finds the namespace of a request: by its key under `/v1` and `/sandbox`, by the address for pages. A request that names
 * none belongs to the first namespace, where its refusal is logged too.
 */
export const chooseNamespace =
  (namespaces: Namespaces): MiddlewareHandler<SandboxEnv> =>
  async (c, next) => {
    const [, area, name = ''] = c.req.path.split('/');
    if (area === 'v1') {
      const key = await keyOfService(c);
      const namespace = key.kind === 'secret' ? namespaces.openOrCreate(key.namespace) : undefined;
      const named = key.kind === 'publishable' ? key.namespace : namespaceOfCode(c);
      const found = namespace ?? (named === undefined ? namespaces.first : namespaces.find(named));
      c.set('key', found || key.kind !== 'publishable' ? key : rejectUnknownNamespace(key.namespace));
      c.set('namespace', found ?? namespaces.first);
    } else if (area === 'sandbox') {
      const key = keyOfControl(c);
      if (key) requireKey(key, ['secret'], namespaces.first);
      c.set(
        'namespace',
        key && key.kind !== 'none' ? namespaces.openOrCreate(key.namespace) : namespaces.first,
      );
    } else if (area === 'namespaces') {
      const key = parseKey(`sk_test_${name}`);
      const namespace = key.kind === 'none' ? undefined : namespaces.find(key.namespace);
      if (!namespace) throw notFound('namespace');
      c.set('namespace', namespace);
    } else c.set('namespace', namespaces.first);
    await next();
  };

/** Says when an answer was made by the namespace's own clock, which may be ahead of this computer's. */
export const setDate: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  await next();
  c.header('date', new Date(c.var.namespace.clock.now()).toUTCString());
};

/** Writes the requests to `/v1` into the log of their namespace, without the pages of the bank, which have no key. */
export const logRequest: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  if (c.req.path.startsWith('/v1/card_auth/')) return next();
  const { log, clock } = c.var.namespace;
  const entry = log.add(clock.now(), c.req.method, c.req.path, c.req.header('authorization'));
  await next();
  log.finish(entry, {
    status: c.env.isDropped ? null : c.res.status,
    intentId: c.get('intentId') ?? null,
    paymentId: c.get('paymentId') ?? null,
    body: await c.req.bodyCache.text,
  });
};

/** Sends an answer only after everything that it reports is on the disk. When that fails, it answers an error. */
export const awaitCommit: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  const { store } = c.var.namespace;
  const before = store.failure();
  await next();
  await store.committed();
  if (store.failure() !== before) throw store.failure() as Error;
};

/** Fails what waited too long for the payer, so that no answer shows it open. */
export const expireChallenges: MiddlewareHandler<SandboxEnv> = (c, next) => {
  expireOpenChallenges(c.var.namespace);
  return next();
};

/** Refuses a body that was too long, and a path with NUL, where the database would cut an id and find another one. */
export const refuseUnreadable: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  const refusal = c.get('bodyRefusal');
  if (refusal) throw refusal;
  if (new URL(c.req.url).pathname.includes('%00')) throw notFound('address');
  await next();
};

/** Answers 405 with `Allow` on every path that has a route for another method. Call it after the last route. */
export function refuseOtherMethods(app: Hono<SandboxEnv>): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes)
    if (method !== 'ALL') methods.set(path, (methods.get(path) ?? new Set()).add(method));
  for (const [path, known] of methods) {
    if (known.has('GET')) known.add('HEAD');
    const allow = [...known].join(', ');
    app.all(path, (c) => {
      c.header('Allow', allow);
      return c.var.namespace.decisions.current.wrongMethod === '405'
        ? respondWithRequestError(c, new RequestError(405, 'invalid_request_error', `Use ${allow} here.`))
        : respondWithRequestError(c, notFound('address'));
    });
  }
}
