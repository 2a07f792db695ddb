import type { Hono } from 'hono';
import type { Env } from '../http/env.js';
import { notFound } from '../http/refusal.js';
import type { CheckoutScript } from './checkout-script.js';

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32" width="120" height="32">
<rect width="32" height="32" rx="8" fill="#0b5cad"/>
<path d="M8 20.5h16M8 12h16v9.5H8z" fill="none" stroke="#fff" stroke-width="2"/>
<text x="40" y="21" font-family="system-ui,sans-serif" font-size="14" font-weight="600" fill="#7a8899">Sandbox</text>
</svg>`;

/** The files that the pages load. */
export function assetRoutes(app: Hono<Env>, script: CheckoutScript): void {
  app.get('/logo.svg', (c) => c.body(logo, 200, { 'content-type': 'image/svg+xml' }));

  app.get('/favicon.ico', (c) => c.body(null, 204));

  app.get('/pay-checkout.js', async (c) => {
    const text = await script.read();
    if (text === undefined) throw notFound('file yet: run `npm run build` first');
    return c.body(text, 200, { 'content-type': 'text/javascript; charset=utf-8' });
  });
}
