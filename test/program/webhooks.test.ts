import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import { buildNotificationId, parseOrderId } from '../../src/program/notifications/notification-id.js';
import { startNotificationWorker } from '../../src/program/notifications/notification-worker.js';
import {
  queueNotification,
  requeue,
  endAttempt,
  findNotificationDueTime,
  maxAttempts,
  retryDelaysMs,
  startAttempts,
} from '../../src/program/notifications/queue.js';
import { createOrderRecords } from '../../src/program/records/order-records.js';
import type { NotifiedVerdict } from '../../src/program/records/order-record.js';
import { addNotificationRoutes } from '../../src/program/routes/notification-routes.js';
import type { ServerEnv } from '../../src/program/routes/env.js';
import type { Services } from '../../src/program/services.js';
import { runServer } from '../../src/program/run-server.js';
import { memoryStore } from '../../src/server/stores/memory.js';
import { webhookSigningSecret, openProgram, orderClaims, sign } from './program.js';
import { openReceiver, status, type Answer, type Received } from '../receiver.js';

const secret = Buffer.from(webhookSigningSecret.slice('whsec_'.length), 'base64');

interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** As a shop reads it with the standard's own library, which throws where the signature is wrong. */
const verified = ({ headers, text }: Received) =>
  new Webhook(webhookSigningSecret).verify(text, headers as Record<string, string>) as Message;

const typesOf = (received: readonly Received[]): string[] => received.map(({ body }) => body.type);

/** A worker on a clock of the test, over a store that another one may share. */
async function openWorker(t: TestContext, answer?: Answer, store = memoryStore()) {
  const receiver = await openReceiver(t, answer);
  let now = 1_700_000_000_000;
  const records = createOrderRecords(store, () => now);
  const errors: unknown[] = [];
  let givenUp = 0;
  const orderIds = new Set<string>();
  const start = () =>
    startNotificationWorker({
      ...{ records, settings: { url: `${receiver.url}/webhook`, secrets: [secret] }, now: () => now },
      onAttempt: () => undefined,
      onGiveUp: () => void (givenUp += 1),
      onError: (error) => void errors.push(error),
    });
  let worker = start();
  t.after(() => worker.stop());
  const read = async (orderId = '7') => (await records.read(orderId))?.news ?? [];
  return {
    store,
    receiver,
    records,
    undelivered: async () => (await records.listUndelivered(undefined, 100)).map(({ order }) => order.id),
    errors,
    read,
    wake: () => worker.wake(),
    givenUp: () => givenUp,
    pass: (ms: number) => void (now += ms),
    now: () => now,
    async add(paymentId: string, verdict: NotifiedVerdict, orderId = '7') {
      orderIds.add(orderId);
      const order = { id: orderId, amount: 100, currency: 'SAR', callbackUrl: 'https://shop.example/' };
      await records.update(orderId, (record) =>
        queueNotification(
          record ?? { format: 1, order, expiresAt: 1, news: [] },
          { paymentId, verdict, amount: 100, currency: 'SAR' },
          now,
        ),
      );
      worker.wake();
    },
    /** Resolves when nothing is due any more. */
    async settle() {
      const isDue = async (id: string) => {
        const record = await records.read(id);
        const due = record && findNotificationDueTime(record, now);
        return typeof due === 'number' && due <= now;
      };
      do {
        await worker.stop();
        worker = start();
      } while ((await Promise.all([...orderIds].map(isDue))).includes(true));
      await worker.stop();
      worker = start();
    },
  };
}

