import { PayError } from '../error.js';
import type { Payment } from '../wire/payment.js';
import type { Config, Price, Setup } from './config.js';
import { readPayment, wayBack, type Outcome } from './outcome.js';
import type { Answer, Attempt, FetchedIntent } from './ports.js';
import type { CheckoutEvent, CheckoutState, Effect, Model, Paying, Unknown } from './state.js';

/** How long the server must keep saying "no such payment" before it is believed, in milliseconds. */
export const grace = 5_000;

/** How long before its end an intent's expiry is said, in milliseconds. */
export const notice = 5 * 60_000;

export interface Step {
  readonly model: Model;
  readonly effects: readonly Effect[];
}

export const start: Model = {
  setup: {
    kind: 'missing',
    // Made when it is asked for: an error notes its place in the script, and V8 parses the script again to find it.
    get error() {
      return new PayError('configuration', 'Nothing is set yet.');
    },
  },
  state: { phase: 'waiting' },
};

/** What happens next. Pure: all that it wants done is in the effects. Events that do not fit the state change nothing. */
export function transition(model: Model, event: CheckoutEvent): Step {
  switch (event.type) {
    case 'configured':
      return configured(model, event);
    case 'patience-ended':
      return model.state.phase === 'waiting' && model.setup.kind !== 'complete'
        ? misconfigured(model.setup)
        : same(model);
    case 'submitted':
      return submitted(model, event);
    case 'intent-fetched': {
      const paying = current(model, event.paymentId);
      return paying?.step === 'fetching-intent' ? intentFetched(model, paying, event.intent) : same(model);
    }
    case 'stopped': {
      const paying = current(model, event.paymentId);
      if (!paying) return same(model);
      const attempt = paying.step === 'fetching-intent' ? undefined : paying.attempt;
      return ended(model, paying.config, attempt, event.error);
    }
    case 'allowed': {
      const paying = current(model, event.paymentId);
      if (paying?.step !== 'announcing') return same(model);
      const { attempt } = paying;
      const { config, paymentId } = attempt;
      return to(
        model,
        { ...paying, step: 'sending' },
        { type: 'remember', config, paymentId, left: false },
        { type: 'send', attempt },
      );
    }
    case 'answered': {
      const paying = current(model, event.paymentId);
      return paying?.step === 'sending' ? answered(model, paying.attempt, event.answer) : same(model);
    }
    case 'verified': {
      const paying = current(model, event.paymentId);
      if (paying?.step !== 'verifying') return same(model);
      const { attempt, config, error } = paying;
      if (event.answer === 'nothing') return unknown(model, config, attempt);
      const { payment } = event.answer;
      return payment ? answered(model, attempt, { kind: 'payment', payment }) : spent(model, attempt, error);
    }
    case 'came-back':
      return model.state.phase === 'redirecting'
        ? unknown(model, model.state.config, model.state.attempt, model.state.payment)
        : same(model);
    case 'continued':
      return continued(model);
    case 'status-answered':
      return model.state.phase === 'unknown' && model.state.outcome.paymentId === event.paymentId
        ? statusAnswered(model, model.state, event.payment, event.now)
        : same(model);
    case 'status-failed':
      return model.state.phase === 'unknown' && model.state.outcome.paymentId === event.paymentId
        ? askAgain(model, model.state)
        : same(model);
    case 'time-passed':
      return timePassed(model, event.now);
    case 'reset':
      return reset(model);
    default:
      return event satisfies never;
  }
}

const same = (model: Model): Step => ({ model, effects: [] });

const to = (model: Model, state: CheckoutState, ...effects: readonly Effect[]): Step => ({
  model: { setup: model.setup, state },
  effects,
});

const current = (model: Model, paymentId: string): Paying | undefined =>
  model.state.phase === 'paying' && model.state.paymentId === paymentId ? model.state : undefined;

/** Whether the payer can try again without the page doing anything. */
export const isLazy = (config: Config): boolean => config.source.kind !== 'secret';

function sameSource(a: Config, b: Config): boolean {
  const [x, y] = [a.source, b.source];
  switch (x.kind) {
    case 'secret':
      return y.kind === 'secret' && x.clientSecret === y.clientSecret;
    case 'url':
      return y.kind === 'url' && x.url === y.url;
    case 'function':
      return y.kind === 'function';
    default:
      return x satisfies never;
  }
}

// ── before paying

