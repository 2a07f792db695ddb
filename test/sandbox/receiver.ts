import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { listen } from '../listen.js';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly type: string | undefined;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what came is looked into, not trusted
  readonly body: any;
}

/** A merchant's address on loopback: keeps what it receives, and answers 200 or as the test says. */
export async function openReceiver(
  t: TestContext,
  answer: (response: ServerResponse) => void = (response) => void response.end(),
) {
  const received: Received[] = [];
  const state = { answer };
  const url = await listen(t, (request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        type: request.headers['content-type'],
        body: text && JSON.parse(text),
      });
      state.answer(response);
    });
  });
  return { url: `${url}/hook`, received, state };
}

export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();
