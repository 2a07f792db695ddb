import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { TestContext } from 'node:test';
import { listen as serve } from '../listen.js';

interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP server on loopback that answers as told and keeps what it was asked. It ends with the test. */
export async function listen(t: TestContext, answer: RequestListener) {
  const requests: Recorded[] = [];
  const url = await serve(t, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(request, response);
    });
  });
  return { baseUrl: `${url}/v1`, requests };
}

/** The same answer to everything. */
export const always =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export const secretKey = 'sk_test_recorded';
