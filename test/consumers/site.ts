import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { asJson, serveSite, type Merchant, type Site } from '../e2e/servers.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** A shop's site: its built files, its pages, and the endpoint that makes an intent for what is in the basket. */
export async function open(
  folder: string,
  shop: Merchant,
  pages: ReadonlyMap<string, string>,
): Promise<Site> {
  const site = await serveSite(async ({ pathname, searchParams }) => {
    if (pathname === '/intent') {
      const amount = 10_000 * Number(searchParams.get('quantity'));
      return asJson(await shop.createIntent({ amount, callback_url: `${site.url}/back` }));
    }
    // The browser asks for an icon by itself, and would complain about a 404.
    if (pathname === '/favicon.ico') return { status: 204, body: '' };
    const [file, type] = [join(folder, pathname), types[extname(pathname)]];
    return pages.get(pathname) ?? (type && existsSync(file) ? { type, body: readFileSync(file) } : undefined);
  });
  return site;
}
