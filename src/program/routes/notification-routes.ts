import type { Hono } from 'hono';
import { respondJson, respondWithError } from '../../server/checkout/respond.js';
import { buildNotificationId, parseOrderId } from '../notifications/notification-id.js';
import { isFailing, requeue } from '../notifications/queue.js';
import type { ShopNotification } from '../records/order-record.js';
import { canBeOrderId } from '../records/order-records.js';
import type { Services } from '../services.js';
import type { ServerEnv } from './env.js';

/** Orders in one answer. */
const maxListed = 100;
/** Orders that are read at a time: many may wait for their first attempt while few fail. */
const pageLength = 500;

/** Lists notifications and sends them again. The operator's key is checked before. */
export function addNotificationRoutes(
  app: Hono<ServerEnv>,
  { records, settings, notificationWorker }: Services,
): void {
  /** What the shop does not take, and the order after which the next answer begins; null at the end. */
  async function listFailing(from: string | undefined) {
    const failing: object[][] = [];
    let after = from;
    for (;;) {
      const page = await records.listUndelivered(after, pageLength);
      for (const { order, news } of page) {
        after = order.id;
        const items = news.filter(isFailing).map((item) => describe(order.id, item));
        if (items.length > 0) failing.push(items);
        if (failing.length === maxListed) return { webhooks: failing.flat(), next: after };
      }
      if (page.length < pageLength) return { webhooks: failing.flat(), next: null };
    }
  }

  app.get('/webhooks/failed', async (c) => {
    const after = c.req.query('after');
    if (after !== undefined && !canBeOrderId(after))
      return respondWithError(
        400,
        'invalid_request',
        '`after` takes the value of `next` in an earlier answer.',
      );
    return respondJson(200, await listFailing(after));
  });

  app.get('/webhooks', async (c) => {
    const orderId = c.req.query('order');
    if (orderId === undefined)
      return respondWithError(
        400,
        'invalid_request',
        'Add `?order=` and the id of an order. `GET /webhooks/failed` lists those of all orders that failed.',
      );
    const record = await records.read(orderId);
    return respondJson(200, {
      webhooks: (record?.news ?? []).map((item) => describe(orderId, item)),
      next: null,
    });
  });

  app.post('/webhooks/:id/resend', async (c) => {
    if (!settings.notifications)
      return respondWithError(
        409,
        'no_webhook_url',
        'WEBHOOK_URL is not set, so no notification can be sent.',
      );
    const id = c.req.param('id');
    const orderId = parseOrderId(id);
    const record = orderId === undefined ? undefined : await records.read(orderId);
    const known = record?.news.find((each) => buildNotificationId(record.order.id, each) === id);
    if (orderId === undefined || !known)
      return respondWithError(404, 'webhook_not_found', 'This webhook does not exist.');
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