function configured(
  { state, setup: before }: Model,
  { setup, sent, now }: { setup: Setup; sent: string | undefined; now: number },
): Step {
  const model: Model = { setup, state };
  switch (state.phase) {
    case 'paying':
    case 'redirecting':
    case 'unknown':
      // Under way with values of its own. What the page has set now counts once that has ended.
      return same(model);
    case 'paid':
    case 'authorized':
    case 'failed':
      return setup.kind === 'complete' && !sameSource(setup.config, state.used)
        ? usable(model, setup.config, sent, now)
        : same(model);
    case 'ready':
      // A payment that may yet arrive is finished first, whatever the page has set meanwhile, or taken away.
      if (state.lost) return same(model);
      return set(model, before, sent, now);
    case 'waiting':
    case 'misconfigured':
    case 'expired':
      return set(model, before, sent, now);
    default:
      return state satisfies never;
  }
}

function set(model: Model, before: Setup, sent: string | undefined, now: number): Step {
  switch (model.setup.kind) {
    case 'complete':
      return usable(model, model.setup.config, sent, now);
    case 'missing':
      // Said once, it stays said until the values are there.
      return model.state.phase === 'misconfigured' && before.kind === 'missing'
        ? to(model, { phase: 'misconfigured', error: model.setup.error })
        : to(model, { phase: 'waiting' }, { type: 'be-patient' });
    case 'wrong':
      return misconfigured(model.setup, model.state);
    default:
      return model.setup satisfies never;
  }
}

function misconfigured(setup: Setup & { kind: 'missing' | 'wrong' }, before?: CheckoutState): Step {
  const { error } = setup;
  const said = before?.phase === 'misconfigured' && before.error.message === error.message;
  return {
    model: { setup, state: { phase: 'misconfigured', error } },
    effects: said ? [] : [{ type: 'tell-error', error }],
  };
}

function usable(model: Model, config: Config, sent: string | undefined, now: number): Step {
  if (sent !== undefined) return recalled(model, config, sent);
  const ends = isLazy(config) ? undefined : config.expiresAt;
  if (ends !== undefined && ends <= now) return expired(model);
  const effects: Effect[] = model.state.phase === 'ready' ? [] : [{ type: 'tell-ready' }];
  if (ends !== undefined) effects.push({ type: 'watch-expiry', at: ends });
  const { state } = model;
  return to(model, state.phase === 'ready' ? { ...state, closing: false } : { phase: 'ready' }, ...effects);
}

function expired(model: Model): Step {
  if (model.state.phase === 'expired') return same(model);
  return to(
    model,
    { phase: 'expired', refused: false },
    { type: 'clear', what: 'card' },
    { type: 'tell-error', error: intentEnded(false) },
  );
}

export const intentEnded = (retryable: boolean, cause?: unknown): PayError =>
  new PayError(
    'expired',
    'The payment intent can no longer be used: expired, used or canceled. Create a new one.',
    { retryable, ...(cause === undefined ? {} : { cause }) },
  );

function timePassed(model: Model, now: number): Step {
  const { state, setup } = model;
  if (state.phase !== 'ready' || state.lost || setup.kind !== 'complete' || isLazy(setup.config))
    return same(model);
  const ends = setup.config.expiresAt;
  if (ends === undefined) return same(model);
  if (ends <= now) return expired(model);
  return ends - now <= notice && !state.closing ? to(model, { ...state, closing: true }) : same(model);
}

function reset(model: Model): Step {
  const { state, setup } = model;
  if (state.phase === 'ready')
    return to(model, state.lost ? { phase: 'ready', lost: state.lost } : { phase: 'ready' });
  if (state.phase === 'failed' && setup.kind === 'complete' && isLazy(setup.config)) {
    return to(model, { phase: 'ready' }, { type: 'tell-ready' });
  }
  return same(model);
}

// ── paying

function submitted(model: Model, event: { paymentId: string; now: number }): Step {
  const { state, setup } = model;
  if (state.phase === 'ready' && state.lost) {
    // Single use makes it safe: on the same intent, under the same id, the bank can be asked only once.
    return announce(model, { ...state.lost, resent: true });
  }
  if (setup.kind !== 'complete') return same(model);
  const { config } = setup;
  const again = state.phase === 'failed' && isLazy(config);
  if (state.phase !== 'ready' && !again) return same(model);
  const { paymentId } = event;
  const attempt = attemptOn(config, paymentId, false);
  if (attempt) {
    if (config.expiresAt !== undefined && config.expiresAt <= event.now) {
      const step = expired(model);
      return { ...step, effects: [...step.effects, { type: 'reject', error: intentEnded(false) }] };
    }
    return announce(model, attempt);
  }
  return to(
    model,
    { phase: 'paying', step: 'fetching-intent', paymentId, config },
    { type: 'fetch-intent', paymentId, config },
  );
}

