import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { checkoutRoutes } from './routes/checkout-routes.js';
import { refuse, type Env } from './routes/env.js';
import { newsRoutes } from './routes/news-routes.js';
import { operatorRoutes } from './routes/operator-routes.js';
import { probeRoutes } from './routes/probe-routes.js';
import type { Services } from './services.js';
import { TokenError } from './tokens/token-error.js';

/** All addresses of the program. */
export function createApp(services: Services): Hono<Env> {
  const app = new Hono<Env>();
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
    const isProbe = route === '/health' || route === '/ready' || route === '/metrics';
    log[isProbe ? 'debug' : 'info'](
      { method, route, status, ms, ...(orderId !== undefined && { orderId }) },
      'request',
    );
    // A client that keeps its connection would delay the shutdown.
    if (lifecycle.isStopping) c.res.headers.set('connection', 'close');
  });

  probeRoutes(app, services);
  operatorRoutes(app, services);
  newsRoutes(app, services);
  checkoutRoutes(app, services);

  app.notFound(() => refuse(404, 'not_found', 'There is nothing here.'));
  app.onError((error) => {
    if (error instanceof TokenError) return refuse(error.status, error.type, error.message);
    onError(error);
    return refuse(503, 'unavailable', 'This cannot be answered now. Try again soon.', { 'retry-after': '5' });
  });
  return app;
}
