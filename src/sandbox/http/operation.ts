import type { MiddlewareHandler } from 'hono';
import { type DescribeRouteOptions, resolver, uniqueSymbol } from 'hono-openapi';
import { errorBodyContract } from '../../wire/index.js';
import type { RouteName } from '../faults/faults.js';
import { injectFault } from '../faults/inject-fault.js';
import { requireKey } from './auth.js';
import type { SandboxEnv, KeyKind } from './context.js';

type Schema = Parameters<typeof resolver>[0];

const refusals = {
  400: 'The request is not valid, or the state does not allow it',
  401: 'Missing, malformed or unknown key',
  403: 'A key of the other kind, a wrong client_secret, or a page or host that the sandbox does not serve',
  404: 'Unknown id',
} as const;

/** The groups of the description. */
export const tags = {
  'payment intents': 'A merchant’s permission for one payment',
  payments: 'Payments, with an intent or without, and their moves',
  tokens: 'Saved cards',
  'Apple Pay': 'The session that Apple’s sheet asks the merchant for',
  'STC Pay': 'The address that takes the payer’s code',
  invoices: 'Bills with a hosted page',
  webhooks: 'The addresses that receive messages about payments, and what was sent',
  sandbox: 'The controls of the sandbox itself; the real service has none of them',
} as const;

const content = (schema: Schema) => ({ 'application/json': { schema: resolver(schema) } });

interface Description {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  /** The keys that it takes, any of them; none for an operation that is open. */
  readonly keys: readonly KeyKind[];
  /** The status of its success, and the schema of the answer. */
  readonly answers: readonly [number, Schema?];
  /** How it can be refused, beside the keys. */
  readonly refuses: readonly (400 | 404)[];
  readonly parameters?: DescribeRouteOptions['parameters'];
}

/** What `openapi.json` says of an operation. */
const specOf = ({ tag, summary, keys, answers: [status, schema], refuses, parameters }: Description) => ({
  tags: [tag],
  summary,
  security: keys.map((key) => ({ [key]: [] })),
  ...(parameters && { parameters }),
  responses: {
    [status]: { description: 'Done', ...(schema && { content: content(schema) }) },
    ...Object.fromEntries(
      ([...(keys.length > 0 ? [401] : []), 403, ...refuses] as (keyof typeof refusals)[]).map((code) => [
        code,
        // A page or host that is not served gets no body, but a key of the wrong kind does.
        {
          description: refusals[code],
          ...(keys.length > 0 || code !== 403 ? { content: content(errorBodyContract) } : {}),
        },
      ]),
    ),
  },
});

/** A handler that carries its part of the OpenAPI document. */
type Documented = MiddlewareHandler<SandboxEnv> & { readonly [uniqueSymbol]: object };

const documented = (handler: MiddlewareHandler<SandboxEnv>, description: Description): Documented =>
  Object.assign(handler, { [uniqueSymbol]: { spec: specOf(description) } });

/** One operation of the service: it has a name for faults, takes the keys that it lists, and is documented. */
export const operation = ({
  route,
  ...description
}: Description & { readonly route: RouteName }): Documented =>
  documented(
    (c, next) =>
      injectFault(c, route, async () => {
        if (description.keys.length > 0) requireKey(c.var.key, description.keys, c.var.namespace);
        await next();
      }),
    description,
  );

/** A control of the sandbox itself. It needs no key: without one, it is for the first namespace. */
export const control = (description: Omit<Description, 'tag' | 'keys'>): Documented =>
  documented((_, next) => next(), { tag: 'sandbox', keys: [], ...description });
