import type { IncomingHttpHeaders } from 'node:http';
import { listen } from '../listen.js';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a shop answers: a status, or headers too; `hang`: nothing, until the test ends. */
export type ShopAnswer =
  number | { readonly status: number; readonly headers: Record<string, string> } | 'hang';

interface Context {
  after(end: () => unknown): void;
}

/** The shop's address for news, over HTTP. */
export async function openReceiver(t: Context, answer: (received: Received) => ShopAnswer = () => 204) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const url = await listen(t, (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => (body += text));
    request.on('end', () => {
      const message = { path: request.url ?? '', headers: request.headers, body };
      received.push(message);
      const reply = answer(message);
      if (reply !== 'hang') {
        const { status, headers } = typeof reply === 'number' ? { status: reply, headers: {} } : reply;
        response.writeHead(status, headers).end();
      }
      waiting.splice(0).forEach((wake) => wake());
    });
  });
  return {
    url,
    received,
    /** Resolves when so many messages have come. */
    async until(count: number): Promise<readonly Received[]> {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return received;
    },
  };
}
