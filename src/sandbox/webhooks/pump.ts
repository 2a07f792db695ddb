import type { Clock } from '../store/clock.js';
import type { Store } from '../store/store.js';
import { createClaims } from './claims.js';
import { type DeliveryRow, messageOf, record, recordResent } from './delivery.js';
import { send } from './send.js';

/** Sends the deliveries that are due. */
export interface Pump {
  /** Sends all deliveries that are due now. Resolves when every answer has been recorded. */
  tick(): Promise<void>;
  /** Sends one delivery once more, now, beside its schedule. Resolves when the answer has been recorded. */
  resend(delivery: DeliveryRow): Promise<void>;
  /** Sends by itself from now on. */
  start(): void;
  /** Tells it that a delivery was queued. Does nothing before `start()`. */
  kick(): void;
  /** Aborts the requests under way. Whoever opens the database next sends those deliveries again. */
  stop(): Promise<void>;
}

/** How many deliveries are sent at once. */
const parallel = 200;

export interface PumpOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly accountName: string;
  /** Milliseconds that a receiver has to answer. */
  readonly timeout: number;
}

export function createPump({ store, clock, accountName, timeout }: PumpOptions): Pump {
  const claims = createClaims(store, clock, timeout);
  const sending = new Set<Promise<void>>();
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const sendNow = (delivery: DeliveryRow) =>
    send(delivery, messageOf(store, delivery, accountName), timeout, stopped.signal);

  async function sendOnSchedule(delivery: DeliveryRow): Promise<void> {
    const startedAt = clock.now();
    const answer = await sendNow(delivery);
    if (stopped.signal.aborted) claims.release(delivery);
    else record(store, delivery, answer, startedAt);
  }

  async function sendByHand(delivery: DeliveryRow): Promise<void> {
    const startedAt = clock.now();
    const answer = await sendNow(delivery);
    if (!stopped.signal.aborted) recordResent(store, delivery, answer, startedAt);
  }

  function fill(): void {
    // A message must not leave before its payment is on the disk.
    store.commit();
    while (sending.size < parallel && !stopped.signal.aborted) {
      const delivery = claims.next();
      if (!delivery) return;
      const sent = sendOnSchedule(delivery)
        .catch((error: unknown) => process.emitWarning(error as Error))
        .finally(() => {
          sending.delete(sent);
          beat();
        });
      sending.add(sent);
    }
  }

  /** Called by the timer, where nobody catches an exception, such as that of a database that is locked for too long. */
  function beat(): void {
    if (stopped.signal.aborted) return;
    try {
      claims.releaseAbandoned();
      fill();
    } catch (error) {
      process.emitWarning(error as Error);
    }
  }

  return {
    async tick() {
      claims.releaseAbandoned();
      fill();
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
    start() {
      if (timer || stopped.signal.aborted) return;
      timer = setInterval(beat, 500).unref();
      beat();
    },
    kick() {
      if (timer) setImmediate(beat);
    },
    async stop() {
      clearInterval(timer);
      stopped.abort();
      await Promise.allSettled(sending);
      claims.close();
    },
  };
}
