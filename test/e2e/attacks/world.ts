import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  asJson,
  asScript,
  merchant,
  serveSite,
  type Answer,
  type Merchant,
  type Running,
} from '../servers.js';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

/** A request to the site, under whichever of its names. */
interface SeenRequest {
  readonly host: string;
  readonly method: string;
  readonly url: string;
  /** All that came with it. */
  readonly text: string;
}

/** One server under three names, which are three origins: the shop, the attacker, and who hosts a frame. */
export interface World {
  readonly shop: Merchant;
  readonly port: number;
  /** Of the shop's pages. */
  readonly site: string;
  readonly evil: string;
  /** The service, and the frame as the sandbox serves it. */
  readonly base: string;
  readonly frame: string;
  /** The same frame from a host that has forgotten the header, so that only the frame itself decides. */
  readonly bareFrame: string;
  readonly requests: SeenRequest[];
  /** What the merchant's `/status` says; undefined: 404. */
  status: (id: string) => Promise<unknown>;
  /** A page's path. */
  put(html: string): string;
  close(): void;
}

export async function startWorld(sandbox: Running): Promise<World> {
  const shop = merchant(sandbox.url);
  const requests: SeenRequest[] = [];
  const pages = new Map<string, string>();
  const servicePort = new URL(sandbox.url).port;

  async function answer({ pathname, searchParams }: URL): Promise<Answer> {
    const page = pages.get(pathname);
    if (page !== undefined) return { body: page };
    const file = /^(?:\/bare)?\/((?:languages\/)?[\w-]+\.js)$/.exec(pathname)?.[1];
    if (file) return asScript(readFileSync(dist + file));
    switch (pathname) {
      case '/bare/pay-frame.html':
        return {
          body: readFileSync(`${dist}pay-frame.html`, 'utf8')
            .replace(
              /(connect-src) [^;]*/,
              `$1 http://127.0.0.1:${servicePort} http://localhost:${servicePort}`,
            )
            .replace(/(name="pay-checkout-parents" content=")[^"]*/, '$1http://127.0.0.1:*'),
        };
      case '/back':
        return { body: '<!doctype html><title>Back</title><h1>Back in the shop</h1>' };
      case '/intent':
        return asJson(await shop.createIntent({ callback_url: `${site}/back` }));
      case '/status':
        return world.status(searchParams.get('id') ?? '').then(
          (payment) => asJson(payment),
          () => asJson({}, 404),
        );
      default:
        return { status: 404, body: 'Not found' };
    }
  }

  const { url: site, close } = await serveSite(async (url, request) => {
    const { method = '', url: path = '/', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = [path, JSON.stringify(headers), Buffer.concat(chunks).toString()].join('\n');
    requests.push({ host: headers.host ?? '', method, url: path, text });
    return {
      ...(await answer(url)),
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'cache-control': 'no-store',
      },
    };
  });
  const port = Number(new URL(site).port);

  const world: World = {
    shop,
    port,
    site,
    evil: `http://evil.localhost:${port}`,
    base: sandbox.url,
    frame: `http://localhost:${servicePort}/pay-frame.html`,
    bareFrame: `http://localhost:${port}/bare/pay-frame.html`,
    requests,
    // As the package's own merchant's half does: the token of a card is not for pages.
    status: async (id) => {
      const payment = await shop.readPayment(id);
      return { ...payment, source: { ...payment.source, token: undefined } };
    },
    put(html) {
      const path = `/page-${pages.size + 1}`;
      pages.set(path, `<!doctype html><title>Page</title>${html}`);
      return path;
    },
    close,
  };
  return world;
}

/** A script of a page, written as a function. */
export const script = <T>(run: (value: T) => void, value: T): string =>
  `<script>(${String(run)})(${String(JSON.stringify(value)).replaceAll('<', '\\u003c')})</script>`;
