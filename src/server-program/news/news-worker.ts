import type { ShopOrderRecord, NewsItem } from '../records/order-record.js';
import type { OrderRecords } from '../records/order-records.js';
import type { NewsSettings } from '../settings/settings.js';
import type { FailingIndex } from './failing-index.js';
import { writeMessage } from './message.js';
import { postNews } from './post-news.js';
import { endAttempt, isFailing, startAttempts, type AttemptResult } from './queue.js';

/** Orders whose news are posted at the same time. */
const concurrency = 16;
/** How often a process looks for what others have left: news of its own are sent at once. */
const idleMs = 2000;

export interface NewsWorkerParts {
  readonly records: OrderRecords;
  readonly failing: FailingIndex;
  readonly settings: NewsSettings;
  readonly now: () => number;
  /** Told of each attempt. */
  readonly onAttempt: (orderId: string, item: NewsItem, result: AttemptResult) => void;
  readonly onError: (error: unknown) => void;
}

export interface NewsWorker {
  /** Something is due. */
  wake(): void;
  /** Claims nothing more, and resolves when what was claimed has been tried: within some 15 s. */
  stop(): Promise<void>;
}

/** Posts what is due, until it is stopped. Any number of processes share the work through the store. */
export function startNewsWorker(parts: NewsWorkerParts): NewsWorker {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAwake = false;
  let running: Promise<void> | undefined;

  const run = () => {
    clearTimeout(timer);
    if (isStopped) return;
    if (running) {
      isAwake = true;
      return;
    }
    isAwake = false;
    running = deliverDue(parts)
      .catch((error: unknown) => {
        parts.onError(error);
        return 0;
      })
      .then((claimed) => {
        running = undefined;
        if (isStopped) return;
        // A full round says that more is waiting.
        timer = setTimeout(run, isAwake || claimed === concurrency ? 0 : idleMs);
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
async function deliverDue(parts: NewsWorkerParts): Promise<number> {
  const orderIds = await parts.records.claimDue(parts.now(), concurrency);
  await Promise.all(orderIds.map((orderId) => deliverOrder(parts, orderId).catch(parts.onError)));
  return orderIds.length;
}

async function deliverOrder(parts: NewsWorkerParts, orderId: string): Promise<void> {
  const { records, now } = parts;
  // What is due is judged on the record that the attempt is saved over, so two processes never start the same one.
  let due: readonly NewsItem[] = [];
  const record = await records.update(orderId, (stored) => {
    due = [];
    if (!stored) return stored;
    const [started, items] = startAttempts(stored, now());
    due = items;
    // Saved also where nothing is due: the save puts the order's own time in place of the lease.
    return items.length > 0 ? started : { ...stored };
  });
  if (!record || due.length === 0) return;
  await Promise.all(due.map((item) => attempt(parts, record, item)));
}

async function attempt(parts: NewsWorkerParts, record: ShopOrderRecord, item: NewsItem): Promise<void> {
  const { records, failing, settings, now } = parts;
  const orderId = record.order.id;
  const message = writeMessage(record, item, settings.secrets, now());
  const result = await postNews(settings.url, message);
  parts.onAttempt(orderId, item, result);
  // Before the record says so: a list that names an order in vain does no harm, one that leaves it out does.
  if (!result.isDelivered) await failing.add(orderId);
  const after = await records.update(
    orderId,
    (stored) => stored && endAttempt(stored, item.number, result, now()),
  );
  // Most news are taken at once, and were never on the list.
  if (result.isDelivered && item.attempts > 0 && !after?.news.some(isFailing)) await failing.remove(orderId);
}