/** An attempt on the intent that the page has named. A lazy source has to be asked for one. */
function attemptOn(config: Config, paymentId: string, resent: boolean): Attempt | undefined {
  const { source } = config;
  if (source.kind !== 'secret') return undefined;
  return { paymentId, intent: { id: source.intentId, clientSecret: source.clientSecret }, config, resent };
}

const announce = (model: Model, attempt: Attempt): Step =>
  to(
    model,
    { phase: 'paying', step: 'announcing', paymentId: attempt.paymentId, config: attempt.config, attempt },
    { type: 'announce', attempt },
  );

function intentFetched(model: Model, paying: Paying, intent: FetchedIntent): Step {
  const { paymentId, config } = paying;
  const problem = config.price && differs(config.price, intent);
  if (problem) {
    return ended(model, config, undefined, new PayError('configuration', problem, { field: 'amount' }));
  }
  return announce(model, {
    paymentId,
    intent: { id: intent.id, clientSecret: intent.clientSecret },
    config,
    resent: false,
  });
}

function differs(shown: Price, intent: FetchedIntent): string | undefined {
  if (intent.amount === shown.amount && intent.currency === shown.currency) return undefined;
  return (
    `The payer was shown ${shown.amount} ${shown.currency} (smallest unit), but the intent is over ` +
    `${intent.amount ?? '?'} ${intent.currency ?? '?'}. Nothing was charged. ` +
    'Make `amount` and `currency` agree with the intent.'
  );
}

/** Back to the form, with nothing sent or nothing created. A payment that got lost before stays open. */
function ended(model: Model, config: Config, attempt: Attempt | undefined, error: PayError): Step {
  const lost = attempt?.resent ? attempt : undefined;
  return to(
    model,
    lost ? { phase: 'ready', error, lost } : { phase: 'ready', error },
    ...(attempt && !lost ? [{ type: 'forget', config } as const] : []),
    { type: 'tell-error', error },
    { type: 'reject', error },
    ...watch(config),
  );
}

const watch = (config: Config): Effect[] =>
  isLazy(config) || config.expiresAt === undefined ? [] : [{ type: 'watch-expiry', at: config.expiresAt }];

/** The one place where the answer to an attempt gets its meaning. */
function answered(model: Model, attempt: Attempt, answer: Answer): Step {
  const { config, paymentId } = attempt;
  switch (answer.kind) {
    case 'payment': {
      const { payment } = answer;
      const reading = readPayment(payment);
      switch (reading.kind) {
        case 'final':
          return settled(model, config, { status: reading.status, paymentId: payment.id, payment }, true);
        case 'challenge': {
          const outcome: Outcome = { status: 'initiated', paymentId: payment.id, payment };
          return toBank(model, config, attempt, reading.url, payment, { type: 'resolve', outcome });
        }
        case 'open':
          return unknown(model, config, attempt, payment);
        default:
          return reading satisfies never;
      }
    }
    case 'refused': {
      if (!answer.used) return ended(model, config, attempt, answer.error);
      // The browser itself sends a request again when its connection dies. So a used intent may be used by this very
      // payment, whose first answer got lost: whoever can be asked is asked.
      if (config.status.kind === 'none') return spent(model, attempt, answer.error);
      return to(
        model,
        { phase: 'paying', step: 'verifying', paymentId, config, attempt, error: answer.error },
        { type: 'verify', paymentId, config },
      );
    }
    case 'unsent':
      return ended(model, config, attempt, answer.error);
    case 'silent':
      return unknown(model, config, attempt);
    default:
      return answer satisfies never;
  }
}

const toBank = (
  model: Model,
  config: Config,
  attempt: Attempt | undefined,
  url: string,
  payment: Payment,
  ...effects: readonly Effect[]
): Step =>
  to(
    model,
    { phase: 'redirecting', config, attempt, url, payment },
    { type: 'clear', what: 'card' },
    { type: 'remember', config, paymentId: payment.id, left: true },
    { type: 'redirect', url, payment },
    ...effects,
  );

