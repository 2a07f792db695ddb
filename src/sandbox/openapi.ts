import type { Hono } from 'hono';
import { openAPIRouteHandler } from 'hono-openapi';
import * as z from 'zod/mini';
import {
  createPaymentIntent,
  errorBodyContract,
  invoiceContract,
  paymentContract,
  paymentIntentContract,
  splitContract,
  splitRequest,
  tokenContract,
  webhookContract,
} from '../wire/index.js';
import type { SandboxEnv } from './http/context.js';
import { tags } from './http/operation.js';
import { pageMeta } from './http/list-query.js';
import { newInvoice } from './invoices/invoice.js';
import { directPayment, fulfilment } from './payments/requests.js';
import { source } from './payments/requests.js';
import { newToken } from './tokens.js';
import { newWebhook } from './webhooks/webhook.js';
import { attempt } from './webhooks/attempts.js';

/** The schemas that the document names once and refers to. */
const named: Readonly<Record<string, z.ZodMiniType>> = {
  DirectPayment: directPayment,
  Error: errorBodyContract,
  Fulfilment: fulfilment,
  Invoice: invoiceContract,
  NewInvoice: newInvoice,
  NewPaymentIntent: createPaymentIntent,
  NewSplit: splitRequest,
  NewToken: newToken,
  NewWebhook: newWebhook,
  Payment: paymentContract,
  PageMeta: pageMeta,
  PaymentIntent: paymentIntentContract,
  Source: source,
  Split: splitContract,
  Token: tokenContract,
  Webhook: webhookContract,
  WebhookAttempt: attempt,
};

const basic = (description: string) => ({ type: 'http', scheme: 'basic', description }) as const;

/** The description of everything under `/v1` and of the controls, made from the schemas that check the requests. */
export function openApiRoute(app: Hono<SandboxEnv>): void {
  for (const [id, schema] of Object.entries(named))
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  app.get(
    '/openapi.json',
    openAPIRouteHandler(app, {
      documentation: {
        info: {
          title: 'pay-checkout sandbox',
          version: '1',
          description: 'The payment service, emulated. Amounts are integers in the smallest currency unit.',
          license: { name: 'MIT', identifier: 'MIT' },
        },
        servers: [{ url: '/' }],
        tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
        components: {
          securitySchemes: {
            secret: basic('The secret key as user name, no password'),
            publishable: basic('The publishable key as user name, no password'),
          },
        },
      },
    }),
  );
}
