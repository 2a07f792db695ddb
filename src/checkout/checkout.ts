import { PayError } from '../error.js';
import { backOff } from './back-off.js';
import type { Config, Setup } from './config.js';
import type { Outcome } from './outcome.js';
import type { Ports } from './ports.js';
import type { CheckoutEvent, CheckoutState, Effect, Model } from './state.js';
import { intentEnded, isLazy, start, transition } from './transition.js';

/** How long missing values are waited for, in milliseconds. */
const patience = 3_000;

/** The longest nap of the expiry watch, in milliseconds: a timer does not count the time that a device sleeps. */
const nap = 15_000;

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
  #model: Model = start;
  #run: Run | undefined;
  readonly #ports: Ports;
  readonly #changed: () => void;
  readonly #timers = new Map<'patience' | 'expiry' | 'status', () => void>();

  constructor(ports: Ports, changed: () => void) {
    this.#ports = ports;
    this.#changed = changed;
  }

  get state(): CheckoutState {
    return this.#model.state;
  }

  get setup(): Setup {
    return this.#model.setup;
  }

  configure(setup: Setup): void {
    const sent = setup.kind === 'complete' ? this.#ports.memory.recall(setup.config) : undefined;
    this.#dispatch({ type: 'configured', setup, sent, now: this.#ports.clock.now() });
  }

  /** Pays with the card in the form, which is complete. One run at a time: a second call joins the first. */
  submit(): Promise<Outcome> {
    if (this.#run) return this.#run.promise;
    const { state, setup } = this;
    switch (state.phase) {
      case 'waiting':
      case 'misconfigured':
      case 'expired':
        return Promise.reject(setup.kind === 'complete' ? intentEnded(false) : setup.error);
      case 'redirecting': {
        const { payment } = state;
        return Promise.resolve({ status: 'initiated', paymentId: payment.id, payment });
      }
      case 'paid':
      case 'authorized':
      case 'unknown':
        return Promise.resolve(state.outcome);
      case 'failed':
        return this.canSubmit ? this.#start() : Promise.reject(intentEnded(false));
      case 'ready':
      case 'paying':
        return this.#start();
      default:
        return state satisfies never;
    }
  }

  /** Whether there is something that a submit could send. */
  get canSubmit(): boolean {
    const { state, setup } = this.#model;
    return (
      state.phase === 'ready' ||
      (state.phase === 'failed' && setup.kind === 'complete' && isLazy(setup.config))
    );
  }

  reset(): void {
    this.#dispatch({ type: 'reset' });
  }

  /** The page is shown again as it was left. */
  cameBack(): void {
    this.#dispatch({ type: 'came-back' });
  }

  /** The payer goes on to the bank, with a payment that waits there. */
  continue(): void {
    this.#dispatch({ type: 'continued' });
  }

  /** The element was removed: nothing is watched or asked any more. What is under way goes on. */
  pause(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** The element is in a page again. */
  resume(): void {
    const { state, setup } = this.#model;
    if (state.phase === 'unknown' && state.config.status.kind !== 'none') {
      this.#perform({
        type: 'ask-status',
        paymentId: state.outcome.paymentId,
        config: state.config,
        asked: 0,
      });
    }
    if (state.phase === 'waiting') this.#perform({ type: 'be-patient' });
    if (state.phase === 'ready' && setup.kind === 'complete' && setup.config.expiresAt !== undefined) {
      this.#perform({ type: 'watch-expiry', at: setup.config.expiresAt });
    }
  }

  #start(): Promise<Outcome> {
    let run!: Pick<Run, 'resolve' | 'reject'>;
    const promise = new Promise<Outcome>((resolve, reject) => (run = { resolve, reject }));
    this.#run = { promise, ...run };
    this.#dispatch({
      type: 'submitted',
      paymentId: this.#ports.page.newPaymentId(),
      now: this.#ports.clock.now(),
    });
    return promise;
  }

  #dispatch(event: CheckoutEvent): void {
    const before = this.#model;
    const { model, effects } = transition(before, event);
    this.#model = model;
    if (model.state.phase !== 'unknown') this.#stop('status');
    if (model.state.phase !== 'waiting') this.#stop('patience');
    if (model.state.phase !== 'ready') this.#stop('expiry');
    if (model !== before) this.#changed();
    for (const effect of effects) this.#perform(effect);
    if (isOver(before.state, model.state)) this.#catchUp(before.state);
  }

  /** What the page has set while an attempt ran counts from now on. */
  #catchUp(before: CheckoutState): void {
    const { setup } = this.#model;
    if (setup.kind !== 'complete' || setup.config !== usedBy(before)) this.configure(setup);
  }

  #perform(effect: Effect): void {
    const { gateway, merchant, clock, navigation, memory, page } = this.#ports;
    switch (effect.type) {
      case 'be-patient':
        if (!this.#timers.has('patience')) {
          this.#timers.set(
            'patience',
            clock.after(patience, () => this.#dispatch({ type: 'patience-ended' })),
          );
        }
        return;
      case 'watch-expiry':
        return this.#watchExpiry(effect.at);
      case 'tell-ready':
        return page.ready();
      case 'tell-error':
        return page.error(effect.error);
      case 'tell-outcome':
        if (page.outcome(effect.outcome) && effect.next !== undefined) navigation.go(effect.next);
        return;
      case 'fetch-intent': {
        const { paymentId, config } = effect;
        merchant.fetchIntent(config.source).then(
          (intent) => this.#dispatch({ type: 'intent-fetched', paymentId, intent }),
          (cause: unknown) => this.#dispatch({ type: 'stopped', paymentId, error: noIntent(cause) }),
        );
        return;
      }
      case 'announce': {
        const { paymentId } = effect.attempt;
        page.attempt(paymentId).then(
          () => this.#dispatch({ type: 'allowed', paymentId }),
          (cause: unknown) => this.#dispatch({ type: 'stopped', paymentId, error: stopped(cause) }),
        );
        return;
      }
      case 'remember':
        return memory.remember(effect.config, effect.paymentId, effect.left);
      case 'forget':
        return memory.forget(effect.config);
      case 'send': {
        const { attempt } = effect;
        const { paymentId } = attempt;
        const card = page.card();
        if (!card) return this.#dispatch({ type: 'stopped', paymentId, error: stopped(undefined) });
        gateway
          .fulfil(attempt, card)
          .then((answer) => this.#dispatch({ type: 'answered', paymentId, answer }));
        return;
      }
      case 'verify': {
        const { paymentId, config } = effect;
        merchant.fetchStatus(config.status, paymentId).then(
          (payment) => this.#dispatch({ type: 'verified', paymentId, answer: { payment } }),
          () => this.#dispatch({ type: 'verified', paymentId, answer: 'nothing' }),
        );
        return;
      }
      case 'redirect':
        page.redirect(effect.url, effect.payment).then((go) => {
          if (go && this.state.phase === 'redirecting') navigation.go(effect.url);
        });
        return;
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

  #watchExpiry(at: number): void {
    this.#stop('expiry');
    const { clock } = this.#ports;
    const look = () => {
      const left = at - clock.now();
      if (left > 0) this.#timers.set('expiry', clock.after(Math.min(nap, left), look));
      this.#dispatch({ type: 'time-passed', now: clock.now() });
    };
    look();
  }

  #askStatus(paymentId: string, config: Config, asked: number): void {
    this.#stop('status');
    const { clock, merchant } = this.#ports;
    const ask = () => {
      merchant.fetchStatus(config.status, paymentId).then(
        (payment) => this.#dispatch({ type: 'status-answered', paymentId, payment, now: clock.now() }),
        () => this.#dispatch({ type: 'status-failed', paymentId }),
      );
    };
    this.#timers.set('status', clock.afterSeen(backOff(asked, clock.random()), ask));
  }

  #stop(timer: 'patience' | 'expiry' | 'status'): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }
}

const busy = (state: CheckoutState): boolean =>
  state.phase === 'paying' || state.phase === 'redirecting' || state.phase === 'unknown';

const isOver = (before: CheckoutState, after: CheckoutState): boolean => busy(before) && !busy(after);

function usedBy(state: CheckoutState): Config | undefined {
  switch (state.phase) {
    case 'paying':
    case 'redirecting':
    case 'unknown':
      return state.config;
    default:
      return undefined;
  }
}

const noIntent = (cause: unknown): PayError =>
  cause instanceof PayError
    ? cause
    : new PayError('network', 'No payment intent came. Nothing was sent.', {
        retryable: true,
        cause,
      });

const stopped = (cause: unknown): PayError =>
  new PayError('canceled', 'The attempt was stopped before anything was sent.', { retryable: true, cause });
