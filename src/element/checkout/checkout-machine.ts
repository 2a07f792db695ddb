import { canFetchIntent, getConfig } from './config-queries.js';
import type { Config, ParsedConfig } from './config.js';
import { EffectRunner } from './effect-runner.js';
import { type Outcome, PendingSubmit } from './outcome.js';
import { createBusyError, getSheetPrice, type ChosenMethod } from './payment-method.js';
import type { Ports } from './ports.js';
import { isPaidOrAuthorized } from './purchase.js';
import { getRunningConfig, getUnresolvedAttempt, hasAttemptEnded, isLocking } from './state-queries.js';
import type { AnotherWayChoice, CheckoutEvent, CheckoutState, Effect, Model } from './state.js';
import { StoreWatcher } from './store-watcher.js';
import { Timers } from './timers.js';
import { createIntentClosedError, initialModel } from './transition-result.js';
import { transition } from './transition.js';

/**
 * Holds the model and moves it by the transitions: events go in, and their effects are carried out. The machine knows
 * neither a page nor a network.
 */
export class CheckoutMachine {
  #model: Model = initialModel;
  #pendingSubmit: PendingSubmit | undefined;
  readonly #ports: Ports;
  readonly #onChange: () => void;
  readonly #timers: Timers;
  readonly #effects: EffectRunner;
  readonly #storeWatcher: StoreWatcher;

