import { getRetryDelay } from './retry-delay.js';
import type { CheckoutPayment } from './payment.js';
import type { Clock, Merchant } from './ports.js';
import type { StatusSource } from './sources.js';
import { merchantTimeoutMs } from './timeouts.js';
import { Timers } from './timers.js';

/** Asks the merchant's server what became of a payment, at growing intervals and only while the page is visible. */
export class StatusPoller {
  readonly #timers: Timers;
  readonly #clock: Clock;
  readonly #fetchStatus: Merchant['fetchStatus'];
  #requests = 0;

  constructor(clock: Clock, fetchStatus: Merchant['fetchStatus']) {
    this.#timers = new Timers(clock);
    this.#clock = clock;
    this.#fetchStatus = fetchStatus;
  }

  /**
   * Asks once. The response to a previous request is ignored from then on.
   *
   * @param statusRequestCount How often the server was asked before.
   * @param onFailure Called with the cause when the server gave no usable answer.
   */
  ask(
    source: StatusSource,
    paymentId: string,
    statusRequestCount: number,
    onAnswer: (payment: CheckoutPayment | undefined) => void,
    onFailure: (cause: unknown) => void,
  ): void {
    const request = ++this.#requests;
    const ifCurrent =
      <T>(callback: (value: T) => void) =>
      (value: T) => {
        if (request === this.#requests) callback(value);
      };
    this.#timers.startVisible('status', getRetryDelay(statusRequestCount, this.#clock.random()), () => {
      this.#timers
        .withTimeout(merchantTimeoutMs, this.#fetchStatus(source, paymentId))
        .then(ifCurrent(onAnswer), ifCurrent(onFailure));
    });
  }

  stop(): void {
    this.#requests++;
    this.#timers.stop('status');
  }
}
