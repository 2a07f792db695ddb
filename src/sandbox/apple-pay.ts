import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { nonEmptyText } from '../wire/scalar.js';
import { json } from './http/body.js';
import type { SandboxEnv } from './http/context.js';
import { operation } from './http/operation.js';
import type { Problems } from './http/refusal.js';
import { createId, createSecret } from './store/clock.js';

const appleAddress = z.string().check(
  z.refine((text) => URL.canParse(text) && /^https:\/\/[\w.-]+\.apple\.com$/.test(new URL(text).origin), {
    error: 'must be an address of Apple',
  }),
);

const sessionRequest = z.object({
  validation_url: appleAddress,
  /** Who is paid, on the sheet. */
  display_name: nonEmptyText,
  /** The host name of the merchant's page. */
  domain_name: z.string().check(z.regex(/^[a-z\d.-]+$|^\[[\da-f:]+\]$/i, { error: 'must be a host name' })),
  /** The key, for clients that send no header. */
  publishable_api_key: z.optional(z.string()),
});

/** Only the domain of the page that asks is registered. A request from no page may name any domain. */
function domainProblems(domain: unknown, origin: string | undefined): Problems {
  const isForeign = origin !== undefined && URL.canParse(origin) && new URL(origin).hostname !== domain;
  return isForeign ? { domain_name: ['is not registered for Apple Pay'] } : {};
}

/** Five minutes, in milliseconds. */
const sessionTime = 300_000;

export function applePayRoutes(app: Hono<SandboxEnv>): void {
  app.post(
    '/v1/applepay/initiate',
    operation({
      route: 'apple-session',
      tag: 'Apple Pay',
      summary: 'Start the session that Apple’s sheet asks the merchant for',
      keys: ['publishable'],
      answers: [200, z.looseObject({ merchantSessionIdentifier: z.string() })],
      refuses: [400],
    }),
    json(sessionRequest, { more: (body, c) => domainProblems(body['domain_name'], c.req.header('origin')) }),
    (c) => {
      const { display_name: displayName, domain_name: domainName } = c.req.valid('json');
      const now = c.var.namespace.clock.now();
      return c.json({
        epochTimestamp: now,
        expiresAt: now + sessionTime,
        merchantSessionIdentifier: createSecret('SSH'),
        nonce: createId().slice(0, 8),
        merchantIdentifier: createSecret(''),
        domainName,
        displayName,
        signature: createSecret(''),
      });
    },
  );
}
