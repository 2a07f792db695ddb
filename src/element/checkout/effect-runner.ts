import type { Card } from '../card/card.js';
import { PayError } from '../../error.js';
import { getConfig, hasStatusSource } from './config-queries.js';
import type { Config } from './config.js';
import { createStopError, type ChosenMethod, type SentMethod } from './payment-method.js';
import type { CodeResult, Ports } from './ports.js';
import { isPaidOrAuthorized } from './purchase.js';
import { watchExpiry } from './return-to-form.js';
import type { CheckoutEvent, CheckoutState, Effect, Model } from './state.js';
import { StatusPoller } from './status-poller.js';
import {
  anotherWayAfterMs,
  codeTimeoutMs,
  configTimeoutMs,
  leaveTimeoutMs,
  merchantTimeoutMs,
  portTimeoutMs,
  verifyTimeoutMs,
} from './timeouts.js';
import type { Timers } from './timers.js';

/** Effects that `CheckoutMachine` performs itself: they settle `submit()`, or read the attempt store. */
type MachineEffect = Extract<Effect, { type: 'resolve-submit' | 'reject-submit' | 'peek-store' }>;

/** Carries out effects through the ports, and dispatches what comes of them as events. It decides nothing. */
export class EffectRunner {
  readonly #ports: Ports;
  readonly #timers: Timers;
  readonly #poller: StatusPoller;
  readonly #getState: () => CheckoutState;
  readonly #dispatch: (event: CheckoutEvent) => void;
  readonly #returnToPage: () => void;
  #isPaused = false;
  /** Where the payer goes as soon as the device is online. */
  #pendingReturnUrl: string | undefined;

  constructor(
    ports: Ports,
    timers: Timers,
    getState: () => CheckoutState,
    dispatch: (event: CheckoutEvent) => void,
    returnToPage: () => void,
  ) {
    this.#ports = ports;
    this.#timers = timers;
    this.#poller = new StatusPoller(ports.clock, ports.merchant.fetchStatus);
    this.#getState = getState;
    this.#dispatch = dispatch;
    this.#returnToPage = returnToPage;
  }

