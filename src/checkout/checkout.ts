import type { Card } from '../card/card.js';
import { PayError } from '../error.js';
import type { Config, Setup } from './config.js';
import type { Outcome } from './outcome.js';
import type { PaymentMethod, SentPaymentMethod } from './payment-method.js';
import type { Ports } from './ports.js';
import type { CheckoutEvent, CheckoutState, Effect, Model } from './state.js';
import {
  getConfig,
  getHeldAttempt,
  createIntentEndedError,
  isAskable,
  isLazy,
  isOver,
  initialModel,
  getUsedConfig,
} from './transition-result.js';
import { isPaid } from './purchase.js';
import { StoreWatcher } from './store-watcher.js';
import { StatusPoller } from './status-poller.js';
import {
  anotherWayAfterMs,
  leaveTimeoutMs,
  merchantTimeoutMs,
  valuesTimeoutMs,
  verifyTimeoutMs,
} from './timeouts.js';
import { Timers } from './timers.js';
import { transition } from './transition.js';

interface Run {
  readonly promise: Promise<Outcome>;
  resolve(outcome: Outcome): void;
  reject(error: PayError): void;
}

/**
 * Plays the transitions: holds the model, carries out the effects through the ports, and brings what comes of them
 * back as events. It knows neither a page nor a network.
 */
export class Checkout {
  #model: Model = initialModel;
  #run: Run | undefined;
  readonly #ports: Ports;
  readonly #changed: () => void;
  readonly #timers: Timers;
  readonly #poller: StatusPoller;
  readonly #news: StoreWatcher;