describe('the notifications of pay-checkout-server', () => {
  it('posts a signed notification when an order is paid', async (t) => {
    const { pay, receiver, operate } = await openProgram(t);
    const { id } = await pay(sign(orderClaims({ metadata: { cart: '12' } })));
    await operate('GET', '/orders/7');
    const [message] = await receiver.until(1);
    assert.equal(message?.path, '/webhook');
    const { type, timestamp, data } = verified(message!);
    assert.equal(type, 'order.paid');
    assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
    assert.deepEqual(data, {
      ...{ order_id: '7', payment_id: id, verdict: 'paid', amount: 10_000, currency: 'SAR' },
      metadata: { cart: '12' },
    });
  });

  it('posts what a program without WEBHOOK_URL was the first to learn', async (t) => {
    const { pay, operate, settings, receiver, stop } = await openProgram(t, {
      env: { WEBHOOK_URL: undefined, WEBHOOK_SIGNING_SECRET: undefined },
    });
    await pay(sign(orderClaims()));
    await operate('GET', '/orders/7');
    await stop();
    const other = {
      ...settings,
      WEBHOOK_URL: `${receiver.url}/webhook`,
      WEBHOOK_SIGNING_SECRET: webhookSigningSecret,
    };
    const program = await runServer(other, { write: () => undefined });
    t.after(() => program.stop());
    assert.deepEqual(typesOf(await receiver.until(1)), ['order.paid']);
  });

  it('name what was captured, where it was captured by hand', async (t) => {
    const { pay, receiver, operate } = await openProgram(t);
    const { id } = await pay(sign(orderClaims({ manual: true })));
    await operate('GET', '/orders/7');
    const order = { order_id: '7', payment_id: id, amount: 10_000, currency: 'SAR' };
    const [authorized] = await receiver.until(1);
    assert.deepEqual(verified(authorized!).data, { ...order, verdict: 'authorized' });
    assert.equal((await operate('POST', '/orders/7/capture', { amount: 4000 })).status, 200);
    const [, paid] = await receiver.until(2);
    assert.deepEqual(verified(paid!).data, { ...order, verdict: 'paid', captured: 4000 });
  });

  it('repeats a notification with the same id and body until the shop answers 2xx', async (t) => {
    let answers = [500, 302, 429, 204];
    const { add, receiver, pass, wake, settle, read } = await openWorker(t, () => {
      const [status = 204, ...rest] = answers;
      answers = rest;
      return status;
    });
    await add('p', 'paid');
    for (const [index, wait] of [...retryDelaysMs.slice(0, 3), 0].entries()) {
      await receiver.until(index + 1);
      await settle();
      pass(wait);
      wake();
    }
    await settle();
    assert.equal(receiver.received.length, 4);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(new Set(receiver.received.map(({ text }) => text)).size, 1);
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    assert.deepEqual(
      times.map((time) => time - times[0]!),
      [0, 5, 35, 155],
    );
    assert.deepEqual(
      (await read()).map(({ state, attempts }) => [state, attempts]),
      [['delivered', 4]],
    );
  });

  it('sends notifications of one payment in order, and of two payments independently', async (t) => {
    let isOpen = false;
    const { add, receiver, pass, wake, settle } = await openWorker(t, (_, { text }) =>
      isOpen || !text.includes('"a"') ? 204 : 503,
    );
    await add('a', 'authorized');
    await add('a', 'reversed');
    await add('b', 'paid');
    await settle();
    assert.deepEqual(new Set(typesOf(receiver.received)), new Set(['order.authorized', 'order.paid']));
    isOpen = true;
    pass(retryDelaysMs[0]!);
    wake();
    await settle();
    await settle();
    assert.deepEqual(typesOf(receiver.received.slice(-2)), ['order.authorized', 'order.reversed']);
  });

  it('posts one notification for a verdict that is reported five times', async (t) => {
    const { add, receiver, settle } = await openWorker(t);
    // The service may spell an id in capitals.
    for (const paymentId of ['p', 'p', 'P', 'p', 'P']) await add(paymentId, 'paid');
    await settle();
    assert.equal(receiver.received.length, 1);
  });

  it('does not follow a redirect of the shop', async (t) => {
    const elsewhere = await openReceiver(t);
    const { add, receiver, settle, read } = await openWorker(
      t,
      status(307, { location: `${elsewhere.url}/inside` }),
    );
    await add('p', 'paid');
    await receiver.until(1);
    await settle();
    assert.deepEqual(
      (await read()).map(({ state, answer }) => [state, answer]),
      [['waiting', '307']],
    );
    assert.equal(elsewhere.received.length, 0);
  });

  it('gives a notification up after three days, and keeps the order listed and in the store’s due column', async (t) => {
    const opened = await openWorker(t, () => 500);
    const { add, receiver, pass, wake, settle, read, undelivered, now, store, givenUp } = opened;
    await add('p', 'paid');
    await settle();
    assert.deepEqual(await undelivered(), ['7']);
    const started = now();
    for (let tries = 1; (await read())[0]?.state === 'waiting'; tries += 1) {
      await settle();
      pass(retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1]!);
      wake();
      await settle();
    }
    assert.equal((await read())[0]?.state, 'failed');
    const hours = (now() - started) / 3_600_000;
    assert.ok(hours > 71 && hours <= 72, String(hours));
    assert.deepEqual([receiver.received.length, givenUp()], [17, 1]);
    assert.deepEqual(await undelivered(), ['7']);
    for (const day of [1, 2]) {
      pass(24 * 3_600_000);
      assert.deepEqual(await store.claimDue(now(), 1, 1), ['order:7'], `day ${day}`);
      pass(1);
      wake();
      await settle();
    }
    assert.equal(receiver.received.length, 17);
  });

  it('takes an order out of the list when a notification that was given up is sent again and delivered', async (t) => {
    let status = 500;
    const { add, pass, wake, settle, read, records, undelivered, now } = await openWorker(t, () => status);
    await add('p', 'paid');
    await settle();
    while ((await read())[0]?.state === 'waiting') {
      pass(retryDelaysMs.at(-1)!);
      wake();
      await settle();
    }
    status = 204;
    await records.update('7', (record) => record && requeue(record, 1, now()));
    wake();
    await settle();
    assert.equal((await read())[0]?.state, 'delivered');
    assert.deepEqual(await undelivered(), []);
  });

  it('sends a notification whose next attempt was set by a clock that was 400 days ahead', async (t) => {
    let status = 500;
    const { add, pass, wake, settle, read } = await openWorker(t, () => status);
    pass(400 * 24 * 3_600_000);
    await add('p', 'paid');
    await settle();
    pass(-400 * 24 * 3_600_000);
    status = 204;
    wake();
    await settle();
    assert.equal((await read())[0]?.state, 'delivered');
  });

  it('resends a notification after a minute when the sending process died', async (t) => {
    const { add, receiver, store } = await openWorker(t, () => undefined);
    await add('p', 'paid');
    await receiver.until(1);
    // The first one hangs with the attempt. After a minute it is taken for dead.
    const other = await openWorker(t, undefined, store);
    other.wake();
    await other.settle();
    assert.equal(other.receiver.received.length, 0);
    other.pass(61_000);
    other.wake();
    assert.deepEqual(typesOf(await other.receiver.until(1)), ['order.paid']);
  });

  it('sends each notification from one process only', async (t) => {
    const first = await openWorker(t);
    const others = await Promise.all([1, 2, 3].map(() => openWorker(t, undefined, first.store)));
    const workers = [first, ...others];
    for (let order = 0; order < 40; order += 1)
      await Promise.all([first.add('p', 'paid', String(order)), ...workers.map(async ({ wake }) => wake())]);
    for (const worker of workers) await worker.settle();
    const ids = workers.flatMap(({ receiver }) =>
      receiver.received.map(({ headers }) => headers['webhook-id']),
    );
    assert.equal(ids.length, 40);
    assert.equal(new Set(ids).size, 40);
    assert.deepEqual(
      workers.flatMap(({ errors }) => errors),
      [],
    );
  });
});

