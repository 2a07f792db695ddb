import type { Hono } from 'hono';
import { paymentContract, paymentStatuses } from '../../wire/index.js';
import { playFaults } from '../faults/play.js';
import type { Faults } from '../faults/faults.js';
import { requireKey } from '../http/auth.js';
import { json, requireJson } from '../http/body.js';
import { describe } from '../http/describe.js';
import type { Env } from '../http/env.js';
import { filterParameters } from '../http/filters.js';
import { metadataProblems } from '../http/metadata.js';
import { pageParameters } from '../http/paging.js';
import { paymentUpdate } from '../requests/payment.js';
import type { Ledger } from '../store/ledger.js';
import { listPayments, paymentPage } from './list.js';
import { paymentById, paymentView } from './payment.js';
import { updatePayment } from './update.js';

const described = { tag: 'payments', keys: ['secret'] } as const;

export function paymentRoutes(app: Hono<Env>, ledger: Ledger & { readonly faults: Faults }): void {
  const { store, faults } = ledger;
  const secret = requireKey('secret');

  app.get(
    '/v1/payments',
    describe({
      ...described,
      summary: 'List payments, newest first',
      answers: [200, paymentPage],
      refuses: [400],
      parameters: [
        ...pageParameters,
        ...filterParameters(paymentStatuses),
        {
          name: 'last_4',
          in: 'query',
          description: 'The last digits of the card',
          schema: { type: 'string' },
        },
        { name: 'rrn', in: 'query', description: 'The reference number', schema: { type: 'string' } },
      ],
    }),
    secret,
    (c) => c.json(listPayments(store, c.req.url)),
  );

  app.get(
    '/v1/payments/:id',
    playFaults(faults, 'status'),
    describe({
      ...described,
      summary: 'Retrieve a payment',
      answers: [200, paymentContract],
      refuses: [404],
    }),
    secret,
    (c) => {
      c.set('paymentId', c.req.param('id'));
      return c.json(paymentView(paymentById(store, c.req.param('id'))));
    },
  );

  app.put(
    '/v1/payments/:id',
    describe({
      ...described,
      summary: 'Change the description or the metadata of a payment',
      answers: [200, paymentContract],
      refuses: [400, 404],
    }),
    secret,
    requireJson,
    json(paymentUpdate, metadataProblems),
    (c) => c.json(paymentView(updatePayment(ledger, c.req.param('id'), c.req.valid('json')))),
  );
}