  constructor(ports: Ports, changed: () => void) {
    this.#ports = ports;
    this.#changed = changed;
    this.#timers = new Timers(ports.clock);
    this.#poller = new StatusPoller(ports.clock, ports.merchant.fetchStatus);
    this.#news = new StoreWatcher(
      ports.attempts,
      this.#timers,
      () => this.#model,
      (news) => this.#dispatch({ type: 'store-changed', snapshot: news }),
    );
  }

  get state(): CheckoutState {
    return this.#model.state;
  }

  get setup(): Setup {
    return this.#model.setup;
  }

  /** What a payment that is under way or held was started with, else what the page has set. */
  get config(): Config | undefined {
    const { state, setup } = this.#model;
    // What was never sent goes out with the values that the page has set by then.
    return getUsedConfig(state) ?? getHeldAttempt(state)?.config ?? getConfig(setup);
  }

  /** What was given up or sent before the attempt that is made now, as far as a sentence about money depends on it. */
  get paymentHistory(): Pick<Model, 'hasOtherOpenPayment' | 'hasSentBefore'> {
    return this.#model;
  }

  /** @param ended What the attempt that has just ended was started with. */
  configure(setup: Setup, ended?: Config): void {
    const config = getConfig(setup);
    const entry = config && this.#ports.attempts.read(config.purchase);
    this.#dispatch({ type: 'configured', setup, entry, ended });
  }

  /** Pays, by the card in the form only if it is complete. One run at a time: a second call joins the first. */
  submit(by: PaymentMethod): Promise<Outcome> {
    if (this.#run) return this.#run.promise;
    const { state, setup } = this;
    switch (state.phase) {
      case 'waiting':
      case 'misconfigured':
      case 'expired':
        return Promise.reject(setup.kind === 'complete' ? createIntentEndedError() : setup.error);
      case 'redirecting': {
        const { payment } = state;
        return Promise.resolve({ status: 'initiated', paymentId: payment.id, payment });
      }
      case 'paid':
      case 'authorized':
      case 'unknown':
        return Promise.resolve(state.outcome);
      case 'failed':
        return this.canSubmit ? this.#start(by) : Promise.reject(createIntentEndedError());
      case 'ready':
      case 'paying':
        return this.#start(by);
      default:
        return state satisfies never;
    }
  }

  /** Whether there is something that a submit could send. */
  get canSubmit(): boolean {
    const { state, setup } = this.#model;
    const config = getConfig(setup);
    return state.phase === 'ready' || (state.phase === 'failed' && config !== undefined && isLazy(config));
  }

  /**
   * Whether a payment was made, or may come of what was sent: only this checkout knows with which intent and id, so no
   * other one may take its place.
   */
  get hasPayment(): boolean {
    const { state } = this.#model;
    const isOpen = getUsedConfig(state) !== undefined || getHeldAttempt(state) !== undefined;
    return isOpen || isPaid(state.phase) || (state.phase === 'expired' && state.refused);
  }

  reset(): void {
    this.#dispatch({ type: 'reset' });
  }

  /** The page is shown again as it was left. */
  onCameBack(): void {
    this.#dispatch({ type: 'came-back' });
    this.#news.look();
  }

  /** The payer goes on to the bank, with a payment that waits there. */
  continueChallenge(): void {
    this.#dispatch({ type: 'continued' });
  }

  /** The payer wants to pay another way than by the payment that is open, confirms that, or goes back. */
  payAnotherWay(choice: 'ask' | 'confirm' | 'back'): void {
    this.#dispatch({ type: 'another-way', choice });
  }

  /** Missing values are complained about no more, until it is configured again. */
  pauseConfigTimeout(): void {
    this.#timers.stop('patience');
  }

  /** The element was removed: nothing is watched or asked any more. What is under way goes on. */
  pause(): void {
    this.#timers.stopAll();
    this.#poller.stop();
    this.#news.pause();
  }

  /** The element is in a page again. */
  resume(): void {
    const { state, setup } = this.#model;
    const config = getConfig(setup);
    if (state.phase === 'unknown') {
      if (isAskable(state.config)) this.#askStatus(state.outcome.paymentId, state.config, 0);
      this.#watchTime(state.since + anotherWayAfterMs);
    }
    if (state.phase === 'redirecting') this.#awaitLeaving();
    if (state.phase === 'waiting') this.#perform({ type: 'start-config-timeout' });
    if (state.phase === 'ready' && config?.expiresAt !== undefined) this.#watchTime(config.expiresAt);
    this.#news.resume();
  }

  #start(by: PaymentMethod): Promise<Outcome> {
    let run!: Pick<Run, 'resolve' | 'reject'>;
    const promise = new Promise<Outcome>((resolve, reject) => (run = { resolve, reject }));
    this.#run = { promise, ...run };
    this.#dispatch({ type: 'submitted', paymentId: this.#ports.page.newPaymentId(), by });
    return promise;
  }

  #dispatch(event: CheckoutEvent): void {
    const before = this.#model;
    const { model, effects } = transition(before, event, this.#ports.clock.now());
    this.#model = model;
    const { state } = model;
    if (state.phase !== 'unknown') this.#poller.stop();
    if (state.phase !== 'waiting') this.#timers.stop('patience');
    if (state.phase !== 'ready' && state.phase !== 'unknown') this.#timers.stop('time');
    if (state.phase !== 'redirecting') this.#timers.stop('leaving');
    if (model !== before) this.#changed();
    for (const effect of effects) this.#perform(effect);
    // What stands in memory by now keeps the others away: the lock is for the time before that.
    // The page may have begun another attempt while it was told the end of this one: that one needs the lock.
    if (before.state.phase === 'paying' && this.state.phase !== 'paying') this.#ports.attempts.release();
    this.#news.follow();
    if (isOver(before.state, state)) this.#catchUp(before.state);
  }

  /** What the page has set while an attempt ran counts from now on. */
  #catchUp(before: CheckoutState): void {
    const { setup } = this.#model;
    const ended = getUsedConfig(before);
    if (getConfig(setup) !== ended) this.configure(setup, ended);
  }

  #perform(effect: Effect): void {
    const { gateway, merchant, navigation, attempts: purchases, page } = this.#ports;
    switch (effect.type) {
      case 'start-config-timeout':
        if (!this.#timers.has('patience')) {
          this.#timers.start('patience', valuesTimeoutMs, () => this.#dispatch({ type: 'config-timeout' }));
        }
        return;
      case 'watch-time':
        return this.#watchTime(effect.at);
      case 'emit-ready':
        return page.ready();
      case 'emit-error':
        return page.error(effect.error);
      case 'advise-developer':
        return page.advise(effect.advice);
      case 'emit-outcome': {
        const { outcome, next } = effect;
        if (page.outcome(outcome) && next !== undefined) navigation.go(next);
        return;
      }
      case 'lock': {
        const { paymentId, config } = effect;
        this.#timers.within(merchantTimeoutMs, purchases.lock(config.purchase)).then(
          (news) => this.#dispatch({ type: 'locked', paymentId, snapshot: news }),
          (cause: unknown) => this.#dispatch({ type: 'stopped', paymentId, error: stopped(cause) }),
        );
        return;
      }
      case 'fetch-intent': {
        const { paymentId, config, insteadOf } = effect;
        this.#timers.within(merchantTimeoutMs, merchant.fetchIntent(config.source, insteadOf)).then(
          (answer) =>
            this.#dispatch(
              answer.kind === 'intent'
                ? { type: 'intent-fetched', paymentId, intent: answer.intent }
                : { type: 'blocked-by-order', paymentId, payment: answer.payment },
            ),
          (cause: unknown) => this.#dispatch({ type: 'stopped', paymentId, error: noIntent(cause) }),
        );
        return;
      }
      case 'announce': {
        const { paymentId, config } = effect.attempt;
        this.#timers
          .within(merchantTimeoutMs, page.attempt(paymentId))
          .then(async () =>
            config.attemptUrl
              ? this.#timers.within(merchantTimeoutMs, merchant.announce(config.attemptUrl, paymentId))
              : undefined,
          )
          .then(
            (payment) =>
              this.#dispatch(
                payment ? { type: 'blocked-by-order', paymentId, payment } : { type: 'allowed', paymentId },
              ),
            (cause: unknown) => this.#dispatch({ type: 'stopped', paymentId, error: stopped(cause) }),
          );
        return;
      }
      case 'save-attempt':
        return purchases.save(effect.config.purchase, effect.paymentId, effect.stage);
      case 'forget-attempt':
        return purchases.forget(effect.config.purchase);
      case 'peek':
        return this.#news.look(effect.config.purchase);
      case 'send': {
        const { attempt, by } = effect;
        const { paymentId } = attempt;
        const source = by.kind === 'card' ? withCard(by, page.card()) : by;
        if (!source) return this.#dispatch({ type: 'stopped', paymentId, error: stopped(undefined) });
        gateway
          .fulfil(attempt, source)
          .then((answer) => this.#dispatch({ type: 'answered', paymentId, answer }));
        return;
      }
      case 'verify': {
        const { paymentId, config } = effect;
        const verified = (payment?: Awaited<ReturnType<typeof merchant.fetchStatus>>) =>
          this.#dispatch({ type: 'verified', paymentId, payment });
        this.#timers
          .within(verifyTimeoutMs, merchant.fetchStatus(config.status, paymentId))
          .then(verified, () => verified());
        return;
      }
      case 'redirect':
        return this.#redirect(effect);
      case 'ask-status':
        return this.#askStatus(effect.paymentId, effect.config, effect.asked);
      case 'clear':
        return page.clear(effect.what);
      case 'resolve':
        this.#run?.resolve(effect.outcome);
        this.#run = undefined;
        return;
      case 'reject':
        this.#run?.reject(effect.error);
        this.#run = undefined;
        return;
      default:
        return effect satisfies never;
    }
  }

  #redirect({ url, payment }: Extract<Effect, { type: 'redirect' }>): void {
    const { page, navigation } = this.#ports;
    const leave = (go: boolean) => {
      const { state } = this;
      // The page's word may come late, when the payer is on the way to the bank with another payment.
      if (state.phase !== 'redirecting' || state.payment.id !== payment.id) return;
      const way = go ? navigation.toBank(url, payment) : undefined;
      const back = () => this.onCameBack();
      if (way) way.then((how) => (how === 'left' ? this.#awaitLeaving() : back()), back);
      else this.#awaitLeaving();
    };
    // A page that never lets the payer go does not keep him: the way to the bank is his.
    this.#timers.within(merchantTimeoutMs, page.redirect(url, payment)).then(leave, () => leave(true));
  }

  /** The bank may answer with nothing to show, or the payer may choose to stay: then the page is still here. */
  #awaitLeaving(): void {
    if (this.state.phase !== 'redirecting') return;
    this.#timers.start('leaving', leaveTimeoutMs, () => this.onCameBack());
  }

  #watchTime(at: number): void {
    this.#timers.watch('time', at, () => this.#dispatch({ type: 'time-passed' }));
  }

  #askStatus(paymentId: string, { status }: Config, asked: number): void {
    this.#poller.ask(
      status,
      paymentId,
      asked,
      (payment) => this.#dispatch({ type: 'status-answered', paymentId, payment }),
      (cause: unknown) =>
        this.#dispatch({
          type: 'status-failed',
          paymentId,
          isForeign: cause instanceof PayError && cause.status === 403,
        }),
    );
  }
}

const withCard = (
  by: Extract<PaymentMethod, { kind: 'card' }>,
  card: Card | undefined,
): SentPaymentMethod | undefined => card && { ...by, card };

const noIntent = (cause: unknown): PayError =>
  cause instanceof PayError
    ? cause
    : new PayError('network', 'No payment intent came. Nothing was sent.', {
        retryable: true,
        cause,
      });

const stopped = (cause: unknown): PayError =>
  cause instanceof PayError && cause.code !== 'canceled'
    ? cause
    : new PayError('canceled', 'The attempt was stopped before anything was sent.', {
        retryable: true,
        cause,
      });
