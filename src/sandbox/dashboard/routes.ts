import type { Hono } from 'hono';
import type { Env } from '../http/env.js';
import type { Service } from '../controls/service.js';
import { formRoutes, inWords } from './forms.js';
import { clockText, queuedFaults, versionOf } from './live.js';
import { dashboardPage } from './page.js';
import { script } from './script.js';
import { show, viewIn } from './view.js';

/** The sandbox's own front page: what happened in it, and its switches. */
export function dashboardRoutes(app: Hono<Env>, service: Service): void {
  app.get('/', (c) => inWords(c, () => dashboardPage(c, service, viewIn(new URL(c.req.url).searchParams))));

  // What the script asks for again and again: without entries as long as nothing has changed.
  app.get('/dashboard/timeline', (c) => {
    const parameters = new URL(c.req.url).searchParams;
    const view = viewIn(parameters);
    const news = parameters.get('version') === versionOf(service) ? {} : show(service, view);
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    return c.json({
      now: clockText(service),
      faults: queuedFaults(service),
      version: versionOf(service),
      ...news,
    });
  });

  app.get('/dashboard/script.js', (c) =>
    c.body(script, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    }),
  );

  formRoutes(app, service);
}
