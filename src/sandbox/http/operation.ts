import { describeRoute, type DescribeRouteOptions, resolver } from 'hono-openapi';
import { errorBodyContract } from '../../wire/index.js';
import type { KeyKind } from './auth.js';

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
  invoices: 'Bills with a hosted page',
  webhooks: 'Who is told about payments, and what was sent',
  sandbox: 'The switches of the sandbox itself; the real service has none of them',
} as const;

const content = (schema: Schema) => ({ 'application/json': { schema: resolver(schema) } });

export interface Description {
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

/** Documents an operation. */
export const describe = ({
  tag,
  summary,
  keys,
  answers: [status, schema],
  refuses,
  parameters,
}: Description) =>
  describeRoute({
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