  constructor(ports: Ports, onChange: () => void) {
    const dispatch = (event: CheckoutEvent) => this.#dispatch(event);
    this.#ports = ports;
    this.#onChange = onChange;
    this.#timers = new Timers(ports.clock);
    this.#effects = new EffectRunner(
      ports,
      this.#timers,
      () => this.#model.state,
      dispatch,
      () => this.returnToPage(),
    );
    this.#storeWatcher = new StoreWatcher(
      ports.attemptStore,
      this.#timers,
      () => this.#model,
      (snapshot) => dispatch({ type: 'store-changed', snapshot }),
    );
  }

  get state(): CheckoutState {
    return this.#model.state;
  }

  get setup(): ParsedConfig {
    return this.#model.setup;
  }

  /** The config of the attempt that runs or is held, else the page's own. */
  get config(): Config | undefined {
    const { state, setup } = this.#model;
    // An unsent attempt uses the config at the time of sending.
    return getRunningConfig(state) ?? getUnresolvedAttempt(state)?.config ?? getConfig(setup);
  }

  /** What was given up or sent before the attempt that is made now, as far as a sentence about money depends on it. */
  get paymentHistory(): Pick<Model, 'hasOtherOpenPayment' | 'mayHaveSentBefore'> {
    return this.#model;
  }

  /** @param attemptConfig The config of the attempt that has just ended, if the page set another one meanwhile. */
  configure(setup: ParsedConfig, attemptConfig?: Config): void {
    const config = getConfig(setup);
    const entry = config && this.#ports.attemptStore.read(config.purchase);
    this.#dispatch({ type: 'configured', setup, entry, attemptConfig });
  }

  /** Pays, by the card in the form only if it is complete. While one submit runs, a second call joins it, except a sheet's. */
  submit(method: ChosenMethod): Promise<Outcome> {
    if (this.#pendingSubmit)
      return getSheetPrice(method) ? Promise.reject(createBusyError()) : this.#pendingSubmit.promise;
    const { state, setup } = this;
    switch (state.phase) {
      case 'waiting':
      case 'misconfigured':
      case 'expired':
        return Promise.reject(setup.kind === 'complete' ? createIntentClosedError() : setup.error);
      case 'redirecting':
      case 'confirming': {
        const { payment } = state;
        return Promise.resolve({ status: 'initiated', paymentId: payment.id, payment });
      }
      case 'paid':
      case 'authorized':
      case 'unknown':
        return Promise.resolve(state.outcome);
      case 'failed':
        return this.canSubmit ? this.#start(method) : Promise.reject(createIntentClosedError());
      case 'ready':
      case 'paying':
        return this.#start(method);
      default:
        return state satisfies never;
    }
  }

  /** Whether there is something that a submit could send. */
  get canSubmit(): boolean {
    const { state, setup } = this.#model;
    const config = getConfig(setup);
    return (
      state.phase === 'ready' || (state.phase === 'failed' && config !== undefined && canFetchIntent(config))
    );
  }

  /**
   * Whether a payment was made, or may come of what was sent: only this machine knows with which intent and id, so no
   * other one may take its place.
   */
  get hasPayment(): boolean {
    const { state } = this.#model;
    const isOpen = getRunningConfig(state) !== undefined || getUnresolvedAttempt(state) !== undefined;
    return isOpen || isPaidOrAuthorized(state.phase) || (state.phase === 'expired' && state.mayBePaid);
  }

  reset(): void {
    this.#dispatch({ type: 'reset' });
  }

  /** The page is shown again as it was left. */
  returnToPage(): void {
    this.#dispatch({ type: 'came-back' });
    this.#storeWatcher.refresh();
  }

  /** The payer continues: to the bank, where a payment waits, or from a paid purchase to the payment's return URL. */
  continuePayment(): void {
    this.#dispatch({ type: 'continued' });
  }

  /** Confirms an STC Pay payment by the code in the form, which is sent once. */
  submitCode(): void {
    this.#dispatch({ type: 'code-submitted' });
  }

  /** The payer wants to pay another way than by the payment that is open, confirms that, or goes back. */
  payAnotherWay(choice: AnotherWayChoice): void {
    this.#dispatch({ type: 'another-way-requested', choice });
  }

  /** Stops the timer that reports missing settings, until the next `configure()`. */
  pauseConfigTimeout(): void {
    this.#timers.stop('config');
  }

  /** The element was removed: nothing is watched or asked any more. What is under way goes on. */
  pause(): void {
    this.#effects.pause();
    this.#storeWatcher.pause();
  }

  /** The element is in a page again. */
  resume(): void {
    this.#effects.resume(this.#model);
    this.#storeWatcher.resume();
  }

  #start(method: ChosenMethod): Promise<Outcome> {
    const { promise } = (this.#pendingSubmit = new PendingSubmit());
    this.#dispatch({ type: 'submitted', paymentId: this.#ports.page.newPaymentId(), method });
    return promise;
  }

  /**
   * The order matters: 1. take over the new model; 2. stop what the new state does not wait for; 3. request a render;
   * 4. perform the effects, whose listeners may dispatch again; 5. release the lock; 6. watch the purchase; 7. apply a later
   * config.
   */
  #dispatch(event: CheckoutEvent): void {
    const before = this.#model;
    const { model, effects } = transition(before, event, this.#ports.clock.now());
    this.#model = model;
    const { state } = model;
    this.#effects.stopUnneeded(state);
    if (model !== before) this.#onChange();
    for (const effect of effects) this.#perform(effect);
    // The stored entry now blocks other tabs, so release the lock. A listener may have started another attempt that
    // needs the lock: then `this.state`, unlike `state`, is `paying` again.
    if (isLocking(before.state) && !isLocking(this.state)) this.#ports.attemptStore.release();
    this.#storeWatcher.onModelChanged();
    if (hasAttemptEnded(before.state, state)) this.#applyLaterConfig(before.state);
  }

  /** Applies the config that the page has set while an attempt ran. */
  #applyLaterConfig(before: CheckoutState): void {
    const { setup } = this.#model;
    const attemptConfig = getRunningConfig(before);
    if (getConfig(setup) !== attemptConfig) this.configure(setup, attemptConfig);
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'peek-store':
        return this.#storeWatcher.refresh(effect.config.purchase);
      case 'resolve-submit':
        this.#pendingSubmit?.resolve(effect.outcome);
        this.#pendingSubmit = undefined;
        return;
      case 'reject-submit':
        this.#pendingSubmit?.reject(effect.error);
        this.#pendingSubmit = undefined;
        return;
      default:
        return this.#effects.run(effect);
    }
  }
}
