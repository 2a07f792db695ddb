import type { Hono } from 'hono';
import { newsIdOf, readNewsId } from '../news/news-id.js';
import { isFailing, sendAgain } from '../news/queue.js';
import type { NewsItem } from '../records/order-record.js';
import type { Services } from '../services.js';
import { answer, refuse, type Env } from './env.js';

/** Orders in one list. */
const mostListed = 100;

/** News, listed and sent again by hand. The operator's key is asked for before. */
export function newsRoutes(app: Hono<Env>, { records, failing, settings, news }: Services): void {
  app.get('/news', async (c) => {
    const orderId = c.req.query('order');
    if (orderId !== undefined) {
      const record = await records.read(orderId);
      return answer(200, { news: (record?.news ?? []).map((item) => describe(orderId, item)), more: false });
    }
    if (c.req.query('failed') !== 'true')
      return refuse(400, 'invalid_request', 'Say which: `?failed=true`, or `?order=` and an order’s id.');
    const ids = await failing.list();
    const listed = await Promise.all(
      ids.slice(0, mostListed).map(async (id) => {
        const record = await records.read(id);
        return (record?.news ?? []).filter(isFailing).map((item) => describe(id, item));
      }),
    );
    return answer(200, { news: listed.flat(), more: ids.length > mostListed });
  });

  app.post('/news/:id/send', async (c) => {
    if (!settings.news)
      return refuse(409, 'no_news_url', 'NEWS_URL is not set, so there is nowhere to send news.');
    const reference = readNewsId(c.req.param('id'));
    const record = reference && (await records.read(reference.orderId));
    const isThere = record?.news.some(({ number }) => number === reference?.number);
    if (!reference || !isThere) return refuse(404, 'news_not_found', 'There are no news with this id.');
    const { orderId, number } = reference;
    c.set('orderId', orderId);
    const after = await records.update(orderId, (stored) => stored && sendAgain(stored, number, Date.now()));
    news?.wake();
    const item = after?.news.find((each) => each.number === number);
    return answer(202, item && describe(orderId, item));
  });
}

function describe(orderId: string, item: NewsItem) {
  const { number, paymentId, verdict, at, state, attempts, nextAt, answer: said } = item;
  return {
    id: newsIdOf(orderId, number),
    type: `order.${verdict}`,
    order_id: orderId,
    payment_id: paymentId,
    created_at: new Date(at).toISOString(),
    state,
    attempts,
    /** A status, or why there was none. */
    last_answer: said ?? null,
    next_attempt_at: state === 'waiting' ? new Date(nextAt).toISOString() : null,
  };
}
