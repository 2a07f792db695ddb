import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { invoiceContract, invoiceStatuses } from '../../wire/index.js';
import { requireKey } from '../http/auth.js';
import { anything, json, mayBeLeftOut, requireJson } from '../http/body.js';
import { describe } from '../http/describe.js';
import type { Env } from '../http/env.js';
import { filterParameters } from '../http/filters.js';
import { metadataProblems } from '../http/metadata.js';
import { pageParameters } from '../http/paging.js';
import { invoiceUpdate, newInvoice, newInvoices } from '../requests/invoice.js';
import type { Ledger } from '../store/ledger.js';
import {
  cancelInvoice,
  createInvoice,
  invoiceById,
  type InvoiceRow,
  invoiceView,
  updateInvoice,
} from './invoice.js';
import { invoicePage, listInvoices } from './list.js';

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
