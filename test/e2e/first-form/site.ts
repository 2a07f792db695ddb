import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as Server from '../../../src/entries/server.js';
import { releasedFile, type Site } from '../servers.js';

/** The form as a merchant's server has it: from the build. */
export async function builtForm(options: Server.FormOptions): Promise<string> {
  const built: string = new URL('../../../dist/server.js', import.meta.url).href;
  const { renderForm } = (await import(built)) as typeof Server;
  return renderForm(options);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a page answers: whole, or in parts that come one after the other. */
export type Page = string | ((response: ServerResponse) => Promise<void>);

export interface FirstSite extends Site {
  /** All that browsers have asked for: method, address and body. */
  readonly requests: string[];
}

/** A shop whose script may be late: `/pay-checkout.js?delay=300`. `/never.js` never comes. */
export function serveFirst(answer: (url: URL) => Page | undefined, headers = {}): Promise<FirstSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://site');
      let body = '';
      for await (const part of request) body += String(part);
      requests.push(`${request.method} ${request.url} ${body}`);
      if (url.pathname === '/never.js') return;
      const script = releasedFile(url.pathname);
      if (script) {
        await pause(Number(url.searchParams.get('delay') ?? 0));
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
        return;
      }
      const page = answer(url);
      response.writeHead(page === undefined ? 404 : 200, {
        'content-type': 'text/html; charset=utf-8',
        ...headers,
      });
      if (typeof page === 'function') await page(response);
      else response.end(page ?? 'Not found');
    })();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const close = () => void (server.closeAllConnections(), server.close());
      resolve({ url: `http://127.0.0.1:${port}`, close, requests });
    });
  });
}

/** The tag of a shop, with the form inside and what the page says. */
export const tag = (attributes: string, form: string) =>
  `<pay-checkout ${attributes}>${form}<p slot="summary">Order 7</p></pay-checkout>`;

export const page = (body: string, script = '', head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head><body>${body}${script}</body></html>`;

export const late = (milliseconds: number | string) =>
  `<script async src="/pay-checkout.js?delay=${milliseconds}"></script>`;

/** What the payer types, in the order of the form, and what is shown of it. */
export const card = ['4201320111111010', '1230', '123', 'Sara Ali'] as const;
export const shownCard = ['4201 3201 1111 1010', '12 / 30', '123', 'Sara Ali'] as const;

/** Evaluated in the page: the texts of the fields, in order. */
export const texts =
  "['cc-number','cc-exp','cc-csc','cc-name'].map((kind) => document.querySelector('pay-checkout').shadowRoot.querySelector('input[autocomplete=' + kind + ']').value)";

/** Evaluated in the page: whether the script has taken the form over. */
export const taken =
  "document.querySelector('pay-checkout')?.shadowRoot?.querySelector('form button')?.type === 'submit'";