  run(effect: Exclude<Effect, MachineEffect>): void {
    const { gateway, merchant, attemptStore, page } = this.#ports;
    switch (effect.type) {
      case 'start-config-timeout':
        if (!this.#timers.has('config')) {
          this.#timers.start('config', configTimeoutMs, () => this.#dispatch({ type: 'config-timeout' }));
        }
        return;
      case 'watch-time':
        return this.#watchTime(effect.at);
      case 'emit-ready':
        return page.emitReady();
      case 'emit-error':
        return page.emitError(effect.error);
      case 'advise-developer':
        return page.adviseDeveloper(effect.advice);
      case 'emit-outcome': {
        const { outcome, next, differs } = effect;
        if (page.emitOutcome(outcome, differs) && next !== undefined)
          this.run({ type: 'go-to-return-url', url: next });
        return;
      }
      case 'go-to-return-url':
        return this.#goToReturnUrl(effect.url);
      case 'lock': {
        const { paymentId, config } = effect;
        this.#timers.withTimeout(portTimeoutMs, attemptStore.lock(config.purchase)).then(
          (snapshot) => this.#dispatch({ type: 'locked', paymentId, snapshot }),
          (cause: unknown) => this.#dispatch({ type: 'stopped', paymentId, error: createStopError(cause) }),
        );
        return;
      }
      case 'fetch-intent': {
        const { paymentId, config, abandonedPaymentId } = effect;
        this.#timers
          .withTimeout(merchantTimeoutMs, merchant.fetchIntent(config.intentSource, abandonedPaymentId))
          .then(
            (response) => {
              if (response.kind !== 'intent')
                return this.#dispatch({ ...response, type: 'blocked-by-order', paymentId });
              const { intent } = response;
              this.#dispatch({
                type: 'intent-fetched',
                paymentId,
                intent: { ...intent, paymentId: intent.paymentId ?? page.newPaymentId() },
              });
            },
            (cause: unknown) =>
              this.#dispatch({ type: 'stopped', paymentId, error: createIntentError(cause) }),
          );
        return;
      }
      case 'announce':
        return this.#announce(effect);
      case 'save-attempt': {
        const { config, paymentId, stage, replacesPaid } = effect;
        return attemptStore.save(config.purchase, paymentId, stage, replacesPaid);
      }
      case 'forget-attempt':
        return attemptStore.forget(effect.config.purchase);
      case 'send': {
        const { attempt, method } = effect;
        const { paymentId } = attempt;
        const source = method.kind === 'card' ? withCard(method, page.readCard()) : method;
        if (!source) return this.#dispatch({ type: 'stopped', paymentId, error: createStopError(undefined) });
        gateway
          .fulfil(attempt, source)
          .then((answer) => this.#dispatch({ type: 'answered', paymentId, answer }));
        return;
      }
      case 'send-code': {
        const { paymentId, config, codeUrl } = effect;
        const code = page.readCode();
        const sent: Promise<CodeResult> =
          code === undefined
            ? Promise.resolve({ kind: 'unsent', error: createStopError(undefined) })
            : gateway.sendCode(config, paymentId, codeUrl, code);
        sent.then((answer) => this.#dispatch({ type: 'code-answered', paymentId, answer }));
        return;
      }
      case 'verify': {
        const { paymentId, config } = effect;
        const onVerified = (payment?: Awaited<ReturnType<typeof merchant.fetchStatus>>) =>
          this.#dispatch({ type: 'verified', paymentId, payment });
        this.#timers
          .withTimeout(verifyTimeoutMs, merchant.fetchStatus(config.statusSource, paymentId))
          .then(onVerified, () => onVerified());
        return;
      }
      case 'redirect':
        return this.#redirect(effect);
      case 'ask-status':
        return this.#askStatus(effect.paymentId, effect.config, effect.statusRequestCount);
      case 'clear':
        return page.clear(effect.what);
      default:
        return effect satisfies never;
    }
  }

  /** Stops the timers and requests that the new state does not wait for. `resume` starts the ones that it does. */
  stopUnneeded({ phase }: CheckoutState): void {
    if (phase !== 'unknown') this.#poller.stop();
    if (phase !== 'waiting') this.#timers.stop('config');
    if (phase !== 'ready' && phase !== 'unknown' && phase !== 'confirming') this.#timers.stop('clock');
    if (phase !== 'redirecting') this.#timers.stop('leaving');
    if (!isPaidOrAuthorized(phase)) {
      this.#timers.stop('return');
      this.#pendingReturnUrl = undefined;
    }
  }

  /** The element was removed: nothing is timed or asked any more, also when what was under way ends now. */
  pause(): void {
    this.#isPaused = true;
    this.#timers.stopAll();
    this.#poller.stop();
  }

  /** The element is in a page again: starts the timers and requests that the state waits for again. */
  resume({ state, setup }: Model): void {
    this.#isPaused = false;
    const config = getConfig(setup);
    if (state.phase === 'unknown' && !state.isHeld) {
      if (hasStatusSource(state.config)) this.#askStatus(state.outcome.paymentId, state.config, 0);
      this.#watchTime(state.openSince + anotherWayAfterMs);
    }
    if (state.phase === 'redirecting') this.#awaitLeaving();
    if (state.phase === 'confirming') this.#watchTime(state.openSince + codeTimeoutMs);
    const url = this.#pendingReturnUrl;
    // A task later, because a page may put the element back with another order: those settings come first.
    if (url !== undefined) this.#timers.start('return', 0, () => this.#goToReturnUrl(url));
    if (state.phase === 'waiting') this.run({ type: 'start-config-timeout' });
    if (state.phase === 'ready' && config) for (const { at } of watchExpiry(config)) this.#watchTime(at);
  }

  #goToReturnUrl(url: string): void {
    this.#pendingReturnUrl = url;
    // Offline, navigating would replace the confirmation with the browser's error page.
    this.#timers.startOnline('return', () => {
      this.#pendingReturnUrl = undefined;
      this.#ports.navigation.go(url);
    });
  }

  /** Tells the page of an attempt before it is sent; the page may stop it. */
  #announce({ attempt: { paymentId }, method }: Extract<Effect, { type: 'announce' }>): void {
    this.#timers.withTimeout(portTimeoutMs, this.#ports.page.emitAttempt(paymentId, method)).then(
      () => this.#dispatch({ type: 'allowed', paymentId }),
      (cause: unknown) => this.#dispatch({ type: 'stopped', paymentId, error: createStopError(cause) }),
    );
  }

  #redirect({ url, payment }: Extract<Effect, { type: 'redirect' }>): void {
    const { page, navigation } = this.#ports;
    const leave = (isWanted: boolean) => {
      const state = this.#getState();
      // `emitRedirect` may resolve after another payment has started.
      if (state.phase !== 'redirecting' || state.payment.id !== payment.id) return;
      const challenge = isWanted ? navigation.openChallenge(url, payment) : undefined;
      if (challenge) {
        challenge.then(
          (end) => (end === 'left' ? this.#awaitLeaving() : this.#returnToPage()),
          this.#returnToPage,
        );
      } else this.#awaitLeaving();
    };
    // A page that never answers does not keep the payer from the bank.
    this.#timers.withTimeout(portTimeoutMs, page.emitRedirect(url, payment)).then(leave, () => leave(true));
  }

  /** The bank may answer with nothing to show, or the payer may choose to stay: then the page is still here. */
  #awaitLeaving(): void {
    if (this.#getState().phase !== 'redirecting') return;
    this.#timers.start('leaving', leaveTimeoutMs, this.#returnToPage);
  }

  #watchTime(at: number): void {
    if (this.#isPaused) return;
    this.#timers.watch('clock', at, () => this.#dispatch({ type: 'time-passed' }));
  }

  #askStatus(paymentId: string, { statusSource: status }: Config, statusRequestCount: number): void {
    if (this.#isPaused) return;
    this.#poller.ask(
      status,
      paymentId,
      statusRequestCount,
      (payment) => this.#dispatch({ type: 'status-answered', paymentId, payment }),
      (cause: unknown) => {
        const isForeign = cause instanceof PayError && cause.status === 403;
        // Once, because the status of such a payment is requested again and again.
        if (statusRequestCount === 0 && !isForeign)
          this.#ports.page.adviseDeveloper('The payment’s status is not known.', cause);
        this.#dispatch({ type: 'status-failed', paymentId, isForeign });
      },
    );
  }
}

const withCard = (
  method: Extract<ChosenMethod, { kind: 'card' }>,
  card: Card | undefined,
): SentMethod | undefined => card && { ...method, card };

const createIntentError = (cause: unknown): PayError =>
  cause instanceof PayError
    ? cause
    : new PayError('network', 'No payment intent came. Nothing was sent.', { retryable: true, cause });
