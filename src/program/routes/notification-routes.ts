import type { Hono } from 'hono';
import { respondJson, respondWithError } from '../../server/checkout/respond.js';
import { buildNotificationId, parseOrderId } from '../notifications/notification-id.js';
import { isFailing, requeue } from '../notifications/queue.js';
import type { ShopNotification } from '../records/order-record.js';
import type { Services } from '../services.js';
import type { ServerEnv } from './env.js';

/** Orders in one list. */
const maxListed = 100;

/** Lists notifications and sends them again. The operator's key is checked before. */
export function addNotificationRoutes(
  app: Hono<ServerEnv>,
  { records, undelivered, settings, notificationWorker }: Services,
): void {
  app.get('/news', async (c) => {
    const orderId = c.req.query('order');
    if (orderId !== undefined) {
      const record = await records.read(orderId);
      return respondJson(200, {
        news: (record?.news ?? []).map((item) => describe(orderId, item)),
        more: false,
      });
    }
    if (c.req.query('failed') !== 'true')
      return respondWithError(
        400,
        'invalid_request',
        'Say which: `?failed=true`, or `?order=` and an order’s id.',
      );
    const ids = [...(await undelivered.list())];
    const listed: object[][] = [];
    // Orders of which nothing fails any more may be listed: they must not take the places of those that need somebody.
    while (ids.length > 0 && listed.length < maxListed) {
      const read = ids.splice(0, maxListed - listed.length).map(async (id) => {
        const record = await records.read(id);
        return (record?.news ?? []).filter(isFailing).map((item) => describe(id, item));
      });
      listed.push(...(await Promise.all(read)).filter((news) => news.length > 0));
    }
    return respondJson(200, { news: listed.flat(), more: ids.length > 0 });
  });

  app.post('/news/:id/send', async (c) => {
    if (!settings.notifications)
      return respondWithError(409, 'no_news_url', 'NEWS_URL is not set, so no notification can be sent.');
    const id = c.req.param('id');
    const orderId = parseOrderId(id);
    const record = orderId === undefined ? undefined : await records.read(orderId);
    const known = record?.news.find((each) => buildNotificationId(record.order.id, each) === id);
    if (orderId === undefined || !known)
      return respondWithError(404, 'news_not_found', 'No notification has this id.');
    const { number } = known;
    c.set('orderId', orderId);
    const after = await records.update(orderId, (stored) => stored && requeue(stored, number, Date.now()));
    notificationWorker?.wake();
    const item = after?.news.find((each) => each.number === number);
    return respondJson(202, item && describe(orderId, item));
  });
}

function describe(orderId: string, item: ShopNotification) {
  const { paymentId, verdict, at, state, attempts, nextAt, answer } = item;
  return {
    id: buildNotificationId(orderId, item),
    type: `order.${verdict}`,
    order_id: orderId,
    payment_id: paymentId,
    created_at: new Date(at).toISOString(),
    state,
    attempts,
    /** A status, or why there was none. */
    last_answer: answer ?? null,
    next_attempt_at: state === 'waiting' ? new Date(nextAt).toISOString() : null,
  };
}
