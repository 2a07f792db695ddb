import type { Hono } from 'hono';
import { createInvoice as creation, invoiceContract, invoiceList } from '../../wire/index.js';
import { requireKey, secretKey } from '../http/auth.js';
import { json, mayBeLeftOut, nothing, requireJson } from '../http/body.js';
import { describe, pageParameter } from '../http/describe.js';
import type { Env } from '../http/env.js';
import { listPage, pageIn, parametersOf } from '../http/paging.js';
import type { Service } from '../service.js';
import {
  cancelInvoice,
  createInvoice,
  expireInvoices,
  invoiceById,
  type InvoiceRow,
  invoiceView,
} from './invoice.js';

export function invoiceRoutes(app: Hono<Env>, service: Service): void {
  const secret = requireKey(secretKey);
  const view = (row: InvoiceRow) => invoiceView(service, row);

  app.post(
    '/v1/invoices',
    describe('Create an invoice', 'secret', [201, invoiceContract], [400]),
    secret,
    requireJson,
    json(creation),
    (c) => {
      const { id } = createInvoice(service, c.req.valid('json'), new URL(c.req.url).origin);
      return c.json(view(invoiceById(service, id)), 201);
    },
  );

  app.get(
    '/v1/invoices',
    describe('List invoices, newest first', 'secret', [200, invoiceList], [400], {
      parameters: [pageParameter],
    }),
    secret,
    (c) => {
      expireInvoices(service);
      const page = pageIn(parametersOf(c.req.url, (name) => name === 'page'));
      const { rows, meta } = listPage<InvoiceRow>(service.store, page, 'invoices');
      return c.json({ invoices: rows.map(view), meta });
    },
  );

  app.get(
    '/v1/invoices/:id',
    describe('Retrieve an invoice', 'secret', [200, invoiceContract], [404]),
    secret,
    (c) => c.json(view(invoiceById(service, c.req.param('id')))),
  );

  app.post(
    '/v1/invoices/:id/cancel',
    describe('Cancel an invoice that is not paid', 'secret', [200, invoiceContract], [400, 404]),
    secret,
    requireJson,
    json(nothing),
    mayBeLeftOut,
    (c) => c.json(view(cancelInvoice(service, c.req.param('id')))),
  );
}
