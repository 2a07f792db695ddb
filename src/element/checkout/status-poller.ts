import type { CheckoutPayment } from './payment.js';
import type { Clock, Merchant } from './ports.js';
import type { StatusSource } from './sources.js';
import { merchantTimeoutMs } from './timeouts.js';
import { Timers } from './timers.js';

const steps = [0, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
const longest = 30_000;

/**
 * How long to wait before the next status request, in milliseconds: not at all before the first one (0), then longer and
 * longer, up to half a minute. Up to a fifth is taken off at random, so that many payers don't ask at the same moments.
 */
export function getRetryDelay(statusRequestCount: number, random: number): number {
  return Math.round((steps[statusRequestCount] ?? longest) * (1 - random / 5));
}

/** Asks the merchant's server for a payment's status, at growing intervals and only while the page is visible. */
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