/** The intent is refused, and not known to be used by this payment. */
function spent(model: Model, attempt: Attempt, cause: PayError): Step {
  const { config } = attempt;
  // Sent before, and lost: the lost one has arrived.
  if (attempt.resent) return unknown(model, config, attempt);
  const error = intentEnded(isLazy(config), cause);
  if (isLazy(config)) return ended(model, config, attempt, error);
  return to(
    model,
    { phase: 'expired', refused: true },
    { type: 'forget', config },
    { type: 'clear', what: 'card' },
    { type: 'tell-error', error },
    { type: 'reject', error },
  );
}

// ── after paying

function settled(
  model: Model,
  config: Config,
  outcome: Outcome & { status: 'paid' | 'authorized' | 'failed' },
  first: boolean,
): Step {
  const failed = outcome.status === 'failed';
  // A declined card may be tried again where the page can have a fresh intent; then only the code is asked anew.
  const keepsCard = failed && isLazy(config);
  const next = failed || !outcome.payment ? undefined : wayBack(outcome.payment);
  const { paymentId } = outcome;
  return to(
    model,
    { phase: outcome.status, outcome, used: config },
    { type: 'clear', what: keepsCard ? 'security-code' : 'card' },
    // Who comes back to this page by Back or reload must not find a form that pays again.
    failed ? { type: 'forget', config } : { type: 'remember', config, paymentId, left: true },
    ...(first ? [{ type: 'resolve', outcome } as const] : []),
    { type: 'tell-outcome', outcome, next },
  );
}

function unknown(model: Model, config: Config, attempt: Attempt | undefined, payment?: Payment): Step {
  const paymentId = payment?.id ?? attempt?.paymentId ?? '';
  const outcome = { status: 'unknown', paymentId, ...(payment ? { payment } : {}) } as const;
  const back = model.state.phase === 'redirecting';
  return asking(
    model,
    { phase: 'unknown', outcome, config, attempt, asked: 0, missingSince: undefined },
    // Without anybody to ask, the card has no further use.
    ...(config.status.kind === 'none' || payment ? [{ type: 'clear', what: 'card' } as const] : []),
    ...(back ? [] : [{ type: 'resolve', outcome } as const]),
    { type: 'tell-outcome', outcome, next: undefined },
  );
}

function recalled(model: Model, config: Config, paymentId: string): Step {
  const attempt = attemptOn(config, paymentId, true);
  const outcome = { status: 'unknown', paymentId } as const;
  return asking(
    model,
    { phase: 'unknown', outcome, config, attempt, asked: 0, missingSince: undefined },
    { type: 'tell-outcome', outcome, next: undefined },
  );
}

/** A payment that waits for the payer's answer at the bank can be finished there: it is the same payment. */
function continued(model: Model): Step {
  const { state } = model;
  if (state.phase !== 'unknown' || !state.outcome.payment) return same(model);
  const { config, attempt } = state;
  const { payment } = state.outcome;
  const reading = readPayment(payment);
  return reading.kind === 'challenge' ? toBank(model, config, attempt, reading.url, payment) : same(model);
}

function asking(model: Model, state: Unknown, ...effects: readonly Effect[]): Step {
  const { config, outcome, asked } = state;
  const ask: readonly Effect[] =
    config.status.kind === 'none'
      ? []
      : [{ type: 'ask-status', paymentId: outcome.paymentId, config, asked }];
  return to(model, state, ...effects, ...ask);
}

const askAgain = (model: Model, state: Unknown): Step => asking(model, { ...state, asked: state.asked + 1 });

function statusAnswered(model: Model, state: Unknown, payment: Payment | undefined, now: number): Step {
  if (payment) {
    const reading = readPayment(payment);
    if (reading.kind === 'final') {
      const { paymentId } = state.outcome;
      return settled(model, state.config, { status: reading.status, paymentId, payment }, false);
    }
    const outcome = { ...state.outcome, payment };
    return askAgain(model, { ...state, outcome, missingSince: undefined });
  }
  const missingSince = state.missingSince ?? now;
  // Only a payment that was never seen can be missing: one that the service answered with exists.
  const gone = now - missingSince >= grace && state.attempt && !state.outcome.payment;
  if (!gone || !state.attempt) return askAgain(model, { ...state, missingSince });
  return to(model, { phase: 'ready', lost: state.attempt }, { type: 'tell-ready' });
}
