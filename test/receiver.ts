import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { listen } from './listen.js';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what came is looked into, not trusted
  readonly body: any;
}

/** Gives the status, or answers itself. */
export type Answer = (response: ServerResponse, received: Received) => unknown;

/** A server on loopback until the test ends: keeps what it receives, and answers 200 or as the test says. */
export async function openReceiver(t: { after(end: () => unknown): void }, answer: Answer = () => 200) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const state = { answer };
  const url = await listen(t, (request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const message = { method, path, headers, text, body: text && JSON.parse(text) };
      received.push(message);
      const status = state.answer(response, message);
      if (typeof status === 'number') response.writeHead(status).end();
      for (const wake of waiting.splice(0)) wake();
    });
  });
  return {
    url,
    received,
    state,
    /** Resolves when so many requests have come. */
    async until(count: number): Promise<readonly Received[]> {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return received;
    },
  };
}

export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();
