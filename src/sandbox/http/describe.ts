import { type DescribeRouteOptions, describeRoute, resolver } from 'hono-openapi';
import { errorBodyContract } from '../../wire/index.js';

type Schema = Parameters<typeof resolver>[0];

const refusals: Record<number, string> = {
  400: 'The request is not valid, or the state does not allow it',
  401: 'Missing, malformed or unknown key',
  403: 'A key of the other kind, or a wrong client_secret',
  404: 'Unknown id',
};

const content = (schema: Schema) => ({ 'application/json': { schema: resolver(schema) } });

export const pageParameter = {
  name: 'page',
  in: 'query',
  description: 'Counts from 1, 40 entries a page',
  schema: { type: 'integer', minimum: 1 },
} as const;

/** Documents a route of `/v1`: what it is for, the key that it needs, what it answers, how it refuses. */
export const describe = (
  summary: string,
  key: 'secret' | 'publishable',
  [status, schema]: readonly [number, Schema?],
  refuses: readonly (keyof typeof refusals)[],
  more: DescribeRouteOptions = {},
) =>
  describeRoute({
    summary,
    security: [{ [key]: [] }],
    ...more,
    responses: {
      [status]: { description: 'Done', ...(schema && { content: content(schema) }) },
      ...Object.fromEntries(
        [401, 403, ...refuses].map((code) => [
          code,
          { description: refusals[code] as string, content: content(errorBodyContract) },
        ]),
      ),
    },
  });
