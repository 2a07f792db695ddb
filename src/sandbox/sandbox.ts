import { createApp } from './app.js';
import { createLog } from './controls/log.js';
import { createFaults } from './faults/faults.js';
import { connect, type NodeBindings } from './http/connection.js';
import { guestsOf } from './http/strangers.js';
import { findCheckoutScript } from './pages/checkout-script.js';
import { createClock } from './store/clock.js';
import { openStore } from './store/store.js';
import { createPump } from './webhooks/pump.js';

export interface SandboxOptions {
  /** A file, or `:memory:` (default). Several sandboxes may have the same file open. */
  readonly db?: string;
  /** Milliseconds since 1970; `POST /sandbox/clock` adds to it. */
  readonly now?: () => number;
  /** The `account_name` in webhook messages; `Sandbox` by default. */
  readonly accountName?: string;
  /** Milliseconds that a webhook's receiver has to answer; 10 s by default. */
  readonly deliveryTimeout?: number;
  /** The built `pay-checkout.js` that the hosted invoice page loads; found by itself when it is built. */
  readonly checkoutScript?: string;
  /**
   * Origins such as `https://shop.example` whose pages may use the sandbox, and whose host may be its own name.
   * Pages of this machine (`localhost`, `127.0.0.1`, `[::1]`) may without it.
   */
  readonly allowOrigins?: readonly string[];
}

export interface Sandbox {
  /**
   * Answers one request, as the service would. Pass `@hono/node-server`'s bindings when it came over HTTP: then `ip`
   * is the connection's. When a fault drops the connection, it rejects with a `TypeError`, like `fetch` itself.
   */
  fetch(request: Request, env?: NodeBindings): Promise<Response>;
  /** Sends the webhook messages that are due. Resolves when each receiver has answered or has run out of time. */
  tick(): Promise<void>;
  /** Sends messages by itself from now on, as they become due. `serve` calls it. */
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
}: SandboxOptions = {}): Sandbox {
  // Before the database is opened, since a wrong origin throws.
  const guests = guestsOf(allowOrigins);
  const store = openStore(db);
  const clock = createClock(store, now);
  const pump = createPump({ store, clock, accountName, timeout: deliveryTimeout });
  const faults = createFaults();
  const service = { store, clock, faults, log: createLog(clock), pump };
  const app = createApp(service, findCheckoutScript(checkoutScript), guests);

  return {
    async fetch(request, env) {
      const connection = connect(env);
      const response = await app.fetch(request, connection);
      if (!connection.dropped) return response;
      if (!env?.incoming) throw new TypeError('fetch failed: the sandbox dropped the connection');
      return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
    },
    tick: pump.tick,
    start: pump.start,
    async close() {
      faults.close();
      await pump.stop();
      store.close();
    },
  };
}
