import type { Hono } from 'hono';
import { paymentAmount, paymentContract, paymentList, paymentStatuses } from '../../wire/index.js';
import { playFaults } from '../controls/play.js';
import { requireKey, secretKey } from '../http/auth.js';
import { json, mayBeLeftOut, nothing, requireJson } from '../http/body.js';
import { describe, pageParameter } from '../http/describe.js';
import type { Env } from '../http/env.js';
import type { Service } from '../service.js';
import { listPayments } from './list.js';
import { capture, refund, voidPayment } from './moves.js';
import { paymentById, paymentView } from './payment.js';

export function paymentRoutes(app: Hono<Env>, service: Service): void {
  const secret = requireKey(secretKey);
  const moved = (summary: string) => describe(summary, 'secret', [200, paymentContract], [400, 404]);

  app.get(
    '/v1/payments',
    describe('List payments, newest first', 'secret', [200, paymentList], [400], {
      parameters: [
        pageParameter,
        { name: 'status', in: 'query', schema: { type: 'string', enum: [...paymentStatuses] } },
        {
          name: 'metadata',
          in: 'query',
          style: 'deepObject',
          explode: true,
          schema: { type: 'object', additionalProperties: { type: 'string' } },
        },
      ],
    }),
    secret,
    (c) => c.json(listPayments(service, c.req.url)),
  );

  app.get(
    '/v1/payments/:id',
    playFaults(service, 'status'),
    describe('Retrieve a payment', 'secret', [200, paymentContract], [404]),
    secret,
    (c) => {
      c.set('paymentId', c.req.param('id'));
      return c.json(paymentView(paymentById(service, c.req.param('id'))));
    },
  );

  app.post(
    '/v1/payments/:id/capture',
    moved('Take what was authorised, or a part of it'),
    secret,
    requireJson,
    json(paymentAmount),
    mayBeLeftOut,
    (c) => c.json(paymentView(capture(service, c.req.param('id'), c.req.valid('json')))),
  );

  app.post(
    '/v1/payments/:id/refund',
    moved('Give back what was taken, or a part of it'),
    secret,
    requireJson,
    json(paymentAmount),
    mayBeLeftOut,
    (c) => c.json(paymentView(refund(service, c.req.param('id'), c.req.valid('json')))),
  );

  app.post(
    '/v1/payments/:id/void',
    moved('Undo an authorisation, or a payment on its day'),
    secret,
    requireJson,
    json(nothing),
    mayBeLeftOut,
    (c) => c.json(paymentView(voidPayment(service, c.req.param('id')))),
  );
}
