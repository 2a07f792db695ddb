import type { Hono } from 'hono';
import { respondJson } from '../../server/checkout/respond.js';
import { withTimeout } from '../../server/checkout/timeouts.js';
import type { Services } from '../services.js';
import type { ServerEnv } from './env.js';

const readyTimeoutMs = 2000;

/** For whoever keeps the program running: no key is needed, and no order is named. */
export function addProbeRoutes(app: Hono<ServerEnv>, { storage, metrics, lifecycle }: Services): void {
  app.get('/health', () => respondJson(200, { status: 'ok' }));

  app.get('/ready', async () => {
    if (lifecycle.isStopping) return respondJson(503, { status: 'stopping' });
    try {
      await withTimeout(storage.checkWritable(), readyTimeoutMs, 'The database does not answer.');
      return respondJson(200, { status: 'ready' });
    } catch {
      return respondJson(503, { status: 'no database' });
    }
  });

  app.get('/metrics', async () => {
    const text = await metrics.registry.metrics();
    return new Response(text, {
      headers: { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' },
    });
  });
}
