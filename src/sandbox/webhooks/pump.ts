import type { Clock } from '../store/clock.js';
import type { Store } from '../store/store.js';
import { createClaims } from './claims.js';
import { type DeliveryRow, messageOf, record, recordResent } from './delivery.js';
import { post } from './post.js';

/** Sends what is due. */
export interface Pump {
  /** Sends all that is due now, and is done when every answer has been recorded. */
  tick(): Promise<void>;
  /** Sends one delivery once more, now, beside its schedule; done when the answer has been recorded. */
  resend(delivery: DeliveryRow): Promise<void>;
  /** From now on sends by itself. */
  start(): void;
  /** Something was queued. Does nothing before `start()`. */
  kick(): void;
  /** Breaks off what is under way; it will be sent again by whoever opens the database next. */
  stop(): Promise<void>;
}

/** So many receivers may hang before the others have to wait. */
const parallel = 200;

export interface PumpOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly accountName: string | null;
  /** Milliseconds that a receiver has to answer. */
  readonly timeout: number;
}

export function createPump({ store, clock, accountName, timeout }: PumpOptions): Pump {
  const claims = createClaims(store, clock, timeout);
  const sending = new Set<Promise<void>>();
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function send(delivery: DeliveryRow): Promise<void> {
    const startedAt = clock.now();
    const body = messageOf(store, delivery, accountName);
    const answer = await post(delivery.url, body, timeout, stopped.signal);
    if (stopped.signal.aborted) claims.release(delivery);
    else record(store, delivery, answer, startedAt);
  }

  async function sendAgain(delivery: DeliveryRow): Promise<void> {
    const startedAt = clock.now();
    const body = messageOf(store, delivery, accountName);
    const answer = await post(delivery.url, body, timeout, stopped.signal);
    if (!stopped.signal.aborted) recordResent(store, delivery, answer, startedAt);
  }

  function fill(): void {
    // Nothing is sent that could still be undone.
    store.commit();
    while (sending.size < parallel && !stopped.signal.aborted) {
      const delivery = claims.next();
      if (!delivery) return;
      const sent = send(delivery)
        .catch((error: unknown) => process.emitWarning(error as Error))
        .finally(() => {
          sending.delete(sent);
          beat();
        });
      sending.add(sent);
    }
  }

  /** The same where nobody could catch what it throws, such as a database that is locked for too long. */
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
      const sent = sendAgain(delivery);
      // Whoever stops the pump waits for this one too; its failure is for the caller.
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
