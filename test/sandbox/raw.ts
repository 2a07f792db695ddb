import { type Agent, request } from 'node:http';

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Without one, the request has a connection of its own. */
  readonly agent?: Agent;
}

/** Sends any headers, also those that `fetch` sets itself. Rejects when the connection ends without an answer. */
export function sendRaw(url: string, { method = 'POST', headers = {}, body, agent }: Sent) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const sent = request(url, { method, headers, agent: agent ?? false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
        response.on('error', reject);
      });
      sent.on('error', reject).end(body);
    },
  );
}
