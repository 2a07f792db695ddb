import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of one request that carries a card. */
export type RequestOutcome =
  | 'pass'
  /** The connection ends before the service has heard of it. */
  | 'drop-before'
  /** The service has done it, and the connection ends before a byte of the answer. */
  | 'drop-after'
  | 'hang'
  /** Answered in place of the service, which hears nothing of it. */
  | { readonly status: number; readonly body: string; readonly type?: string }
  /** The service has done it, and is answered for so much later. */
  | { readonly late: number };

export interface Sent {
  readonly path: string;
  /** The body as it came, with the card in it. */
  readonly body: string;
  readonly givenId: string;
  readonly secret: string;
  readonly at: number;
}

export const refusal = (status: number, more: object = {}): RequestOutcome => ({
  status,
  body: JSON.stringify({
    type: 'invalid_request_error',
    message: 'No.',
    errors: null,
    ...more,
  }),
});

/** Stands between the browser and the service, and is as unreliable as a test wants it. */
export class FlakyProxy {
  /**
   * By secret of the intent: what becomes of the requests that pay or confirm, the next one first. By the merchant's name
   * on Apple's sheet: what becomes of the requests for a session.
   */
  readonly requestOutcomes = new Map<string, RequestOutcome[]>();
  /** The paths of all requests, also those by which a browser asks whether it may send. */
  readonly paths: string[] = [];
  /** Every request with a body, whatever became of it. */
  readonly sent: Sent[] = [];
  /** The bank's pages answer 204: the browser stays where it is. */
  bankIsEmpty = false;
  /** Hears of each intent that a merchant makes through this proxy. */
  onIntent: (intent: { readonly description: string; readonly client_secret: string }) => void = () =>
    undefined;
  /** Whether the service does not show yet what was made by a request with a card. */
  isHidden: (sent: Sent) => boolean = () => false;
  url = '';
  readonly #server = createServer(
    (incoming, response) => void this.#serve(incoming, response).catch(() => incoming.socket.destroy()),
  );

  private constructor(private readonly target: URL) {}

  static open(target: string): Promise<FlakyProxy> {
    const proxy = new FlakyProxy(new URL(target));
    return new Promise((resolve) =>
      proxy.#server.listen(0, '127.0.0.1', () => {
        proxy.url = `http://127.0.0.1:${(proxy.#server.address() as AddressInfo).port}${proxy.target.pathname}`;
        resolve(proxy);
      }),
    );
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(incoming);
    const path = incoming.url ?? '/';
    this.paths.push(path);
    if (this.bankIsEmpty && path.startsWith('/v1/card_auth/')) return void response.writeHead(204).end();
    const polled =
      incoming.method === 'GET' && this.sent.find(({ givenId }) => givenId && path.includes(givenId));
    if (polled && this.isHidden(polled)) {
      response.writeHead(404, { 'content-type': 'application/json' });
      return void response.end('{"type":"record_not_found","message":"Object not found","errors":null}');
    }
    const isCard = incoming.method === 'POST' && body.startsWith('{');
    const requestOutcome = isCard ? this.#takeOutcome(path, body) : 'pass';
    if (requestOutcome === 'drop-before') return void incoming.socket.destroy();
    if (requestOutcome === 'hang') return;
    if (typeof requestOutcome === 'object' && 'status' in requestOutcome) {
      const type = requestOutcome.type ?? 'application/json';
      response.writeHead(requestOutcome.status, { 'content-type': type, 'access-control-allow-origin': '*' });
      return void response.end(requestOutcome.body);
    }
    const answer = await this.#forward(incoming, path, body);
    if (incoming.method === 'POST' && path.endsWith('/payment_intents') && answer.status === 201)
      this.onIntent(JSON.parse(answer.body) as never);
    if (requestOutcome === 'drop-after') return void incoming.socket.destroy();
    if (typeof requestOutcome === 'object')
      await new Promise((resolve) => setTimeout(resolve, requestOutcome.late));
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  }

  #takeOutcome(path: string, body: string): RequestOutcome {
    const {
      client_secret: secret = '',
      given_id: givenId = '',
      display_name: merchantName = '',
    } = JSON.parse(body) as Record<string, string>;
    const [, paymentId] = /\/stc_pays\/([^/]+)\//.exec(path) ?? [];
    const paid = this.sent.find((it) => it.givenId === paymentId);
    if (paid || merchantName)
      return this.requestOutcomes.get(paid?.secret ?? merchantName)?.shift() ?? 'pass';
    this.sent.push({ path, body, givenId, secret, at: Date.now() });
    return this.requestOutcomes.get(secret)?.shift() ?? 'pass';
  }

  #forward(incoming: IncomingMessage, path: string, body: string) {
    return new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>(
      (resolve, reject) => {
        const { hostname: host, port } = this.target;
        const { method, headers } = incoming;
        const onward = ask({ host, port, path, method, headers, agent: false }, (answer) => {
          void textOf(answer).then((text) => {
            const { 'transfer-encoding': _chunked, connection: _connection, ...kept } = answer.headers;
            resolve({ status: answer.statusCode ?? 502, headers: kept, body: text });
          });
        });
        onward.on('error', reject);
        onward.end(body);
      },
    );
  }
}

/** Byte by byte, as latin1 keeps them: what passes through is not read as text. */
async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
