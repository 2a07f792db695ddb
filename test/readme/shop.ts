import { rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { secretKey } from '../../src/sandbox/index.js';
import type { PayClient } from '../../src/server/index.js';
import { listen } from '../listen.js';
import { openService } from '../server/payer.js';
import { modules, writeModules } from './blocks.js';

export const webhookSecret = 'whsec_of_the_readme';
process.env['PAY_SECRET_KEY'] = secretKey;
process.env['PAY_WEBHOOK_SECRET'] = webhookSecret;

interface Order {
  readonly amount: number;
  readonly currency: string;
  readonly callbackUrl: string;
  readonly paidBy?: string;
}

export type Handler = (request: Request) => Response | Promise<Response>;

/** A recipe's handler as something that a Node server can call. */
export const listener = (fetch: Handler): RequestListener => {
  const listen = getRequestListener(fetch, { overrideGlobalObjects: false });
  return (request, response) => void listen(request, response);
};

/** With the process's id in front, since the tests of several files run at once. */
let opened = 0;

/**
 * A shop that is made of the documents' own modules, with a sandbox behind it. Both are on ports of their own, so the
 * addresses that the documents invent are replaced; nothing else is.
 */
export async function openShop(t: TestContext) {
  const service = await openService(t);
  let serving: RequestListener | undefined;
  const url = await listen(t, (request, response) => {
    if (serving) serving(request, response);
    else response.writeHead(404).end();
  });
  const folder = writeModules(`shop-${process.pid}-${++opened}`, modules, {
    'https://api.example.com/v1': service.baseUrl,
    'https://shop.example': url,
    'http://127.0.0.1:4010': new URL(service.baseUrl).origin,
  });
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href) as Promise<never>;
  const { pay } = (await load('pay.ts')) as { pay: PayClient };
  const { orders } = (await load('orders.ts')) as { orders: Map<string, Order> };
  const order = orders.get('7');
  if (!order) throw new Error('The documents have no order 7.');
  const { amount, currency, callbackUrl: callback_url } = order;

  const control = async (path: string, body?: object) => {
    const answer = await fetch(new URL(`/sandbox/${path}`, service.baseUrl), {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return answer.json() as Promise<unknown>;
  };

  return {
    service,
    url,
    /** Where its modules are written. */
    folder,
    pay,
    order,
    /** One module of the documents; the same one each time. */
    load,
    serve: (listener: RequestListener) => void (serving = listener),
    /** A payment for the order, or for something else. */
    async payment(card?: string, intent: object = {}) {
      const { client_secret: secret } = await pay.createPaymentIntent({
        amount,
        currency,
        callback_url,
        ...intent,
      });
      return service.pay({ secret, ...(card !== undefined && { card }) });
    },
    /** Done when the service's messages have been answered. */
    delivered: () => control('clock', { advance: 0 }),
    /** How often the service was asked about a payment. */
    async questions(id: string) {
      const log = (await control('log')) as { method: string; path: string }[];
      return log.filter(({ method, path }) => method === 'GET' && path.endsWith(`/payments/${id}`)).length;
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
