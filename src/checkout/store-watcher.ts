import type { StoreSnapshot, Purchase, AttemptStore } from './purchase.js';
import type { Model } from './state.js';
import { getConfig } from './transition-result.js';
import { merchantTimeoutMs, otherTabIntervalMs } from './timeouts.js';
import type { Timers } from './timers.js';

/** Hears what other elements and tabs write about the purchase that is open here, or that the page has set. */
export class StoreWatcher {
  readonly #purchases: AttemptStore;
  readonly #timers: Timers;
  readonly #model: () => Model;
  readonly #heard: (snapshot: StoreSnapshot) => void;
  #paused = false;
  /** Ends the watch on one purchase. */
  #watched: { readonly key: string; readonly end: () => void } | undefined;

  constructor(
    purchases: AttemptStore,
    timers: Timers,
    model: () => Model,
    heard: (snapshot: StoreSnapshot) => void,
  ) {
    this.#purchases = purchases;
    this.#timers = timers;
    this.#model = model;
    this.#heard = heard;
  }

  /** The model has changed: another purchase may be meant by now, or another tab may pay for it. */
  follow(): void {
    this.#watch();
    const { state } = this.#model();
    if (state.phase !== 'unknown' || !state.inOtherTab) return this.#timers.stop('look');
    if (!this.#timers.has('look')) this.#timers.startSeen('look', otherTabIntervalMs, () => this.look());
  }

  /** The element is away: nothing is listened for. */
  pause(): void {
    this.#paused = true;
    this.#watched?.end();
    this.#watched = undefined;
  }

  resume(): void {
    this.#paused = false;
    this.follow();
    this.look();
  }

  /** Asks what is known of the purchase now. */
  look(purchase = this.#purchase): void {
    if (!purchase) return;
    this.#timers.within(merchantTimeoutMs, this.#purchases.peek(purchase)).then(
      (news) => {
        // The page may have moved on to another purchase meanwhile.
        if (this.#purchase?.key === purchase.key) this.#heard(news);
      },
      () => this.follow(),
    );
  }

  get #purchase(): Purchase | undefined {
    const { state, setup } = this.#model();
    return (state.phase === 'unknown' ? state.config : getConfig(setup))?.purchase;
  }

  #watch(): void {
    if (this.#paused) return;
    const purchase = this.#purchase;
    if (purchase?.key === this.#watched?.key) return;
    this.#watched?.end();
    this.#watched = purchase && {
      key: purchase.key,
      end: this.#purchases.watch(purchase, () => this.look()),
    };
  }
}