describe('the list of notifications', () => {
  it('lists undelivered notifications and resends one on request', async (t) => {
    let status = 503;
    const { pay, operate, receiver } = await openProgram(t, { shop: () => status });
    const { id: paymentId } = await pay(sign(orderClaims()));
    await operate('GET', '/orders/7');
    await receiver.until(1);
    const list = async () =>
      (
        (await (await operate('GET', '/webhooks/failed')).json()) as {
          webhooks: { id: string; last_answer: string }[];
        }
      ).webhooks;
    let [failed] = await list();
    while (!failed) [failed] = await list();
    assert.deepEqual(
      [failed.id, failed.last_answer],
      [buildNotificationId('7', { number: 1, paymentId, verdict: 'paid' }), '503'],
    );
    status = 200;
    const sent = await operate('POST', `/webhooks/${failed.id}/resend`);
    assert.equal(sent.status, 202);
    const [, again] = await receiver.until(2);
    assert.equal(again?.headers['webhook-id'], failed.id);
    while ((await list()).length > 0);
    const all = (await (await operate('GET', '/webhooks?order=7')).json()) as {
      webhooks: { state: string }[];
    };
    assert.deepEqual(
      all.webhooks.map(({ state }) => state),
      ['delivered'],
    );
  });

  it('names each of 250 orders with a notification that was given up, among 1200 that wait for their first attempt', async () => {
    const records = createOrderRecords(memoryStore(), Date.now);
    const names = Array.from({ length: 1450 }, (_, index) => `order-${index}`);
    const isGivenUp = (index: number) => index % 5 === 0 && index < 1250;
    for (const [index, id] of names.entries())
      await records.update(id, () => {
        const order = { id, amount: 100, currency: 'SAR', callbackUrl: 'https://shop.example/' };
        const verdict = { paymentId: 'p', verdict: 'paid', amount: 100, currency: 'SAR' } as const;
        let record = queueNotification({ format: 1, order, expiresAt: 1, news: [] }, verdict, Date.now());
        for (let attempt = 0; isGivenUp(index) && attempt < maxAttempts; attempt += 1) {
          [record] = startAttempts(
            { ...record, news: record.news.map((item) => ({ ...item, nextAt: 0 })) },
            1,
          );
          record = endAttempt(record, 1, { isDelivered: false, answer: '500' }, Date.now());
        }
        return record;
      });
    const app = new Hono<ServerEnv>();
    addNotificationRoutes(app, { records } as Services);
    const listed: { readonly order_id: string; readonly state: string }[] = [];
    let pages = 0;
    for (let next: string | null = ''; next !== null; pages += 1) {
      const after: string = next === '' ? '' : `?after=${next}`;
      const answer = await (await app.request(`/webhooks/failed${after}`)).json();
      listed.push(...answer.webhooks);
      next = answer.next;
    }
    assert.equal(pages, 3);
    assert.deepEqual(
      listed.map(({ order_id: id, state }) => `${id} ${state}`).sort(),
      names.flatMap((id, index) => (isGivenUp(index) ? [`${id} failed`] : [])).sort(),
    );
  });

  it('answers 404 for an unknown id and 400 for a list without a filter', async (t) => {
    const { operate, pay, receiver } = await openProgram(t);
    const { id: paymentId } = await pay(sign(orderClaims()));
    await operate('GET', '/orders/7');
    const [paid] = await receiver.until(1);
    const number = 1;
    const idOf = (more: object) => buildNotificationId('7', { number, paymentId, verdict: 'paid', ...more });
    assert.equal(paid?.headers['webhook-id'], idOf({}));
    const others = [{ number: 2 }, { paymentId: 'another' }, { verdict: 'reversed' }].map(idOf);
    for (const id of [...others, `${idOf({}).slice(0, -1)}x`, 'msg_1_Nw', 'x', `msg_1_${'a'.repeat(900)}`])
      assert.equal((await operate('POST', `/webhooks/${id}/resend`)).status, 404, id);
    assert.equal((await operate('GET', '/webhooks')).status, 400);
    for (const after of ['%00', 'x'.repeat(1020), '%F0%9F'.repeat(200)])
      assert.equal((await operate('GET', `/webhooks/failed?after=${after}`)).status, 400, after);
  });
});

describe('buildNotificationId', () => {
  for (const orderId of ['7', 'order/7', 'ä', '_', '日本'])
    it(`names the order in letters of a header: ${orderId}`, () => {
      const id = buildNotificationId(orderId, { number: 12, paymentId: 'p', verdict: 'paid' });
      assert.match(id, /^msg_12_[\w-]+$/);
      assert.equal(parseOrderId(id), orderId);
    });

  it('is another one for another webhook of the same number, as after the loss of the database', () => {
    const first = { number: 1, paymentId: 'p', verdict: 'paid' } as const;
    const ids = [first, { ...first, paymentId: 'q' }, { ...first, verdict: 'reversed' } as const].map(
      (notification) => buildNotificationId('7', notification),
    );
    assert.equal(new Set(ids).size, 3);
    assert.equal(buildNotificationId('7', { ...first }), ids[0]);
  });
});
