import { fileURLToPath } from 'node:url';
import { installWhenNeeded } from '../.ci/install.mjs';
import { buildWhenNeeded } from './build.mjs';

/**
 * The playground and the shop while you work on `src/`: Vite serves the pages from their sources, with the element from
 * `src/entries/`, and reloads them when a file changes. The shop's backend and the sandbox run from the last build.
 */
installWhenNeeded();
buildWhenNeeded();

const { createServer } = await import('vite');
const { register } = await import('tsx/esm/api');
register({ tsconfig: false });
const { start } = await import('./merchant/server.ts');
const shop = await start({ port: 3000, sandboxPort: 4010, data: ':memory:' });

/** Pages load the script as from a CDN. Here it is the source. */
const scriptFromSource = {
  name: 'script-from-source',
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, _response, next) => {
      if (request.url?.startsWith('/pay-checkout.js')) request.url = '/src/entries/index.ts';
      if (request.url?.startsWith('/pay-framed.js')) request.url = '/src/entries/framed.ts';
      next();
    }),
};

const server = await createServer({
  configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)),
  plugins: [scriptFromSource],
  // The backend answers only to pages of the host that they ask, so the host stays as the browser names it.
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': { target: shop.url, changeOrigin: false } } },
});
await server.listen();
console.log(`The playground: ${server.resolvedUrls.local[0]}demo/merchant/playground.html`);
console.log(`The shop: ${server.resolvedUrls.local[0]}demo/merchant/shop.html`);
