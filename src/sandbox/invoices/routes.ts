import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { invoiceContract, invoiceStatuses } from '../../wire/index.js';
import { requireKey } from '../http/auth.js';
import { anything, json, mayBeLeftOut, metadataProblems, requireJson } from '../http/body.js';
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
import { describe } from '../http/operation.js';
import type { Ledger } from '../store/ledger.js';
import {
  cancelInvoice,
  createInvoice,
  expireInvoices,
  invoiceById,
  type InvoiceRow,
  invoiceUpdate,
  invoiceView,
  newInvoice,
  newInvoices,
  updateInvoice,
} from './invoice.js';

export const invoicePage = z.object({ invoices: z.array(invoiceContract), meta: pageMeta });

const filters = [
  equals('id', 'id'),
  oneOf('status', invoiceStatuses),
  moment('created', 'created_at'),
  moment('updated', 'updated_at'),
  byMetadata,
];

/** The invoices that match every filter of an address. */
export function listInvoices(ledger: Ledger, url: string) {
  expireInvoices(ledger);
  const parameters = parametersOf(url, (name) => isPaging(name) || isFilter(name));
  const { where, values } = conditionsOf(parameters, filters);
  const { rows, meta } = listPage<InvoiceRow>(
    ledger.store,
    pageIn(parameters),
    `invoices${where}`,
    ...values,
  );
  return { invoices: rows.map((row) => invoiceView(ledger.store, row)), meta };
}

const described = { tag: 'invoices', keys: ['secret'] } as const;
const madeInvoices = z.object({ invoices: z.array(invoiceContract) });

export function invoiceRoutes(app: Hono<Env>, ledger: Ledger): void {
  const { store } = ledger;
  const secret = requireKey('secret');
  const view = (row: InvoiceRow) => invoiceView(store, row);
  const originOf = (c: Context) => new URL(c.req.url).origin;

  app.post(
    '/v1/invoices',
    describe({ ...described, summary: 'Create an invoice', answers: [201, invoiceContract], refuses: [400] }),
    secret,
    requireJson,
    json(newInvoice, metadataProblems),
    (c) => {
      const { id } = createInvoice(ledger, c.req.valid('json'), originOf(c));
      return c.json(view(invoiceById(ledger, id)), 201);
    },
  );

  app.post(
    '/v1/invoices/bulk',
    describe({
      ...described,
      summary: 'Create up to 50 invoices, all or none',
      answers: [201, madeInvoices],
      refuses: [400],
    }),
    secret,
    requireJson,
    json(newInvoices),
    (c) => {
      const { invoices } = c.req.valid('json');
      const make = () => invoices.map((wanted) => createInvoice(ledger, wanted, originOf(c)).id);
      const made = store.transaction(make);
      return c.json({ invoices: made.map((id) => view(invoiceById(ledger, id))) }, 201);
    },
  );

  app.get(
    '/v1/invoices',
    describe({
      ...described,
      summary: 'List invoices, newest first',
      answers: [200, invoicePage],
      refuses: [400],
      parameters: [...pageParameters, ...filterParameters(invoiceStatuses)],
    }),
    secret,
    (c) => c.json(listInvoices(ledger, c.req.url)),
  );

  app.get(
    '/v1/invoices/:id',
    describe({
      ...described,
      summary: 'Retrieve an invoice',
      answers: [200, invoiceContract],
      refuses: [404],
    }),
    secret,
    (c) => c.json(view(invoiceById(ledger, c.req.param('id')))),
  );

  app.put(
    '/v1/invoices/:id',
    describe({
      ...described,
      summary: 'Change an invoice; what is left out stays',
      answers: [200, invoiceContract],
      refuses: [400, 404],
    }),
    secret,
    requireJson,
    json(invoiceUpdate, metadataProblems),
    (c) => c.json(view(updateInvoice(ledger, c.req.param('id'), c.req.valid('json')))),
  );

  for (const method of ['POST', 'PUT'])
    app.on(
      method,
      '/v1/invoices/:id/cancel',
      describe({
        ...described,
        summary: 'Cancel an invoice that is not paid',
        answers: [200, invoiceContract],
        refuses: [400, 404],
      }),
      secret,
      requireJson,
      json(anything),
      mayBeLeftOut,
      (c) => c.json(view(cancelInvoice(ledger, c.req.param('id')))),
    );
}
