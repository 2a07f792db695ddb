import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { challengeRoutes } from './challenge/routes.js';
import { controlRoutes } from './controls/routes.js';
import { dashboardRoutes } from './dashboard/routes.js';
import { limitBody } from './http/body.js';
import { durable } from './http/durable.js';
import type { Env } from './http/env.js';
import { refuseOtherMethods } from './http/methods.js';
import { answerError, notFound, refuse } from './http/refusal.js';
import { hostedInvoice } from './invoices/hosted.js';
import { invoiceRoutes } from './invoices/routes.js';
import { intentRoutes } from './intents/routes.js';
import { openApiRoute } from './openapi.js';
import type { CheckoutScript } from './pages/checkout-script.js';
import { assetRoutes } from './pages/routes.js';
import { paymentRoutes } from './payments/routes.js';
import type { Service } from './service.js';
import { webhookRoutes } from './webhooks/routes.js';

/** All addresses of the sandbox. */
export function createApp(service: Service, script: CheckoutScript): Hono<Env> {
  const app = new Hono<Env>();
  app.onError(answerError);
  app.notFound((c) => refuse(c, notFound('address')));

  const open = cors({
    origin: '*',
    allowHeaders: ['Authorization', 'Content-Type'],
    allowMethods: ['GET', 'POST', 'DELETE'],
    maxAge: 600,
  });
  app.use('/v1/*', open);
  // Tests in a page play with the controls too.
  app.use('/sandbox/*', open);
  app.use('/v1/*', service.log.middleware);
  app.use(limitBody);
  app.use(durable(service.store));

  intentRoutes(app, service);
  paymentRoutes(app, service);
  invoiceRoutes(app, service);
  webhookRoutes(app, service);
  challengeRoutes(app, service);
  hostedInvoice(app, service, script);
  controlRoutes(app, service);
  dashboardRoutes(app, service);
  assetRoutes(app, script);
  openApiRoute(app);
  refuseOtherMethods(app);
  return app;
}
