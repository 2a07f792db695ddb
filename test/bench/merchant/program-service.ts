import { createFakeService, respond, serveAnswers } from './fake-service.js';

/** The faked service over HTTP for processes of their own, and the shop that receives their webhooks. */
export async function openProgramService() {
  const service = createFakeService();
  /** How many webhooks came for each payment. */
  const news = new Map<string, number>();
  const served = await serveAnswers(({ method = '', url: path = '' }, body) => {
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
  });
  return { ...service, ...served, news };
}

export type ProgramService = Awaited<ReturnType<typeof openProgramService>>;
