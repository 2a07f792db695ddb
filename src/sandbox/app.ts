import { Hono } from 'hono';
import { challengeRoutes } from './challenge/routes.js';
import { chargeRoutes } from './payments/charge-routes.js';
import { controlRoutes } from './controls/routes.js';
import type { Service } from './controls/service.js';
import { dashboardRoutes } from './dashboard/routes.js';
import { hostedInvoice } from './invoices/hosted-page.js';
import { limitBody } from './http/body.js';
import { dateHeader } from './http/middleware.js';
import { durable } from './http/middleware.js';
import type { Env } from './http/context.js';
import { refuseNul, refuseOtherMethods } from './http/middleware.js';
import { answerError, notFound, refuse } from './http/refusal.js';
import { type Guests, openToGuests, refuseStrangers } from './http/allowed-origins.js';
import { invoiceRoutes } from './invoices/routes.js';
import { intentRoutes } from './intents/routes.js';
import { openApiRoute } from './openapi.js';
import type { CheckoutScript } from './pages/assets.js';
import { assetRoutes } from './pages/assets.js';
import { paymentRoutes } from './payments/routes.js';
import { tokenRoutes } from './tokens/routes.js';
import { webhookRoutes } from './webhooks/routes.js';

/** All addresses of the sandbox. */
export function createApp(service: Service, script: CheckoutScript, guests: Guests): Hono<Env> {
  const app = new Hono<Env>();
  app.onError(answerError);
  app.notFound((c) => refuse(c, notFound('address')));

  app.use('/v1/*', dateHeader(service.clock));
  // Before all that changes something, so that a stranger changes nothing, not even the log.
  app.use(refuseStrangers(guests));
  const open = openToGuests(guests);
  app.use('/v1/*', open);
  // Tests in a page use the switches too.
  app.use('/sandbox/*', open);
  app.use('/v1/*', service.log.middleware);
  app.use(refuseNul);
  app.use(limitBody);
  app.use(durable(service.store));

  intentRoutes(app, service);
  chargeRoutes(app, service);
  paymentRoutes(app, service);
  tokenRoutes(app, service);
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
