import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Merchant, Site } from '../e2e/servers.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** A shop's site: its built files, its pages, and the endpoint that makes an intent for what is in the basket. */
export function open(folder: string, shop: Merchant, pages: ReadonlyMap<string, string>): Promise<Site> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    const file = join(folder, url.pathname);
    const page = pages.get(url.pathname);
    if (request.method === 'POST' && url.pathname === '/intent') {
      void shop
        .createIntent({
          amount: 10_000 * Number(url.searchParams.get('quantity')),
          callback_url: `http://${request.headers.host ?? ''}/back`,
        })
        .then((intent) => response.end(JSON.stringify(intent)));
    } else if (page !== undefined) {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    } else if (existsSync(file) && extname(file) in types) {
      response.setHeader('content-type', types[extname(file)] ?? '').end(readFileSync(file));
    } else {
      // The browser asks for an icon by itself, and would complain about a 404.
      response.writeHead(url.pathname === '/favicon.ico' ? 204 : 404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: () => void (server.closeAllConnections(), server.close()),
      });
    });
  });
}
