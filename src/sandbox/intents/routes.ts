import type { Hono } from 'hono';
import { createPaymentIntent, paymentIntentContract } from '../../wire/index.js';
import { requireKey } from '../http/auth.js';
import { json, mayBeLeftOut, nothing, requireJson } from '../http/body.js';
import { describe } from '../http/operation.js';
import type { Env } from '../http/context.js';
import type { Ledger } from '../store/ledger.js';
import { cancelIntent, createIntent, intentById, intentView } from './intent.js';

const described = { tag: 'payment intents', keys: ['secret'] } as const;

export function intentRoutes(app: Hono<Env>, ledger: Ledger): void {
  const secret = requireKey('secret');

  app.post(
    '/v1/payment_intents',
    describe({
      ...described,
      summary: 'Create a payment intent',
      answers: [201, paymentIntentContract],
      refuses: [400],
    }),
    secret,
    requireJson,
    json(createPaymentIntent),
    (c) => {
      const intent = createIntent(ledger, c.req.valid('json'));
      c.set('intentId', intent.id);
      return c.json(intentView(intent), 201);
    },
  );

  app.get(
    '/v1/payment_intents/:id',
    describe({
      ...described,
      summary: 'Retrieve a payment intent',
      answers: [200, paymentIntentContract],
      refuses: [404],
    }),
    secret,
    (c) => c.json(intentView(intentById(ledger.store, c.req.param('id')))),
  );

  app.post(
    '/v1/payment_intents/:id/cancel',
    describe({
      ...described,
      summary: 'Cancel a payment intent that is not used',
      answers: [200, paymentIntentContract],
      refuses: [400, 404],
    }),
    secret,
    requireJson,
    json(nothing),
    mayBeLeftOut,
    (c) => c.json(intentView(cancelIntent(ledger, c.req.param('id')))),
  );
}
