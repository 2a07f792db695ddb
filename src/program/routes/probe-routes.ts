import { Hono } from 'hono';
import { respondJson, respondWithError } from '../../server/checkout/respond.js';
import { withTimeout } from '../../server/checkout/times.js';
import type { Metrics } from '../metrics.js';
import type { Services } from '../services.js';
import type { ServerEnv } from './env.js';

const readyTimeoutMs = 2000;

/** For those who keep the program running: no key is needed, and no order is named. */
export function addProbeRoutes(app: Hono<ServerEnv>, { storage, lifecycle }: Services): void {
  app.get('/health', () => respondJson(200, { status: 'ok' }));

  app.get('/ready', async () => {
    if (lifecycle.isStopping) return respondJson(503, { status: 'stopping' });
    try {
      await withTimeout(storage.checkWritable(), readyTimeoutMs, 'timeout');
      return respondJson(200, { status: 'ready' });
    } catch {
      return respondJson(503, { status: 'no database' });
    }
  });
}

/** The figures stand on a port that only the operator reaches: they say how much a shop sells. */
export function createMetricsApp({ registry }: Metrics): Hono {
  const app = new Hono({ strict: false });
  app.get('/metrics', async () => {
    const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
    return new Response(await registry.metrics(), { headers });
  });
  app.notFound(() => respondWithError(404, 'not_found', 'There is nothing here.'));
  return app;
}
