import type { Hono } from 'hono';
import { tokenContract } from '../../wire/index.js';
import { cardProblems } from '../bank/check.js';
import { operation } from '../http/operation.js';
import { type Env, pagesUrl } from '../http/context.js';
import { json, metadataProblems } from '../http/body.js';
import type { Problems } from '../http/refusal.js';
import { deleteToken, keepCard, newToken, tokenById, tokenView } from './token.js';

export function tokenRoutes(app: Hono<Env>): void {
  app.post(
    '/v1/tokens',
    operation({
      route: 'save-card',
      tag: 'tokens',
      summary: 'Save a card without a payment',
      keys: ['publishable'],
      answers: [201, tokenContract],
      refuses: [400],
    }),
    json(newToken, {
      more: (body, c) => ({
        ...cardProblems(body, '', c.var.world.clock.now()),
        ...metadataProblems(body),
        ...callbackProblems(body),
      }),
    }),
    (c) => {
      const { callback_url: callbackUrl, save_only: isOnce, ...card } = c.req.valid('json');
      const row = c.var.world.store.transaction(() =>
        keepCard(c.var.world, {
          ...card,
          callbackUrl,
          authenticated: isOnce ? 'once' : 'by itself',
          origin: pagesUrl(c),
        }),
      );
      return c.json(tokenView(row, c.var.world.clock.now()), 201);
    },
  );

  app.get(
    '/v1/tokens/:id',
    operation({
      route: 'read-card',
      tag: 'tokens',
      summary: 'Retrieve a saved card',
      keys: ['secret'],
      answers: [200, tokenContract],
      refuses: [404],
    }),
    (c) => c.json(tokenView(tokenById(c.var.world, c.req.param('id')), c.var.world.clock.now())),
  );

  app.delete(
    '/v1/tokens/:id',
    operation({
      route: 'delete-card',
      tag: 'tokens',
      summary: 'Forget a saved card',
      keys: ['secret'],
      answers: [204],
      refuses: [404],
    }),
    (c) => {
      deleteToken(c.var.world, c.req.param('id'));
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
