import type { DeliveryFault } from '../faults/faults.js';
import { invalidRequest, notFound } from '../http/refusal.js';
import type { SandboxClock } from '../store/clock.js';
import { createId } from '../store/clock.js';
import type { SandboxStore } from '../store/store.js';
import {
  deliveryText,
  type DeliveryRow,
  faultOf,
  messageText,
  recordAttempt,
  recordResent,
} from './delivery.js';
import { send } from './send.js';

/** The names of the workers in this process. */
const localWorkers = new Set<string>();

/**
 * Several processes may have the database open, and only one of them may send a delivery. It claims the delivery
 * first, and the claim ends when the answer is recorded. The claims of a process that has died are free at once, and
 * those of any process when the time of its latest claim is over. That time is the computer's: putting the sandbox's clock
 * forward must not free a delivery that is under way.
 */
function createClaims(store: SandboxStore, clock: SandboxClock, timeout: number) {
  const workerId = `${process.pid} ${createId()}`;
  localWorkers.add(workerId);

  return {
    /** Claims the delivery that has been due longest and that is not claimed. */
    next(): DeliveryRow | undefined {
      return store.get<DeliveryRow>(
        `UPDATE deliveries SET claimed_by = ?, claimed_until = ? + coalesce(json_extract(fault_json, '$.ms'), 0) WHERE id =
           (SELECT id FROM deliveries WHERE status = 'pending' AND due_at <= ? AND claimed_by IS NULL
            ORDER BY due_at LIMIT 1)
         RETURNING *`,
        workerId,
        Date.now() + timeout + 5000,
        clock.now(),
      );
    },
    release({ id }: DeliveryRow): void {
      store.run('UPDATE deliveries SET claimed_by = NULL WHERE id = ? AND claimed_by = ?', id, workerId);
    },
    releaseAbandoned(): void {
      const claimants = store.all<{ name: string; until: number }>(
        `SELECT claimed_by AS name, max(claimed_until) AS until FROM deliveries
         WHERE claimed_by IS NOT NULL GROUP BY claimed_by`,
      );
      for (const { name, until } of claimants)
        if (!isAlive(name) || until < Date.now())
          store.run('UPDATE deliveries SET claimed_by = NULL WHERE claimed_by = ?', name);
    },
    close(): void {
      localWorkers.delete(workerId);
    },
  };
}

