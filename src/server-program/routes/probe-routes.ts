import type { Hono } from 'hono';
import type { Services } from '../services.js';
import { answer, type Env } from './env.js';

const readyMs = 2000;

/** For whoever keeps the program running: no key is needed, and no order is named. */
export function probeRoutes(app: Hono<Env>, { storage, metrics, lifecycle }: Services): void {
  app.get('/health', () => answer(200, { status: 'ok' }));

  app.get('/ready', async () => {
    if (lifecycle.isStopping) return answer(503, { status: 'stopping' });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The database does not answer.')), readyMs);
    });
    try {
      await Promise.race([Promise.all([storage.checkout.load('-'), storage.orders.load('-')]), late]);
      return answer(200, { status: 'ready' });
    } catch {
      return answer(503, { status: 'no database' });
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
