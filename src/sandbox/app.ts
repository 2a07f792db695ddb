import { Hono } from 'hono';
import { applePayRoutes } from './apple-pay.js';
import { challengeRoutes } from './challenge.js';
import { controlRoutes } from './controls/controls.js';
import { dashboardRoutes, dashboardScript } from './dashboard/routes.js';
import { type AllowedOrigins, allowCors, refuseForeign } from './http/allowed-origins.js';
import { acceptForm, limitBody } from './http/body.js';
import type { SandboxEnv } from './http/context.js';
import {
  awaitCommit,
  expireChallenges,
  chooseNamespace,
  logRequest,
  refuseOtherMethods,
  refuseUnreadable,
  setDate,
} from './http/middleware.js';
import { answerError, respondWithRequestError } from './http/answer-error.js';
import { notFound } from './http/refusal.js';
import { hostedInvoice } from './invoices/hosted-page.js';
import { invoiceRoutes } from './invoices/routes.js';
import { intentRoutes } from './intents.js';
import { openApiRoute } from './openapi.js';
import { assetRoutes, type CheckoutScript } from './pages/assets.js';
import { chargeRoutes } from './payments/routes.js';
import { paymentRoutes } from './payments/routes.js';
import { stcPayRoutes } from './payments/stc-pay-routes.js';
import { tokenRoutes } from './tokens.js';
import { webhookRoutes } from './webhooks/webhook.js';
import type { Namespaces } from './namespaces.js';

/** All addresses of the sandbox. */
export function createSandboxApp(
  namespaces: Namespaces,
  script: CheckoutScript,
  allowed: AllowedOrigins,
): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.onError(answerError);
  app.notFound((c) => respondWithRequestError(c, notFound('address')));

  app.use((c, next) => {
    c.set('namespace', namespaces.first);
    return next();
  });
  app.use('/v1/*', setDate);
  // Origins are checked before anything is changed, so that a foreign page changes nothing, not even the log.
  app.use(refuseForeign(allowed));
  const cors = allowCors(allowed);
  app.use('/v1/*', (c, next) =>
    c.var.namespace.decisions.current.crossOrigin === 'answered' ? cors(c, next) : next(),
  );
  // Tests in a page use the controls too.
  app.use('/sandbox/*', cors);
  app.use(limitBody);
  app.use('/v1/*', acceptForm);
  app.use(chooseNamespace(namespaces));
  app.use('/v1/*', logRequest);
  app.use(refuseUnreadable);
  app.use(awaitCommit);
  app.use(expireChallenges);

  intentRoutes(app);
  chargeRoutes(app);
  paymentRoutes(app);
  tokenRoutes(app);
  applePayRoutes(app);
  stcPayRoutes(app);
  invoiceRoutes(app);
  webhookRoutes(app);
  controlRoutes(app);

  const pages = new Hono<SandboxEnv>();
  challengeRoutes(pages);
  hostedInvoice(pages, script);
  dashboardRoutes(pages, namespaces);
  app.route('/', pages);
  app.route('/namespaces/:namespace/', pages);
  // The links of a namespace's front page are relative to the slash.
  app.get('/namespaces/:namespace', (c) => c.redirect(`${c.var.namespace.path}/`, 301));

  dashboardScript(app);
  assetRoutes(app, script);
  openApiRoute(app);
  refuseOtherMethods(app);
  return app;
}
