import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { saveCardAlone } from '../saved-card.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Running {
  readonly url: string;
  /** Ends it as a machine that fails does. */
  kill(): Promise<void>;
}

/** Starts a program of the project and waits for the line in which it says where it listens. */
export function start(args: readonly string[], line = /(http:\/\/\S+)/): Promise<Running> {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (text) => {
      printed += String(text);
      const url = line.exec(printed)?.[1];
      if (url) resolve({ url, kill: () => (child.kill('SIGKILL'), ended) });
    });
    void ended.then(() => reject(new Error(`${args.join(' ')} ended: ${printed}`)));
  });
}

/** The sandbox as it is published: `build.mjs` has built it. */
export const startSandbox = (db = ':memory:', port = 0, flags: readonly string[] = []): Promise<Running> =>
  start(['dist/sandbox-cli.js', '--port', String(port), '--db', db, ...flags]);

export interface Site {
  readonly url: string;
  close(): void;
}

/** What a merchant's endpoint answers. */
export interface Reply {
  readonly status: number;
  readonly json: unknown;
}

const released = /^\/(pay-(?:checkout|result|framed|challenge|lit|methods)\.js|languages\/[A-Za-z-]+\.js)$/;

/** The script file as a build has it, and what it fetches from beside it. */
export function releasedFile(pathname: string): Buffer | undefined {
  const [, name] = released.exec(pathname) ?? [];
  const file = `${root}dist/${name}`;
  return name !== undefined && existsSync(file) ? readFileSync(file) : undefined;
}

let returnPage: Promise<ReadonlyMap<string, string>> | undefined;

/** What a page loads that the payer comes back to: `pay-checkout/return`, as that page's own bundle has it. */
export const returnScript = '<script type="module" src="/return/main.js"></script>';

/** A file of that bundle, which is made when it is first asked for. */
async function returnFile(pathname: string): Promise<string | undefined> {
  if (!pathname.startsWith('/return/')) return undefined;
  returnPage ??= import('./bundle.js').then(({ bundle }) => bundle("import '../../dist/return.js';"));
  return (await returnPage).get(pathname.slice('/return/'.length));
}

/** A merchant's site: its pages and endpoints by address, and the scripts of the package. */
export function serveSite(answer: (url: URL) => string | undefined | Promise<Reply>): Promise<Site> {
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://site');
      const script = releasedFile(url.pathname) ?? (await returnFile(url.pathname));
      if (script !== undefined) {
        response.setHeader('content-type', 'text/javascript');
        response.end(script);
        return;
      }
      const found = await answer(url);
      if (typeof found === 'object') {
        response.writeHead(found.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(found.json));
        return;
      }
      response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(found ?? 'Not found');
    })();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () => void (server.closeAllConnections(), server.close()),
      });
    });
  });
}

export interface Merchant {
  createIntent(fields?: object): Promise<{ id: string; client_secret: string; status: string }>;
  readPayment(id: string): Promise<{ id: string; status: string; source: { message: string } }>;
  control(path: string, body?: object): Promise<void>;
  /** What was sent to the merchant's webhook, the latest first. */
  deliveries(): Promise<{ event_id: string; response_code: number | null }[]>;
  /** What the sandbox was asked, by its own log. */
  log(): Promise<{ method: string; path: string }[]>;
  /** What the sandbox was asked to create. */
  fulfilments(): Promise<number>;
  /** How many payments there are. */
  payments(): Promise<number>;
  /** The token of a card that is kept without a payment. */
  keepCard(number: string, cvc?: string): Promise<string>;
  /** The tokens of the cards that were to be saved, which only the merchant's server reads. */
  tokens(): Promise<string[]>;
}

/** What the merchant's server does, with the secret key. */
export function merchant(baseUrl: string): Merchant {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(path.startsWith('/sandbox') ? new URL(path, baseUrl) : baseUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Basic ${btoa('sk_test_sandbox:')}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<never>;
  };
  return {
    createIntent: (fields = {}) => call('/payment_intents', { amount: 10_000, currency: 'SAR', ...fields }),
    readPayment: (id) => call(`/payments/${id}`),
    control: (path, body = {}) => call(`/sandbox/${path}`, body),
    async deliveries() {
      const { webhooks } = (await call('/webhooks')) as { webhooks: { id: string }[] };
      const answer = (await call(`/webhooks/${webhooks[0]?.id}/attempts`)) as { webhook_attempts: never };
      return answer.webhook_attempts;
    },
    log: () => call('/sandbox/log'),
    async fulfilments() {
      const log = await this.log();
      return log.filter(({ method, path }) => method === 'POST' && /\/(fulfill|payments)$/.test(path)).length;
    },
    async payments() {
      const { meta } = (await call('/payments')) as { meta: { total_count: number } };
      return meta.total_count;
    },
    keepCard: (number, cvc) => saveCardAlone(baseUrl, number, cvc),
    async tokens() {
      const { payments } = (await call('/payments')) as { payments: { source: { token: string | null } }[] };
      return payments.map(({ source }) => source.token).filter((token) => token !== null);
    },
  };
}
