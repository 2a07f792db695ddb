import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context } from 'hono';

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Built names carry a hash, so they never change; the rest is asked for again. */
const remember = (path: string, c: Context) => {
  c.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
};

/** The built pages, and the checkout as a merchant would take it from a CDN, with the files that it fetches beside it. */
export const files = serveStatic({ root: root('.shop'), onFound: remember });
// It may be made while the shop runs, and `serveStatic` warns of a folder that is not there.
mkdirSync(root('.site'), { recursive: true });
/** What `npm run site` has made. */
export const documents = serveStatic({
  root: root('.site'),
  rewriteRequestPath: (path) => path.slice('/docs'.length),
  onFound: remember,
});
/** A document as its source, until `npm run site` has made its page. */
export async function documentSource(c: Context): Promise<Response> {
  const [, name = ''] = /^\/docs\/((?:\w+\/)?[\w-]+)\.(?:html|md)$/.exec(c.req.path) ?? [];
  const path = `demo/docs/${name === 'index' ? 'README' : name}.md`;
  const text = name && (await readFile(root(path), 'utf8').catch(() => ''));
  const made = '`npm run site` makes the documents into pages.';
  return text ? c.text(`${path}: ${made}\n\n${text}`) : c.text(`There is no such document. ${made}`, 404);
}
export const script = serveStatic({ path: root('dist/pay-checkout.js'), onFound: remember });
export const besideScript = serveStatic({ root: root('dist'), onFound: remember });
