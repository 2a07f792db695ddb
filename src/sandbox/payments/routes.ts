import type { World } from '../world.js';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { paymentContract, paymentStatuses } from '../../wire/index.js';
import { json, metadataProblems } from '../http/body.js';
import type { Env } from '../http/context.js';
import {
  byMetadata,
  conditionsOf,
  equals,
  filterParameters,
  isFilter,
  isPaging,
  listPage,
  moment,
  oneOf,
  pageIn,
  pageMeta,
  pageParameters,
  parametersOf,
} from '../http/list-query.js';
import { operation } from '../http/operation.js';
import type { Store } from '../store/store.js';
import { paymentById, type PaymentRow, paymentView } from './payment.js';
import { type PaymentUpdate, paymentUpdate } from './requests.js';

export const paymentPage = z.object({ payments: z.array(paymentContract), meta: pageMeta });

const filters = [
  equals('id', 'id'),
  oneOf('status', paymentStatuses),
  equals('last_4', "substr(json_extract(source_json, '$.number'), -4)"),
  equals('rrn', "json_extract(source_json, '$.reference_number')"),
  moment('created', 'created_at'),
  moment('updated', 'updated_at'),
  byMetadata,
];

/** The payments that match every filter of an address. */
export function listPayments(store: Store, url: string) {
  const parameters = parametersOf(url, (name) => isPaging(name) || isFilter(name));
  const { where, values } = conditionsOf(parameters, filters);
  const { rows, meta } = listPage<PaymentRow>(store, pageIn(parameters), `payments${where}`, ...values);
  return { payments: rows.map(paymentView), meta };
}

/** Changes the description or the metadata, and keeps what is not given. */
export function updatePayment({ store, clock }: World, id: string, wanted: PaymentUpdate): PaymentRow {
  return store.transaction(() => {
    const row = paymentById(store, id);
    return store.get<PaymentRow>(
      'UPDATE payments SET description = ?, metadata_json = ?, updated_at = ? WHERE id = ? RETURNING *',
      wanted.description ?? row.description,
      wanted.metadata ? JSON.stringify(wanted.metadata) : row.metadata_json,
      clock.now(),
      row.id,
    ) as PaymentRow;
  });
}

const described = { tag: 'payments', keys: ['secret'] } as const;

export function paymentRoutes(app: Hono<Env>): void {
  app.get(
    '/v1/payments',
    operation({
      route: 'list-payments',
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
    (c) => c.json(listPayments(c.var.world.store, c.req.url)),
  );

  app.get(
    '/v1/payments/:id',
    operation({
      route: 'status',
      ...described,
      summary: 'Retrieve a payment',
      answers: [200, paymentContract],
      refuses: [404],
    }),
    (c) => {
      c.set('paymentId', c.req.param('id'));
      return c.json(paymentView(paymentById(c.var.world.store, c.req.param('id'))));
    },
  );

  app.put(
    '/v1/payments/:id',
    operation({
      route: 'update-payment',
      ...described,
      summary: 'Change the description or the metadata of a payment',
      answers: [200, paymentContract],
      refuses: [400, 404],
    }),
    json(paymentUpdate, { more: metadataProblems }),
    (c) => c.json(paymentView(updatePayment(c.var.world, c.req.param('id'), c.req.valid('json')))),
  );
}
