import type { IncomingMessage } from 'node:http';
import type { TestContext } from 'node:test';
import { startSandbox, type TestSandbox } from '../../src/testing/index.js';
import { listen } from '../listen.js';

export const order = { id: '7', amount: 10_000, currency: 'SAR' } as const;

/** A merchant's server with one order, as few lines as will do. It remembers what its webhook was sent. */
interface SmallShop {
  readonly url: string;
  readonly checkoutUrl: string;
  readonly received: { readonly type: string }[];
  /** What the webhook answers from now on. */
  answerWebhooks(status: number): void;
}

export async function openSmallShop(t: TestContext, sandbox: TestSandbox): Promise<SmallShop> {
  const received: { readonly type: string }[] = [];
  let status = 204;
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${sandbox.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${sandbox.secretKey}:`)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const url = await listen(t, (request, response) => {
    void (async () => {
      const body = await textOf(request);
      if (request.url === '/checkout/7/intent') {
        const { amount, currency } = order;
        const answer = await ask('/payment_intents', {
          amount,
          currency,
          callback_url: `${url}/back?pay_order=7`,
        });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
      } else if (request.url === '/webhook') {
        received.push(JSON.parse(body) as { type: string });
        response.writeHead(status).end();
      } else response.writeHead(404).end('no such address');
    })();
  });
  await ask('/webhooks', { url: `${url}/webhook`, http_method: 'post', shared_secret: 'a secret' });
  return {
    url,
    checkoutUrl: `${url}/checkout/7`,
    received,
    answerWebhooks: (next) => void (status = next),
  };
}

/** A sandbox until the test ends, and a shop that uses it. */
export async function startWithShop(t: TestContext) {
  const sandbox = await startSandbox();
  t.after(() => sandbox.stop());
  return { sandbox, shop: await openSmallShop(t, sandbox) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
