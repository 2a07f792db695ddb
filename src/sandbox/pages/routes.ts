import type { Hono } from 'hono';
import type { Env } from '../http/env.js';
import { notFound } from '../http/refusal.js';
import type { CheckoutScript } from './checkout-script.js';

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32" width="120" height="32">
<rect width="32" height="32" rx="8" fill="#0b5cad"/>
<path d="M8 20.5h16M8 12h16v9.5H8z" fill="none" stroke="#fff" stroke-width="2"/>
<text x="40" y="21" font-family="system-ui,sans-serif" font-size="14" font-weight="600" fill="#7a8899">Sandbox</text>
</svg>`;

const javascript = { 'content-type': 'text/javascript; charset=utf-8' };
const loopback = ['http://localhost', 'http://127.0.0.1'];

/** The files that the pages load, and the frame with the card form. */
export function assetRoutes(app: Hono<Env>, script: CheckoutScript): void {
  app.get('/logo.svg', (c) => c.body(logo, 200, { 'content-type': 'image/svg+xml' }));

  app.get('/favicon.ico', (c) => c.body(null, 204));

  const file = async (name?: string) => {
    const text = await script.read(name);
    if (text === undefined) throw notFound('file yet: run `npm run build` first');
    return text;
  };

  app.get('/pay-checkout.js', async (c) => c.body(await file(), 200, javascript));

  app.get('/:name{pay-(?:framed|challenge|saved|frame)\\.js}', async (c) =>
    c.body(await file(c.req.param('name')), 200, javascript),
  );

  app.get('/languages/:name{[A-Za-z-]+\\.js}', async (c) =>
    c.body(await file(`languages/${c.req.param('name')}`), 200, javascript),
  );

  // For pages at any loopback address: `localhost` is another origin than `127.0.0.1`.
  app.get('/:name{pay-frame(?:\\.[A-Za-z-]+)?\\.html}', async (c) => {
    const { port } = new URL(c.req.url);
    const services = loopback.map((host) => `${host}:${port}`).join(' ');
    const parents = loopback.map((host) => `${host}:*`).join(' ');
    const text = (await file(c.req.param('name')))
      .replace(/(connect-src) [^;]*/, `$1 ${services}`)
      .replace(/(name="pay-checkout-parents" content=")[^"]*/, `$1${parents}`);
    return c.html(text, 200, { 'content-security-policy': `frame-ancestors ${parents}` });
  });
}
