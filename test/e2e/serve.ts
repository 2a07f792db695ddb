import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Site } from './servers.js';

/** What a site answers, with the type and the headers that a test is about. */
export interface Answer {
  readonly body: string | Buffer;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A site whose headers and files are up to the test, on a port of its own. */
export function serve(answer: (url: URL) => Answer | undefined | Promise<Answer | undefined>): Promise<Site> {
  const server = createServer((request, response) => {
    void (async () => {
      const found = await answer(new URL(request.url ?? '/', 'http://site'));
      const { body = 'Not found', type = 'text/html; charset=utf-8', headers = {} } = found ?? {};
      response.writeHead(found ? 200 : 404, { 'content-type': type, ...headers });
      response.end(body);
    })();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const close = () => void (server.closeAllConnections(), server.close());
      resolve({ url: `http://127.0.0.1:${port}`, close });
    });
  });
}
