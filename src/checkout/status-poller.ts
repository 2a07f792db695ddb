import { getRetryDelay } from './back-off.js';
import type { Payment } from './payment.js';
import type { Clock, Merchant } from './ports.js';
import type { StatusSource } from './sources.js';
import { merchantTimeoutMs } from './timeouts.js';
import { Timers } from './timers.js';

/** Asks the merchant's server what became of a payment: later and later, and only while the payer looks at the page. */
export class StatusPoller {
  readonly #timers: Timers;
  readonly #clock: Clock;
  readonly #fetchStatus: Merchant['fetchStatus'];
  #asks = 0;

  constructor(clock: Clock, fetchStatus: Merchant['fetchStatus']) {
    this.#timers = new Timers(clock);
    this.#clock = clock;
    this.#fetchStatus = fetchStatus;
  }

  /**
   * Asks once. Asking again takes the last question back, also where it is on its way already.
   *
   * @param asked How often the server was asked before.
   * @param failed The server gave no answer that can be used; called with what went wrong.
   */
  ask(
    source: StatusSource,
    paymentId: string,
    asked: number,
    answered: (payment: Payment | undefined) => void,
    failed: (cause: unknown) => void,
  ): void {
    const ask = ++this.#asks;
    const ifWanted =
      <T>(tell: (value: T) => void) =>
      (value: T) => {
        if (ask === this.#asks) tell(value);
      };
    this.#timers.startSeen('status', getRetryDelay(asked, this.#clock.random()), () => {
      this.#timers
        .within(merchantTimeoutMs, this.#fetchStatus(source, paymentId))
        .then(ifWanted(answered), ifWanted(failed));
    });
  }

  stop(): void {
    this.#asks++;
    this.#timers.stop('status');
  }
}
