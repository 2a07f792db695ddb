import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { respondWithError } from '../server/checkout/respond.js';
import { addCheckoutRoutes } from './routes/checkout-routes.js';
import type { ServerEnv } from './routes/env.js';
import { addNotificationRoutes } from './routes/notification-routes.js';
import { addOperatorRoutes } from './routes/operator-routes.js';
import { addProbeRoutes } from './routes/probe-routes.js';
import type { Services } from './services.js';
import { TokenError } from './tokens/token-error.js';

/** All addresses of the program. */
export function createServerApp(services: Services): Hono<ServerEnv> {
  // An address with a slash at its end is the same address, for GET and POST alike.
  const app = new Hono<ServerEnv>({ strict: false });
  const { log, metrics, onError, lifecycle } = services;

  app.use(async (c, next) => {
    const started = performance.now();
    await next();
    const seconds = (performance.now() - started) / 1000;
    const { method } = c.req;
    const { status } = c.res;
    // The pattern, never the path: that has the token of an order in it.
    const route = routePath(c, -1);
    metrics.requests.observe({ method, route, status: String(status) }, seconds);
    const ms = Math.round(seconds * 1000);
    const orderId = c.get('orderId');
    const isProbe = route === '/health' || route === '/ready';
    log[isProbe ? 'debug' : 'info'](
      { method, route, status, ms, ...(orderId !== undefined && { orderId }) },
      'request',
    );
    // A client that keeps its connection would delay the shutdown.
    if (lifecycle.isStopping) c.res.headers.set('connection', 'close');
  });

  addProbeRoutes(app, services);
  addOperatorRoutes(app, services);
  addNotificationRoutes(app, services);
  addCheckoutRoutes(app, services);

  app.notFound(() => respondWithError(404, 'not_found', 'There is nothing here.'));
  app.onError((error) => {
    if (error instanceof TokenError) return respondWithError(error.status, error.type, error.message);
    onError(error);
    return respondWithError(503, 'unavailable', 'This cannot be answered now. Try again soon.', {
      'retry-after': '5',
    });
  });
  return app;
}
