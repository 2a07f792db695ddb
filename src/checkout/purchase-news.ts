import type { News, Purchase, Purchases } from './purchase.js';
import type { Model } from './state.js';
import { configOf } from './step.js';
import { merchantTimeoutMs, otherTabIntervalMs } from './timeouts.js';
import type { Timers } from './timers.js';

/** Hears what other elements and tabs write about the purchase that is open here, or that the page has set. */
export class PurchaseNews {
  readonly #purchases: Purchases;
  readonly #timers: Timers;
  readonly #model: () => Model;
  readonly #heard: (news: News) => void;
  #paused = false;
  /** Ends the watch on one purchase. */
  #watched: { readonly key: string; readonly end: () => void } | undefined;

  constructor(purchases: Purchases, timers: Timers, model: () => Model, heard: (news: News) => void) {
    this.#purchases = purchases;
    this.#timers = timers;
    this.#model = model;
    this.#heard = heard;
  }

  /** The model has changed: another purchase may be meant by now, or another tab may pay for it. */
  follow(): void {
    this.#watch();
    const { state } = this.#model();
    if (state.phase !== 'unknown' || !state.elsewhere) return this.#timers.stop('look');
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
    this.#timers.within(merchantTimeoutMs, this.#purchases.look(purchase)).then(
      (news) => {
        // The page may have moved on to another purchase meanwhile.
        if (this.#purchase?.key === purchase.key) this.#heard(news);
      },
      () => this.follow(),
    );
  }

  get #purchase(): Purchase | undefined {
    const { state, setup } = this.#model();
    return (state.phase === 'unknown' ? state.config : configOf(setup))?.purchase;
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
