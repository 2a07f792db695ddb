import type { Hono } from 'hono';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SandboxEnv } from '../http/context.js';
import { notFound } from '../http/refusal.js';

/** The built `pay-checkout.js`, for the hosted page, and the files of the release that are beside it. */
export interface CheckoutScript {
  exists(): boolean;
  /** @param file Its name, which the caller has checked. */
  read(file?: string): Promise<string | undefined>;
}

/** Beside the built sandbox, beside its sources, or where the work is done. */
const places = ['./pay-checkout.js', '../pay-checkout.js', '../../../dist/pay-checkout.js'];

/** Looks for the file with every request, because it may be built while the sandbox runs. */
export function findCheckoutScript(given?: string): CheckoutScript {
  const candidates = given
    ? [resolve(given)]
    : [
        ...places.map((place) => fileURLToPath(new URL(place, import.meta.url))),
        resolve('dist/pay-checkout.js'),
      ];
  const find = () => candidates.find((file) => existsSync(file));
  return {
    exists: () => find() !== undefined,
    read: async (file) => {
      const script = find();
      const wanted = script && file ? resolve(dirname(script), file) : script;
      return wanted && existsSync(wanted) ? readFile(wanted, 'utf8') : undefined;
    },
  };
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32" width="120" height="32">
<rect width="32" height="32" rx="8" fill="#0b5cad"/>
<path d="M8 20.5h16M8 12h16v9.5H8z" fill="none" stroke="#fff" stroke-width="2"/>
<text x="40" y="21" font-family="system-ui,sans-serif" font-size="14" font-weight="600" fill="#7a8899">Sandbox</text>
</svg>`;

const javascript = { 'content-type': 'text/javascript; charset=utf-8' };
const loopback = ['http://localhost', 'http://127.0.0.1'];

/** The files that the pages load, and the frame with the card form. */
export function assetRoutes(app: Hono<SandboxEnv>, script: CheckoutScript): void {
  app.get('/logo.svg', (c) => c.body(logo, 200, { 'content-type': 'image/svg+xml' }));

  app.get('/favicon.ico', (c) => c.body(null, 204));

  const file = async (name?: string) => {
    const text = await script.read(name);
    if (text === undefined) throw notFound('file yet: run `npm run build` first');
    return text;
  };

  app.get('/pay-checkout.js', async (c) => c.body(await file(), 200, javascript));

  app.get('/:name{pay-(?:framed|challenge|lit|methods|frame)\\.js}', async (c) =>
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
