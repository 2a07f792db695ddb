import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signOrder } from './order-token.js';
import { readWebhook, type OrderWebhook } from './read-webhook.js';

/** What became of each order. In a shop: a table, written once for each `webhook-id`. */
export const verdicts = new Map<string, string>();

export interface ShopOptions {
  /** Port 0 takes any that is free. */
  readonly port: number;
  /** Where `pay-checkout-server` is reached. */
  readonly serverUrl: string;
  /** `name:secret`, one of the server's `ORDER_KEYS`. */
  readonly orderKey: string;
  readonly webhookSigningSecret: string;
  /** Ship the order here when the verdict is `paid`. The same webhook may come twice, and must then do no harm. */
  readonly onWebhook?: (webhook: OrderWebhook) => void;
}

export async function startShop({ port, serverUrl, orderKey, webhookSigningSecret, onWebhook }: ShopOptions) {
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/') {
      response.writeHead(302, { location: checkoutUrl('7') }).end();
    } else if (pathname === '/back') {
      // Anybody can write such an address: what counts has come with the webhook.
      const verdict = verdicts.get(searchParams.get('pay_order') ?? '');
      // The webhook is on its way: until then the page asks again every two seconds.
      const again = verdict === undefined ? { refresh: '2' } : {};
      response
        .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', ...again })
        .end(`Your order: ${verdict ?? 'we are waiting for your bank'}`);
    } else if (pathname === '/webhook' && request.method === 'POST') {
      const webhook = readWebhook(await textOf(request), request.headers, webhookSigningSecret);
      if (webhook) {
        const { order_id: orderId, verdict } = webhook.data;
        // A second try that fails, or a payment that does not count, leaves a paid order as it is.
        const counts = ['paid', 'authorized', 'reversed'].includes(verdict);
        if (counts || !verdicts.has(orderId)) verdicts.set(orderId, verdict);
        onWebhook?.(webhook);
      }
      response.writeHead(webhook ? 204 : 400).end();
    } else response.writeHead(404).end();
  }

  const server = createServer((request, response) => {
    // Without this, a request that cannot be read, such as `GET //`, would end the shop.
    respond(request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const order = { amount: 10_000, currency: 'SAR', callback_url: `${url}/back` };

  /** The page on which an order is paid. */
  const checkoutUrl = (id: string) => `${serverUrl}/checkout/${signOrder({ sub: id, ...order }, orderKey)}`;
  return { url, checkoutUrl, stop: () => void server.close() };
}

const maxBodyBytes = 65_536;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error('The body of a request is too long.');
  }
  return Buffer.concat(chunks).toString();
}
