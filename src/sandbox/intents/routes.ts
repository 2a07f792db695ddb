import { timingSafeEqual } from 'node:crypto';
import type { Context, Hono } from 'hono';
import {
  createPaymentIntent,
  fulfilPaymentIntent,
  type FulfilPaymentIntent,
  paymentContract,
  paymentIntentContract,
} from '../../wire/index.js';
import { cardProblems } from '../bank/check.js';
import { playFaults } from '../controls/play.js';
import { publishableKey, requireKey, secretKey } from '../http/auth.js';
import { json, mayBeLeftOut, nothing, requireJson } from '../http/body.js';
import { describe } from '../http/describe.js';
import type { Env } from '../http/env.js';
import { type Problems, Refusal } from '../http/refusal.js';
import { paymentView } from '../payments/payment.js';
import type { Service } from '../service.js';
import { fulfil } from './fulfil.js';
import { cancelIntent, createIntent, intentById, type IntentRow, intentView } from './intent.js';

export function intentRoutes(app: Hono<Env>, service: Service): void {
  const secret = requireKey(secretKey);
  const publishable = requireKey(publishableKey);
  const faults = playFaults(service, 'fulfil');
  const card = json(fulfilPaymentIntent, ({ source, metadata }) => ({
    ...cardProblems(source, service.clock.now()),
    ...metadataProblems(metadata),
  }));

  const fulfilled = (c: Context<Env>, intent: IntentRow, body: FulfilPaymentIntent) => {
    c.set('intentId', intent.id);
    if (!same(intent.client_secret, body.client_secret)) throw wrongSecret();
    const payment = fulfil(service, intent, body, { ip: c.env.ip, url: new URL(c.req.url).origin });
    c.set('paymentId', payment.id);
    return c.json(paymentView(payment), 201);
  };

  app.post(
    '/v1/payment_intents',
    describe('Create a payment intent', 'secret', [201, paymentIntentContract], [400]),
    secret,
    requireJson,
    json(createPaymentIntent),
    (c) => {
      const intent = createIntent(service, c.req.valid('json'));
      c.set('intentId', intent.id);
      return c.json(intentView(intent), 201);
    },
  );

  app.get(
    '/v1/payment_intents/:id',
    describe('Retrieve a payment intent', 'secret', [200, paymentIntentContract], [404]),
    secret,
    (c) => c.json(intentView(intentById(service, c.req.param('id')))),
  );

  app.post(
    '/v1/payment_intents/:id/cancel',
    describe('Cancel a payment intent that is not used', 'secret', [200, paymentIntentContract], [400, 404]),
    secret,
    requireJson,
    json(nothing),
    mayBeLeftOut,
    (c) => c.json(intentView(cancelIntent(service, c.req.param('id')))),
  );

  app.post(
    '/v1/payment_intents/:id/fulfill',
    faults,
    describe('Fulfil a payment intent with a card', 'publishable', [201, paymentContract], [400, 404]),
    publishable,
    requireJson,
    card,
    (c) => fulfilled(c, intentById(service, c.req.param('id')), c.req.valid('json')),
  );

  app.post(
    '/v1/payments',
    faults,
    describe('Fulfil the intent that the secret names', 'publishable', [201, paymentContract], [400]),
    publishable,
    requireJson,
    card,
    (c) => {
      const body = c.req.valid('json');
      const intent = service.store.get<IntentRow>(
        'SELECT * FROM intents WHERE client_secret = ?',
        body.client_secret,
      );
      if (!intent) throw wrongSecret();
      return fulfilled(c, intent, body);
    },
  );
}

/** The schema takes any key, but passes this one over in silence: it would not come back. */
const metadataProblems = (metadata: unknown): Problems =>
  typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, '__proto__')
    ? { 'metadata.__proto__': ['is not a possible key'] }
    : {};

const wrongSecret = () => new Refusal(403, 'authentication_error', 'Wrong client_secret.');

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
