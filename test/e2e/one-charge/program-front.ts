import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningServer } from '../../../src/program/run-server.js';
import { orderClaims, orderSecret, sign } from '../../program/order-token.js';

/**
 * The server program behind a proxy of its operator, as it is run: a restart is another process over the same database,
 * and payers see one address.
 */
export class ProgramFront {
  url = '';
  #current: RunningServer | undefined;
  #settings: Readonly<Record<string, string>> = {};
  readonly #folder = mkdtempSync(join(tmpdir(), 'pay-one-charge-'));
  #started: Promise<void> = Promise.resolve();
  readonly #tokens = new Map<string, string>();
  readonly #server = createServer((incoming, response) => void this.#forward(incoming, response));

  /** @param service The address of the payment service, as reliable as the test wants it. */
  static async open(service: string, shop: string): Promise<ProgramFront> {
    const front = new ProgramFront();
    await new Promise<void>((listens) => front.#server.listen(0, '127.0.0.1', listens));
    front.url = `http://127.0.0.1:${(front.#server.address() as AddressInfo).port}`;
    front.#settings = {
      PAY_SECRET_KEY: 'sk_test_sandbox',
      PAY_PUBLISHABLE_KEY: 'pk_test_sandbox',
      PAY_BASE_URL: service,
      PAY_WEBHOOK_SECRET: 'a secret of the webhook',
      ORDER_KEYS: `shop:${orderSecret}`,
      DATABASE_URL: `sqlite:${join(front.#folder, 'program.db')}`,
      PUBLIC_URL: front.url,
      SHOP_URL: shop,
      PORT: '0',
    };
    await front.restart();
    return front;
  }

  /** One after the other, so that each ends the one before it. */
  restart(): Promise<void> {
    return (this.#started = this.#started.then(async () => {
      const before = this.#current;
      // A second of a worker's start, and most workers need no program.
      const { runServer } = await import('../../../src/program/run-server.js');
      this.#current = await runServer(this.#settings, { write: () => undefined });
      await before?.stop();
    }));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#current?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What the tag's `checkout-url` is, and where the program's own page of the order is. One token for each order. */
  addressOf(id: string, callbackUrl: string): string {
    const token = this.#tokens.get(id) ?? sign(orderClaims({ sub: id, callback_url: callbackUrl }));
    this.#tokens.set(id, token);
    return `${this.url}/checkout/${token}`;
  }

  async #forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method, headers, url: path } = incoming;
    const send = (to: string) => {
      const { hostname: host, port } = new URL(to);
      const onward = ask({ host, port, path, method, headers, agent: false }, (answer) => {
        const { connection: _connection, ...kept } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, kept);
        answer.pipe(response);
      });
      // A process that ends takes no new connection: its successor gets what was never sent.
      onward.on('error', ({ code }: NodeJS.ErrnoException) => {
        const next = this.#current?.url ?? to;
        if (code === 'ECONNREFUSED' && next !== to) send(next);
        else response.destroy();
      });
      onward.end(Buffer.concat(chunks));
    };
    send(this.#current?.url ?? this.url);
  }
}
