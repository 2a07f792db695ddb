import type { Hono } from 'hono';
import { tokenContract } from '../../wire/index.js';
import { cardProblems } from '../bank/check.js';
import { requireKey, requirePublishableKey } from '../http/auth.js';
import { json, requireJson } from '../http/body.js';
import { describe } from '../http/operation.js';
import type { Env } from '../http/context.js';
import { metadataProblems } from '../http/body.js';
import type { Problems } from '../http/refusal.js';
import { newToken } from './token.js';
import type { Ledger } from '../store/ledger.js';
import { deleteToken, keepCard, tokenById, tokenView } from './token.js';

export function tokenRoutes(app: Hono<Env>, ledger: Ledger): void {
  const { store, clock } = ledger;
  const secret = requireKey('secret');

  app.post(
    '/v1/tokens',
    describe({
      tag: 'tokens',
      summary: 'Save a card without a payment',
      keys: ['publishable'],
      answers: [201, tokenContract],
      refuses: [400],
    }),
    requirePublishableKey,
    requireJson,
    json(newToken, (body) => ({
      ...cardProblems(body, '', clock.now()),
      ...metadataProblems(body),
      ...callbackProblems(body),
    })),
    (c) => {
      const { callback_url: callbackUrl, save_only: isOnce, ...card } = c.req.valid('json');
      const row = store.transaction(() =>
        keepCard(ledger, {
          ...card,
          callbackUrl,
          authenticated: isOnce ? 'once' : 'by itself',
          origin: new URL(c.req.url).origin,
        }),
      );
      return c.json(tokenView(row, clock.now()), 201);
    },
  );

  app.get(
    '/v1/tokens/:id',
    describe({
      tag: 'tokens',
      summary: 'Retrieve a saved card',
      keys: ['secret'],
      answers: [200, tokenContract],
      refuses: [404],
    }),
    secret,
    (c) => c.json(tokenView(tokenById(ledger, c.req.param('id')), clock.now())),
  );

  app.delete(
    '/v1/tokens/:id',
    describe({
      tag: 'tokens',
      summary: 'Forget a saved card',
      keys: ['secret'],
      answers: [204],
      refuses: [404],
    }),
    secret,
    (c) => {
      deleteToken(ledger, c.req.param('id'));
      return c.body(null, 204);
    },
  );
}

/** A card that is verified at once sends the payer away, so it needs a way back. */
const callbackProblems = ({
  save_only: isOnce,
  callback_url: callback,
}: Record<string, unknown>): Problems =>
  (callback ?? null) === null && isOnce !== true && isOnce !== 'true'
    ? { callback_url: ['is required'] }
    : {};
