import { getConfig } from './config-queries.js';
import type { AttemptStore, Purchase, StoreSnapshot } from './purchase.js';
import type { Model } from './state.js';
import { portTimeoutMs, otherTabIntervalMs } from './timeouts.js';
import type { Timers } from './timers.js';

/** Watches what other elements and tabs write about the purchase that is open here, or that the page has set. */
export class StoreWatcher {
  readonly #store: AttemptStore;
  readonly #timers: Timers;
  readonly #getModel: () => Model;
  readonly #onSnapshot: (snapshot: StoreSnapshot) => void;
  #isPaused = false;
  /** Ends the watch on one purchase. */
  #watched: { readonly key: string; readonly end: () => void } | undefined;

  constructor(
    store: AttemptStore,
    timers: Timers,
    model: () => Model,
    onSnapshot: (snapshot: StoreSnapshot) => void,
  ) {
    this.#store = store;
    this.#timers = timers;
    this.#getModel = model;
    this.#onSnapshot = onSnapshot;
  }

  /** The model has changed: watch another purchase if it names one, and poll the store while another tab pays. */
  onModelChanged(): void {
    if (this.#isPaused) return;
    this.#watch();
    const { state } = this.#getModel();
    if (state.phase !== 'unknown' || !state.inOtherTab) return this.#timers.stop('other-tab');
    if (!this.#timers.has('other-tab'))
      this.#timers.startVisible('other-tab', otherTabIntervalMs, () => this.refresh());
  }

  /** The element was removed: stops the watch. */
  pause(): void {
    this.#isPaused = true;
    this.#watched?.end();
    this.#watched = undefined;
  }

  resume(): void {
    this.#isPaused = false;
    this.onModelChanged();
    this.refresh();
  }

  /** Reads the store now, and reports the snapshot. */
  refresh(purchase = this.#purchase): void {
    if (!purchase) return;
    this.#timers.withTimeout(portTimeoutMs, this.#store.peek(purchase)).then(
      (snapshot) => {
        // The page may have moved on to another purchase meanwhile.
        if (this.#purchase?.key === purchase.key) this.#onSnapshot(snapshot);
      },
      () => this.onModelChanged(),
    );
  }

  get #purchase(): Purchase | undefined {
    const { state, setup } = this.#getModel();
    const isOpen = state.phase === 'unknown' || state.phase === 'confirming';
    return (isOpen ? state.config : getConfig(setup))?.purchase;
  }

  #watch(): void {
    const purchase = this.#purchase;
    if (purchase?.key === this.#watched?.key) return;
    this.#watched?.end();
    this.#watched = purchase && {
      key: purchase.key,
      end: this.#store.watch(purchase, () => this.refresh()),
    };
  }
}
