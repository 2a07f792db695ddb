import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { paymentContract } from '../../wire/index.js';
import { cardProblems } from '../bank/check.js';
import type { Faults } from '../faults/faults.js';
import { playFaults } from '../faults/play.js';
import { requireKey, requirePaymentKey } from '../http/auth.js';
import { json, jsonBy, mayBeLeftOut, metadataProblems, nothing, read, requireJson } from '../http/body.js';
import type { Env } from '../http/context.js';
import { describe } from '../http/operation.js';
import { intentById, type IntentRow } from '../intents/intent.js';
import type { Outbox } from '../webhooks/announce.js';
import { fulfil, type Origin, payDirectly, wrongSecret } from './create-payment.js';
import { type PaymentRow, paymentView } from './payment.js';
import { directPayment, fulfilment, part } from './requests.js';
import { capture, refund, voidPayment } from './transitions.js';

const described = { tag: 'payments', answers: [200, paymentContract], refuses: [400, 404] } as const;

export function chargeRoutes(app: Hono<Env>, service: Outbox & { readonly faults: Faults }): void {
  const secret = requireKey('secret');
  const publishable = requireKey('publishable');
  const faults = playFaults(service.faults, 'fulfil');
  const problems = (body: Record<string, unknown>) => ({
    ...cardProblems(body['source'], 'source.', service.clock.now()),
    ...metadataProblems(body),
  });

  const originOf = (c: Context<Env>): Origin => ({ ip: c.env.ip, url: new URL(c.req.url).origin });
  const answer = (c: Context<Env>, payment: PaymentRow) => {
    c.set('paymentId', payment.id);
    return c.json(paymentView(payment), 201);
  };

  app.post(
    '/v1/payment_intents/:id/fulfill',
    faults,
    describe({
      tag: 'payment intents',
      summary: 'Fulfil a payment intent with a card or a saved card',
      keys: ['publishable'],
      answers: [201, paymentContract],
      refuses: [400, 404],
    }),
    publishable,
    requireJson,
    json(fulfilment, problems),
    (c) => {
      const intent = intentById(service.store, c.req.param('id'));
      c.set('intentId', intent.id);
      return answer(c, fulfil(service, intent, c.req.valid('json'), originOf(c)));
    },
  );

  app.post(
    '/v1/payments',
    faults,
    describe({
      ...described,
      summary: 'Pay: fulfil the intent that a client_secret names, or without it make a payment by itself',
      keys: ['publishable', 'secret'],
      answers: [201, paymentContract],
      refuses: [400],
    }),
    requirePaymentKey,
    requireJson,
    jsonBy(z.union([fulfilment, directPayment]), (body) =>
      Object.hasOwn(body, 'client_secret')
        ? ({ kind: 'fulfilment', body: read(fulfilment, body, problems(body)) } as const)
        : ({ kind: 'direct', body: read(directPayment, body, problems(body)) } as const),
    ),
    (c) => {
      const wanted = c.req.valid('json');
      if (wanted.kind === 'direct') return answer(c, payDirectly(service, wanted.body, originOf(c)));
      const intent = service.store.get<IntentRow>(
        'SELECT * FROM intents WHERE client_secret = ?',
        wanted.body.client_secret,
      );
      if (!intent) throw wrongSecret();
      c.set('intentId', intent.id);
      return answer(c, fulfil(service, intent, wanted.body, originOf(c)));
    },
  );

  app.post(
    '/v1/payments/:id/capture',
    describe({ ...described, keys: ['secret'], summary: 'Take the authorised amount, or a part of it' }),
    secret,
    requireJson,
    json(part),
    mayBeLeftOut,
    (c) => c.json(paymentView(capture(service, c.req.param('id'), c.req.valid('json')))),
  );

  app.post(
    '/v1/payments/:id/refund',
    describe({ ...described, keys: ['secret'], summary: 'Give back the amount, or a part of it' }),
    secret,
    requireJson,
    json(part),
    mayBeLeftOut,
    (c) => c.json(paymentView(refund(service, c.req.param('id'), c.req.valid('json')))),
  );

  app.post(
    '/v1/payments/:id/void',
    describe({ ...described, keys: ['secret'], summary: 'Undo an authorisation, or a payment on its day' }),
    secret,
    requireJson,
    json(nothing),
    mayBeLeftOut,
    (c) => c.json(paymentView(voidPayment(service, c.req.param('id')))),
  );
}
