import { createAdaptorServer } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { createSandboxApp } from './app.js';
import { checkDecisions, type Decisions } from './decisions.js';
import { parseAllowedOrigins } from './http/allowed-origins.js';
import { readConnection, type NodeBindings } from './http/connection.js';
import { findCheckoutScript } from './pages/assets.js';
import { openNamespaces } from './namespaces.js';

export interface SandboxOptions {
  /**
   * A file, or `:memory:` (default). Several sandboxes may have the same file open. Every namespace but the first one has
   * a file of its own beside it.
   */
  readonly db?: string;
  /** Milliseconds since 1970; `POST /sandbox/clock` adds to it. */
  readonly now?: () => number;
  /** The `account_name` in webhook messages; `Sandbox` by default. */
  readonly accountName?: string;
  /** Milliseconds that a webhook's receiver has to answer; 10 s by default. */
  readonly deliveryTimeout?: number;
  /** The built `pay-checkout.js` that the hosted invoice page loads; when omitted, the one of this package's own build. */
  readonly checkoutScript?: string;
  /**
   * Origins such as `https://shop.example` whose pages may use the sandbox, and whose host may be its own name.
   * Pages of this machine (`localhost`, `127.0.0.1`, `[::1]`) may without it.
   */
  readonly allowOrigins?: readonly string[];
  /** What the service does where no document says it; `decisionTable` names the decisions and their values. */
  readonly decisions?: Partial<Decisions>;
}

export interface Sandbox {
  /**
   * Answers one request, as the service would. Pass `@hono/node-server`'s bindings when it came over HTTP: then `ip`
   * is the connection's. When a fault drops the connection, it rejects with a `TypeError`, like `fetch` itself.
   */
  fetch(request: Request, env?: NodeBindings): Promise<Response>;
  /** Sends the webhook messages that are due. Resolves when each receiver has answered or has run out of time. */
  tick(): Promise<void>;
  /** Sends messages as they become due from now on. `serve` calls it. */
  start(): void;
  /** Ends the requests under way and closes the database. */
  close(): Promise<void>;
}

/** The payment service, emulated. Use it in tests and demos; it moves no money and keeps no card. */
export function createSandbox({
  db = ':memory:',
  now = Date.now,
  accountName = 'Sandbox',
  deliveryTimeout = 10_000,
  checkoutScript,
  allowOrigins = [],
  decisions = {},
}: SandboxOptions = {}): Sandbox {
  // A wrong origin throws, so origins are read before the database is opened.
  const allowed = parseAllowedOrigins(allowOrigins);
  const namespaces = openNamespaces({
    db,
    now,
    accountName,
    deliveryTimeout,
    decisions: checkDecisions(decisions),
  });
  const app = createSandboxApp(namespaces, findCheckoutScript(checkoutScript), allowed);

  return {
    async fetch(request, env) {
      const connection = readConnection(env);
      const response = await app.fetch(request, connection);
      if (!connection.isDropped) return response;
      if (!env?.incoming) throw new TypeError('fetch failed: the sandbox dropped the connection');
      return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
    },
    tick: namespaces.tick,
    start: namespaces.start,
    close: namespaces.close,
  };
}

export interface Served {
  /** Without a path: the service is at `${url}/v1`. */
  readonly url: string;
  /** Stops listening and ends every connection. The sandbox itself stays open. */
  close(): Promise<void>;
}

/** Puts a sandbox on the network and lets it send its webhook messages. Port 0 takes any that is free. */
export async function serve(
  sandbox: Sandbox,
  { port = 0, host = '127.0.0.1' }: { port?: number; host?: string } = {},
): Promise<Served> {
  const server = createAdaptorServer({
    fetch: (request, env) => sandbox.fetch(request, env as NodeBindings),
    overrideGlobalObjects: false,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  sandbox.start();
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
