import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
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
export const startSandbox = (...flags: readonly string[]): Promise<Running> =>
  start(['dist/sandbox-cli.js', '--port', '0', '--db', ':memory:', ...flags]);

export interface Site {
  readonly url: string;
  close(): void;
}

/** What a site answers, with the status, the type and the headers that a test is about. */
export interface Answer {
  readonly body: string | Buffer;
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page by its HTML alone; nothing: it is not found. */
type Found = string | Answer | undefined;
type AnswerTo = (url: URL, request: IncomingMessage) => Found | Promise<Found>;

export const asScript = (body: string | Buffer): Answer => ({ body, type: 'text/javascript' });
export const asJson = (value: unknown, status = 200): Answer => ({
  body: JSON.stringify(value),
  status,
  type: 'application/json',
});

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

/** A script of the package, or of that bundle, which is made when it is first asked for. */
async function packageFile(pathname: string): Promise<Answer> {
  let file: Buffer | string | undefined = releasedFile(pathname);
  if (pathname.startsWith('/return/')) {
    returnPage ??= import('./bundle.js').then(({ bundle }) => bundle("import '../../dist/return.js';"));
    file = (await returnPage).get(pathname.slice('/return/'.length));
  }
  return file === undefined ? { body: 'Not found', status: 404 } : asScript(file);
}

/** A merchant's site: its pages and endpoints by address, and the scripts of the package. */
export async function serveSite(answer: AnswerTo): Promise<Site> {
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://site');
      const found = (await answer(url, request)) ?? (await packageFile(url.pathname));
      const { body, status, type, headers } = typeof found === 'string' ? ({ body: found } as Answer) : found;
      response.writeHead(status ?? 200, { 'content-type': type ?? 'text/html; charset=utf-8', ...headers });
      response.end(body);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void (server.closeAllConnections(), server.close()),
  };
}

/** A merchant's site in front of a service, with what the merchant's server does. */
export interface Storefront extends Site, Merchant {
  /** The address of the service. */
  readonly service: string;
  /** The secret of an intent that is not used yet. Its payer comes back to `/back`. */
  newSecret(): Promise<string>;
}

/**
 * A merchant's site whose server makes intents at `/intent` and reads payments at `/status`.
 *
 * @param page Its pages, and what it answers otherwise than such a site does.
 * @param price Of each intent, in place of 100 riyals.
 */
export async function openStorefront(
  { url: service }: Running,
  page: AnswerTo,
  price = {},
): Promise<Storefront> {
  const server = merchant(service);
  const createIntent = () => server.createIntent({ callback_url: `${site.url}/back`, ...price });
  const site = await serveSite(async (url, request) => {
    const found = await page(url, request);
    if (found !== undefined) return found;
    if (url.pathname === '/intent') return asJson(await createIntent(), 201);
    if (url.pathname === '/back') return '<!doctype html><title>Back</title>';
    if (url.pathname !== '/status') return undefined;
    return server.readPayment(url.searchParams.get('id') ?? '').then(
      (payment) => asJson(payment),
      // What the service did not answer must not be told as "no such payment".
      (error: unknown) => asJson({}, String(error).includes('HTTP 404') ? 404 : 502),
    );
  });
  return { ...server, ...site, service, newSecret: async () => (await createIntent()).client_secret };
}

export type Merchant = ReturnType<typeof merchant>;

/** What the merchant's server does, with the secret key, or what a page asks with its own. */
export function merchant(baseUrl: string) {
  const call = async <T>(
    path: string,
    body?: object,
    { method = body ? 'POST' : 'GET', key = 'sk_test_sandbox' } = {},
  ): Promise<T> => {
    const answer = await fetch(path.startsWith('/sandbox') ? new URL(path, baseUrl) : baseUrl + path, {
      method,
      headers: { authorization: `Basic ${btoa(`${key}:`)}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status} ${text}`);
    return (text && JSON.parse(text)) as T;
  };
  /** What the sandbox was asked, by its own log. */
  const log = () => call<readonly { method: string; path: string }[]>('/sandbox/log');
  const payments = () =>
    call<{ payments: { source: { token: string | null } }[]; meta: { total_count: number } }>('/payments');
  return {
    call,
    log,
    createIntent: (fields: object = {}) =>
      call<{ id: string; client_secret: string }>('/payment_intents', {
        amount: 10_000,
        currency: 'SAR',
        ...fields,
      }),
    readPayment: (id: string) =>
      call<{ id: string; status: string; source: { message: string } }>(`/payments/${id}`),
    control: (path: string, body: object = {}) => call(`/sandbox/${path}`, body),
    /** How often the sandbox was asked to make a payment. */
    fulfilments: async () =>
      (await log()).filter(({ method, path }) => method === 'POST' && /\/(fulfill|payments)$/.test(path))
        .length,
    /** How many payments there are. */
    payments: async () => (await payments()).meta.total_count,
    /** The token of a card that is kept without a payment. */
    keepCard: (number: string, cvc?: string) => saveCardAlone(baseUrl, number, cvc),
    /** The tokens of the cards that were to be saved, which only the merchant's server reads. */
    tokens: async () =>
      (await payments()).payments.map(({ source }) => source.token).filter((token) => token !== null),
  };
}
