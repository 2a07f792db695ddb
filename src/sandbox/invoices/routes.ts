import type { Namespace } from '../namespace.js';
import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { invoiceContract, invoiceStatuses } from '../../wire/index.js';
import { anyBody, json, metadataProblems } from '../http/body.js';
import { type SandboxEnv, pagesUrl } from '../http/context.js';
import {
  byMetadata,
  conditionsOf,
  equals,
  filterParameters,
  isFilter,
  isPaging,
  listPage,
  moment,
  isOneOf,
  pageIn,
  pageMeta,
  pageParameters,
  parametersOf,
} from '../http/list-query.js';
import { operation } from '../http/operation.js';
import type { Problems } from '../http/refusal.js';
import {
  cancelInvoice,
  makeInvoice,
  expireInvoices,
  requireInvoice,
  type InvoiceRow,
  invoiceUpdate,
  buildInvoiceView,
  newInvoice,
  newInvoices,
  updateInvoice,
} from './invoice.js';

const invoicePage = z.object({ invoices: z.array(invoiceContract), meta: pageMeta });

const filters = [
  equals('id', 'id'),
  isOneOf('status', invoiceStatuses),
  moment('created', 'created_at'),
  moment('updated', 'updated_at'),
  byMetadata,
];

/** The invoices that match every filter of an address. */
function listInvoices(namespace: Namespace, url: string) {
  expireInvoices(namespace);
  const parameters = parametersOf(url, (name) => isPaging(name) || isFilter(name));
  const { where, values } = conditionsOf(parameters, filters);
  const { rows, meta } = listPage<InvoiceRow>(
    namespace,
    pageIn(parameters, namespace.decisions.current),
    `invoices${where}`,
    ...values,
  );
  return { invoices: rows.map((row) => buildInvoiceView(namespace.store, row)), meta };
}

const described = { tag: 'invoices', keys: ['secret'] } as const;
const madeInvoices = z.object({ invoices: z.array(invoiceContract) });

/** Where an invoice stands in a request with several. */
const pathAt = (index: number) => `invoices.${index}.`;

/** What is wrong with the metadata of each invoice. */
const findProblems = ({ invoices }: Record<string, unknown>, c: Context<SandboxEnv>): Problems =>
  Object.fromEntries(
    [invoices].flat().flatMap((invoice, index) => {
      const problems = metadataProblems(Object(invoice) as Record<string, unknown>, c);
      return Object.entries(problems).map(([field, texts]) => [pathAt(index) + field, texts]);
    }),
  );

export function invoiceRoutes(app: Hono<SandboxEnv>): void {
  const view = (c: Context<SandboxEnv>, row: InvoiceRow) => buildInvoiceView(c.var.namespace.store, row);

  app.post(
    '/v1/invoices',
    operation({
      route: 'create-invoice',
      ...described,
      summary: 'Create an invoice',
      answers: [201, invoiceContract],
      refuses: [400],
    }),
    json(newInvoice, { more: metadataProblems }),
    (c) => {
      const { id } = makeInvoice(c.var.namespace, c.req.valid('json'), pagesUrl(c));
      return c.json(view(c, requireInvoice(c.var.namespace, id)), 201);
    },
  );

  app.post(
    '/v1/invoices/bulk',
    operation({
      route: 'create-invoice',
      ...described,
      summary: 'Create up to 50 invoices, all or none',
      answers: [201, madeInvoices],
      refuses: [400],
    }),
    json(newInvoices, { more: findProblems }),
    (c) => {
      const { invoices } = c.req.valid('json');
      const make = () =>
        invoices.map((wanted, index) => makeInvoice(c.var.namespace, wanted, pagesUrl(c), pathAt(index)).id);
      const made = c.var.namespace.store.transaction(make);
      return c.json({ invoices: made.map((id) => view(c, requireInvoice(c.var.namespace, id))) }, 201);
    },
  );

  app.get(
    '/v1/invoices',
    operation({
      route: 'list-invoices',
      ...described,
      summary: 'List invoices, newest first',
      answers: [200, invoicePage],
      refuses: [400],
      parameters: [...pageParameters, ...filterParameters(invoiceStatuses)],
    }),
    (c) => c.json(listInvoices(c.var.namespace, c.req.url)),
  );

  app.get(
    '/v1/invoices/:id',
    operation({
      route: 'read-invoice',
      ...described,
      summary: 'Retrieve an invoice',
      answers: [200, invoiceContract],
      refuses: [404],
    }),
    (c) => c.json(view(c, requireInvoice(c.var.namespace, c.req.param('id')))),
  );

  app.put(
    '/v1/invoices/:id',
    operation({
      route: 'update-invoice',
      ...described,
      summary: 'Change an invoice; what is left out stays',
      answers: [200, invoiceContract],
      refuses: [400, 404],
    }),
    json(invoiceUpdate, { more: metadataProblems }),
    (c) => c.json(view(c, updateInvoice(c.var.namespace, c.req.param('id'), c.req.valid('json')))),
  );

  for (const method of ['POST', 'PUT'])
    app.on(
      method,
      '/v1/invoices/:id/cancel',
      operation({
        ...described,
        route: 'cancel-invoice',
        summary: 'Cancel an invoice that is not paid',
        answers: [200, invoiceContract],
        refuses: [400, 404],
      }),
      json(anyBody, { need: 'may be left out' }),
      (c) => c.json(view(c, cancelInvoice(c.var.namespace, c.req.param('id')))),
    );
}
