import type { Hono } from 'hono';
import { createPaymentIntent, paymentIntentContract } from '../../wire/index.js';
import { json, nothing } from '../http/body.js';
import type { Env } from '../http/context.js';
import { operation } from '../http/operation.js';
import { cancelIntent, createIntent, intentById, intentView } from './intent.js';

const described = { tag: 'payment intents', keys: ['secret'] } as const;

export function intentRoutes(app: Hono<Env>): void {
  app.post(
    '/v1/payment_intents',
    operation({
      ...described,
      route: 'create-intent',
      summary: 'Create a payment intent',
      answers: [201, paymentIntentContract],
      refuses: [400],
    }),
    json(createPaymentIntent),
    (c) => {
      const intent = createIntent(c.var.world, c.req.valid('json'));
      c.set('intentId', intent.id);
      return c.json(intentView(intent), 201);
    },
  );

  app.get(
    '/v1/payment_intents/:id',
    operation({
      ...described,
      route: 'read-intent',
      summary: 'Retrieve a payment intent',
      answers: [200, paymentIntentContract],
      refuses: [404],
    }),
    (c) => c.json(intentView(intentById(c.var.world.store, c.req.param('id')))),
  );

  app.post(
    '/v1/payment_intents/:id/cancel',
    operation({
      ...described,
      route: 'cancel-intent',
      summary: 'Cancel a payment intent that is not used',
      answers: [200, paymentIntentContract],
      refuses: [400, 404],
    }),
    json(nothing, { need: 'may be left out' }),
    (c) => c.json(intentView(cancelIntent(c.var.world, c.req.param('id')))),
  );
}