function isAlive(name: string): boolean {
  const pid = Number.parseInt(name, 10);
  if (pid === process.pid) return localWorkers.has(name);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process lives, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** How a receiver took a message. */
export interface DeliveryResult {
  readonly url: string;
  readonly accepted: boolean;
  readonly response_code: number | null;
  readonly message: string;
}

/** Sends the deliveries that are due. */
export interface WebhookWorker {
  /** Sends all deliveries that are due now. Resolves when every answer has been recorded. */
  tick(): Promise<void>;
  /** Sends one delivery once more, now, beside its schedule. Resolves when the answer has been recorded. */
  resend(delivery: DeliveryRow): Promise<void>;
  /** A message of this account, with a fresh id. */
  messageOf(type: string, data: unknown, secret: string): string;
  /** Sends a text to an address, now and once, without a record. */
  sendOnce(url: string, body: string): Promise<DeliveryResult>;
  /** Sends deliveries as they become due from now on. */
  start(): void;
  /** Looks at once for what is due, since a delivery was queued. Does nothing before `start()`. */
  wake(): void;
  /** Aborts the requests under way. Whoever opens the database next sends those deliveries again. */
  stop(): Promise<void>;
}

/** How many deliveries are sent at once. */
const maxConcurrentDeliveries = 200;

interface WebhookWorkerOptions {
  readonly store: SandboxStore;
  readonly clock: SandboxClock;
  readonly accountName: string;
  /** Milliseconds that a receiver has to answer. */
  readonly timeout: number;
  /** Called before each look for what is due: it may queue what time alone has brought about. */
  readonly onLook: () => void;
}

export function createWebhookWorker({
  store,
  clock,
  accountName,
  timeout,
  onLook,
}: WebhookWorkerOptions): WebhookWorker {
  const claims = createClaims(store, clock, timeout);
  const sending = new Set<Promise<void>>();
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const sendNow = (delivery: DeliveryRow, fault?: DeliveryFault) =>
    send(
      {
        url: delivery.url,
        method: delivery.http_method,
        body: deliveryText(store, delivery, accountName, fault),
        timeoutMs: timeout,
        bodyMs: fault?.fault === 'slow' ? fault.ms : 0,
      },
      stopped.signal,
    );

  async function sendOnSchedule(delivery: DeliveryRow): Promise<void> {
    const startedAt = clock.now();
    const answer = await sendNow(delivery, faultOf(delivery));
    if (stopped.signal.aborted) claims.release(delivery);
    else recordAttempt(store, delivery, answer, startedAt);
  }

  async function sendByHand(delivery: DeliveryRow): Promise<void> {
    const startedAt = clock.now();
    const answer = await sendNow(delivery);
    if (!stopped.signal.aborted) recordResent(store, delivery, answer, startedAt);
  }

  function startDueDeliveries(): void {
    onLook();
    // A message must not leave before its payment is on the disk.
    store.commit();
    while (sending.size < maxConcurrentDeliveries && !stopped.signal.aborted) {
      const delivery = claims.next();
      if (!delivery) return;
      const sent = sendOnSchedule(delivery)
        .catch((error: unknown) => process.emitWarning(error as Error))
        .finally(() => {
          sending.delete(sent);
          sendDue();
        });
      sending.add(sent);
    }
  }

  /** Looks for what is due. A timer's exception would end the process, so a locked database becomes a warning. */
  function sendDue(): void {
    if (stopped.signal.aborted) return;
    try {
      claims.releaseAbandoned();
      startDueDeliveries();
    } catch (error) {
      process.emitWarning(error as Error);
    }
  }

  return {
    async tick() {
      claims.releaseAbandoned();
      startDueDeliveries();
      while (sending.size > 0) await Promise.all(sending);
    },
    async resend(delivery) {
      store.commit();
      const sent = sendByHand(delivery);
      // `stop()` waits for this one too. Its failure is thrown to the caller.
      const over = sent.catch(() => undefined).finally(() => sending.delete(over));
      sending.add(over);
      await sent;
    },
    messageOf: (type, data, secret) =>
      messageText({ id: createId(), type, createdAt: clock.now(), secret, accountName }, data),
    async sendOnce(url, body) {
      store.commit();
      const { accepted, code, message } = await send(
        { url, method: 'post', body, timeoutMs: timeout },
        stopped.signal,
      );
      return { url, accepted, response_code: code, message };
    },
    start() {
      if (timer || stopped.signal.aborted) return;
      timer = setInterval(sendDue, 500).unref();
      sendDue();
    },
    wake() {
      if (timer) setImmediate(sendDue);
    },
    async stop() {
      clearInterval(timer);
      stopped.abort();
      await Promise.allSettled(sending);
      claims.close();
    },
  };
}

/** Whether the webhook of a delivery has been deleted, so that it has no receiver. */
export const isWebhookDeleted = (store: SandboxStore, { webhook_id: id }: DeliveryRow): boolean =>
  id !== null &&
  store.get('SELECT id FROM webhooks WHERE id = ? AND deleted_at IS NOT NULL', id) !== undefined;

/**
 * Sends a delivery once more, now, in whatever state it is. The attempt is recorded like any other. A waiting delivery
 * keeps its schedule unless this attempt is accepted.
 */
export async function resend(
  { store, worker }: { readonly store: SandboxStore; readonly worker: WebhookWorker },
  id: string,
): Promise<void> {
  const delivery = store.get<DeliveryRow>('SELECT * FROM deliveries WHERE id = ?', id);
  if (!delivery) throw notFound('delivery');
  if (isWebhookDeleted(store, delivery))
    throw invalidRequest('The webhook has been deleted, so nothing is sent to it any more.');
  await worker.resend(delivery);
}
