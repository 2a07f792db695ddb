import type { ShopOrderRecord, ShopNotification } from '../records/order-record.js';
import type { OrderRecords } from '../records/order-records.js';
import type { NotificationSettings } from '../settings/settings.js';
import { signMessage } from './message.js';
import { postNotification } from './post-notification.js';
import { endAttempt, startAttempts, type AttemptResult } from './queue.js';

/** Orders whose notifications are posted at the same time. */
const concurrency = 16;
/** How often a process looks for notifications of other processes; its own are sent at once. */
const idleMs = 2000;

interface NotificationWorkerDependencies {
  readonly records: OrderRecords;
  readonly settings: NotificationSettings;
  readonly now: () => number;
  /** Called after each attempt. */
  readonly onAttempt: (orderId: string, item: ShopNotification, result: AttemptResult) => void;
  /** Called with each notification that no further attempt is made for. */
  readonly onGiveUp: (orderId: string, item: ShopNotification) => void;
  readonly onError: (error: unknown) => void;
}

export interface NotificationWorker {
  /** Something is due. */
  wake(): void;
  /** Claims nothing more, and resolves when what was claimed has been tried: within some 15 s. */
  stop(): Promise<void>;
}

/** Posts what is due, until it is stopped. Any number of processes share the work through the store. */
export function startNotificationWorker(parts: NotificationWorkerDependencies): NotificationWorker {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunPending = false;
  let running: Promise<void> | undefined;

  const run = () => {
    clearTimeout(timer);
    if (isStopped) return;
    if (running) {
      isRunPending = true;
      return;
    }
    isRunPending = false;
    running = deliverDue(parts)
      .catch((error: unknown) => {
        parts.onError(error);
        return 0;
      })
      .then((claimed) => {
        running = undefined;
        if (isStopped) return;
        // A full round says that more is waiting.
        timer = setTimeout(run, isRunPending || claimed === concurrency ? 0 : idleMs);
      });
  };
  run();

  return {
    wake: run,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** One round: each order that was claimed, once. Answers how many there were. */
async function deliverDue(parts: NotificationWorkerDependencies): Promise<number> {
  const orderIds = await parts.records.claimDue(parts.now(), concurrency);
  await Promise.all(orderIds.map((orderId) => deliverOrder(parts, orderId).catch(parts.onError)));
  return orderIds.length;
}

async function deliverOrder(parts: NotificationWorkerDependencies, orderId: string): Promise<void> {
  const { records, now } = parts;
  // What is due is judged on the record that the attempt is saved over, so two processes never start the same one.
  let due: readonly ShopNotification[] = [];
  const record = await records.update(orderId, (stored) => {
    due = [];
    if (!stored) return stored;
    const [started, items] = startAttempts(stored, now());
    due = items;
    // Saved also where nothing is due: the save puts the order's own time instead of the lease.
    return items.length > 0 ? started : { ...stored };
  });
  if (!record || due.length === 0) return;
  await Promise.all(due.map((item) => sendOne(parts, record, item)));
}

async function sendOne(
  parts: NotificationWorkerDependencies,
  record: ShopOrderRecord,
  item: ShopNotification,
): Promise<void> {
  const { records, settings, now, onGiveUp } = parts;
  const orderId = record.order.id;
  const message = signMessage(record, item, settings.secrets, now());
  const result = await postNotification(settings.url, message);
  parts.onAttempt(orderId, item, result);
  const after = await records.update(
    orderId,
    (stored) => stored && endAttempt(stored, item.number, result, now()),
  );
  const ended = after?.news.find(({ number }) => number === item.number);
  if (ended?.state === 'failed') onGiveUp(orderId, ended);
}
