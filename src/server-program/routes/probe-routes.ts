import type { Hono } from 'hono';
import type { Services } from '../services.js';
import { respondJson, type ServerEnv } from './env.js';

const readyTimeoutMs = 2000;

/** For whoever keeps the program running: no key is needed, and no order is named. */
export function addProbeRoutes(app: Hono<ServerEnv>, { storage, metrics, lifecycle }: Services): void {
  app.get('/health', () => respondJson(200, { status: 'ok' }));

  app.get('/ready', async () => {
    if (lifecycle.isStopping) return respondJson(503, { status: 'stopping' });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The database does not answer.')), readyTimeoutMs);
    });
    try {
      await Promise.race([
        Promise.all([storage.checkoutStore.load('-'), storage.programStore.load('-')]),
        late,
      ]);
      return respondJson(200, { status: 'ready' });
    } catch {
      return respondJson(503, { status: 'no database' });
    } finally {
      clearTimeout(timer);
    }
  });

  app.get('/metrics', async () => {
    const text = await metrics.registry.metrics();
    return new Response(text, {
      headers: { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' },
    });
  });
}
