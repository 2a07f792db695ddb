import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFakeService, respond } from './fake-service.js';

/** The faked service over HTTP for processes of their own, and the shop that receives their webhooks. */
export async function openProgramService() {
  const service = createFakeService();
  /** How many webhooks came for each payment. */
  const news = new Map<string, number>();
  const errors: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      void answer(request.method ?? '', request.url ?? '', text)
        .then(async (answered) => {
          response.writeHead(answered.status, Object.fromEntries(answered.headers));
          response.end(await answered.text());
        })
        .catch((error: unknown) => {
          errors.push(error);
          response.writeHead(500).end();
        });
    });
  });

  async function answer(method: string, path: string, body: string): Promise<Response> {
    if (path === '/webhook') {
      const { data } = JSON.parse(body) as { readonly data: { readonly payment_id: string } };
      news.set(data.payment_id, (news.get(data.payment_id) ?? 0) + 1);
      return new Response(null, { status: 204 });
    }
    if (path.startsWith('/v1/webhooks'))
      return respond(
        method === 'POST'
          ? { id: 'webhook', ...(JSON.parse(body) as object) }
          : { webhooks: [], meta: { current_page: 1, next_page: null } },
      );
    return service.fetch(`http://service.example${path}`, { method, body });
  }

  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...service,
    errors,
    news,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type ProgramService = Awaited<ReturnType<typeof openProgramService>>;
