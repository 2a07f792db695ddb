import type { Config } from './config.js';
import { expired, formBack, holding } from './form-back.js';
import { interpretPayment } from './outcome.js';
import type { Payment } from './payment.js';
import type { Attempt } from './ports.js';
import { isPaid, type News, type Remembered } from './purchase.js';
import { settled, toBank, useUp } from './settled.js';
import type { Effect, Model, Unknown } from './state.js';
import { configOf, first, isAskable, isLazy, last, same, sameSource, to, type Step } from './step.js';
import { abandonedAfterMs, anotherWayAfterMs, notFoundGraceMs, notFoundTimes } from './timeouts.js';

type Open = Partial<Pick<Unknown, 'elsewhere' | 'spent' | 'seen' | 'since' | 'isRemembered'>> & {
  readonly config: Config;
  readonly paymentId: string;
  readonly attempt?: Attempt | undefined;
  readonly payment?: Payment | undefined;
  /** `submit()` has promised an outcome: it is this one. */
  readonly resolves?: boolean;
};

/** A payment that may have been made. Nothing is sent: it is asked about, by whoever can be asked. */
export function unknown(model: Model, it: Open, now: number): Step {
  const { config, payment, paymentId, attempt } = it;
  const outcome = { status: 'unknown', paymentId, ...(payment ? { payment } : {}) } as const;
  const { elsewhere = false, spent = false, isRemembered = false, since = now, resolves = false } = it;
  const seen = it.seen ?? payment !== undefined;
  const offered = !elsewhere && (!isAskable(config) || now - since >= anotherWayAfterMs);
  const state: Unknown = {
    phase: 'unknown',
    outcome,
    config,
    attempt,
    elsewhere,
    spent,
    seen,
    ...(isRemembered && { isRemembered }),
    since,
    asked: 0,
    missing: undefined,
    anotherWay: offered ? 'offered' : 'none',
  };
  const told = model.state.phase === 'unknown' && model.state.outcome.paymentId === paymentId;
  // Only a card that may have to be sent again has a further use.
  const clear = !attempt || seen || spent || !isAskable(config);
  const step = asking(
    { ...model, sentBefore: true },
    state,
    ...(resolves ? [{ type: 'resolve', outcome } as const] : []),
    ...(clear ? [{ type: 'clear', what: 'card' } as const] : []),
    ...(offered ? [] : [{ type: 'watch-time', at: since + anotherWayAfterMs } as const]),
  );
  // Told last: the page may go on to another order at once, whose payment is asked about then.
  return told ? step : last(step, { type: 'tell-outcome', outcome, next: undefined });
}

/** A payment that memory knows: of another element, another tab, or this page before a reload. */
export function recalled(
  model: Model,
  config: Config,
  entry: Remembered,
  now: number,
  { busy = false, resolves = false } = {},
): Step {
  const { paymentId, stage, at } = entry;
  const final = isPaid(stage);
  if (final && !isAskable(config)) {
    const outcome = { status: stage, paymentId } as const;
    return settled(model, { config, outcome }, ...(resolves ? [{ type: 'resolve', outcome } as const] : []));
  }
  // A payment at the bank has used its intent. One that got lost may not have: then it can be sent again.
  const attempt =
    config.purchase.by === 'intent' && !final ? attemptOn(config, paymentId, 'lost') : undefined;
  const seen = final || stage === 'waiting';
  // A final payment has not waited for the payer since it was noted: a status that lags must not make it abandoned.
  const since = final ? now : at;
  return unknown(
    model,
    { config, paymentId, attempt, seen, isRemembered: final, elsewhere: busy, since, resolves },
    now,
  );
}

/** The model, once memory has told of another payment of the purchase. */
export const knowingOf = (model: Model, entry?: Remembered): Model => ({
  ...model,
  sentBefore: true,
  ...(entry?.givenUp ? { otherOpen: true } : {}),
});

/** Whether memory says of another payment that it may have been made, or was. */
export const remembersOpen = (model: Model, { paymentId, stage }: Remembered): boolean =>
  stage === 'sent' || stage === 'waiting' || (isPaid(stage) && model.past !== paymentId);

/** An attempt on the intent that the page has named. A lazy source has to be asked for one. */
export function attemptOn(config: Config, paymentId: string, known: Attempt['known']): Attempt | undefined {
  const { source } = config;
  if (source.kind !== 'secret') return undefined;
  return { paymentId, intent: { id: source.intentId, clientSecret: source.clientSecret }, config, known };
}

function asking(model: Model, state: Unknown, ...effects: readonly Effect[]): Step {
  const { config, outcome, asked } = state;
  const ask: Effect = { type: 'ask-status', paymentId: outcome.paymentId, config, asked };
  return to(model, state, ...effects, ...(isAskable(config) ? [ask] : []));
}

export const askAgain = (model: Model, state: Unknown): Step =>
  asking(model, { ...state, asked: state.asked + 1 });

/**
 * The merchant's server says that the payment is none of this order's. Where nothing but memory has ever told of it, and
 * only by the address that stands for the order, the address has come to stand for another order.
 */
export function statusOfAnother(model: Model, state: Unknown, now: number): Step {
  const { config, outcome, isRemembered, elsewhere } = state;
  const { paymentId } = outcome;
  if (!isRemembered || elsewhere || outcome.payment || config.purchase.by !== 'checkout-url')
    return askAgain(model, state);
  return first(
    [
      { type: 'note', config, paymentId, stage: 'free' },
      {
        type: 'advise',
        advice:
          '`checkout-url` must name the order, as in /checkout/7: another order was paid at the same address before.',
      },
    ],
    formBack({ ...model, past: paymentId }, now),
  );
}

export function statusAnswered(
  model: Model,
  state: Unknown,
  payment: Payment | undefined,
  now: number,
): Step {
  const { config, attempt, seen } = state;
  const { paymentId } = state.outcome;
  if (payment) {
    const reading = interpretPayment(payment);
    if (reading.kind === 'final') {
      return settled(model, { config, attempt, outcome: { status: reading.status, paymentId, payment } });
    }
    const next: Unknown = {
      ...state,
      outcome: { ...state.outcome, payment },
      seen: true,
      missing: undefined,
    };
    const isAbandoned = payment.status === 'initiated' && now - state.since >= abandonedAfterMs;
    if (isAbandoned) return letGo(model, next, now);
    const note: Effect = { type: 'note', config, paymentId, stage: 'waiting' };
    return first(state.outcome.payment || state.elsewhere ? [] : [note], askAgain(model, next));
  }
  // Only a payment that was never seen can be missing, and not while another tab may be sending it.
  if (seen || state.elsewhere) return askAgain(model, state);
  const missing = { since: state.missing?.since ?? now, times: (state.missing?.times ?? 0) + 1 };
  if (now - missing.since < notFoundGraceMs || missing.times < notFoundTimes)
    return askAgain(model, { ...state, missing });
  return attempt && !state.spent ? holding(model, { ...attempt, known: 'lost' }) : letGo(model, state, now);
}

/** The payment is given up: it never arrived, nobody finished it at the bank, or the payer pays another way. */
function letGo(model: Model, state: Unknown, now: number): Step {
  const { config, attempt, seen, spent } = state;
  const { paymentId } = state.outcome;
  const given = seen || model.setAside === paymentId;
  const note: Effect = { type: 'note', config, paymentId, stage: given ? 'given-up' : 'free' };
  const used = useUp(model, seen || spent ? attempt : undefined);
  const next = given ? { ...used, otherOpen: true } : used;
  // A plain secret that is used or has ended: only the page can bring another one.
  if ((seen || spent) && isOnSetSecret(model, attempt)) return first([note], expired(next, seen));
  return first([note], formBack(next, now));
}

/** Whether the attempt is on the very secret that the page has set. */
function isOnSetSecret({ setup }: Model, attempt: Attempt | undefined): boolean {
  const config = configOf(setup);
  return (
    attempt !== undefined && config !== undefined && !isLazy(config) && sameSource(config, attempt.config)
  );
}

/** Time has passed while a payment was open. */
export function timePassedOpen(model: Model, state: Unknown, now: number): Step {
  if (state.anotherWay !== 'none' || state.elsewhere || now - state.since < anotherWayAfterMs)
    return same(model);
  return to(model, { ...state, anotherWay: 'offered' });
}

/** The payer's own word is the last way on: it is asked for, confirmed, and never assumed. */
export function anotherWay(
  model: Model,
  state: Unknown,
  choice: 'ask' | 'confirm' | 'back',
  now: number,
): Step {
  switch (choice) {
    case 'ask':
      return state.anotherWay === 'offered' ? to(model, { ...state, anotherWay: 'chosen' }) : same(model);
    case 'back':
      return state.anotherWay === 'chosen' ? to(model, { ...state, anotherWay: 'offered' }) : same(model);
    case 'confirm': {
      if (state.anotherWay !== 'chosen') return same(model);
      const { attempt, seen, spent } = state;
      // The same intent makes at most one payment: on it the payer can pay safely, without setting anything aside.
      if (attempt && !seen && !spent && isOnSetSecret(model, attempt))
        return holding(model, { ...attempt, known: 'refused' });
      return letGo({ ...model, setAside: state.outcome.paymentId }, state, now);
    }
    default:
      return choice satisfies never;
  }
}

/** A payment that waits for the payer's answer at the bank can be finished there: it is the same payment. */
export function continued(model: Model, state: Unknown): Step {
  const { config, attempt, since, outcome } = state;
  const { payment } = outcome;
  const reading = payment && interpretPayment(payment);
  return payment && reading?.kind === 'challenge'
    ? toBank(model, { config, attempt, url: reading.url, payment, since })
    : same(model);
}

/** News of a purchase whose payment is open here. */
export function heardWhileOpen(model: Model, state: Unknown, { entry, busy }: News, now: number): Step {
  const { config, outcome, elsewhere } = state;
  const own = entry?.paymentId === outcome.paymentId ? entry : undefined;
  if (elsewhere) {
    if (busy) {
      return entry && !own ? recalled(model, config, entry, now, { busy }) : same(model);
    }
    // Nobody pays any more. What became of it stands in memory; without a word there, nothing was sent.
    return entry && remembersOpen(model, entry) ? recalled(model, config, entry, now) : formBack(model, now);
  }
  // Whatever becomes of this payment, another one of the purchase may have been made.
  if (entry && !own && remembersOpen(model, entry)) return same({ ...model, otherOpen: true });
  if (own && isPaid(own.stage)) return recalled(model, config, own, now);
  // Another tab has found out that this payment can't be made any more. What is held here is finished here.
  const free = own?.stage === 'free' || own?.stage === 'given-up';
  if (free && !state.attempt) return formBack(knowingOf(model, own), now);
  // What the service has answered with has used its intent: it has failed, as `pay-result` has read. Where the server can
  // be asked, it says so in a moment, and why.
  if (own?.stage !== 'free' || !state.seen || isAskable(config)) return same(model);
  const next = useUp(knowingOf(model, own), state.attempt);
  return isOnSetSecret(model, state.attempt) ? expired(next, true) : formBack(next, now);
}
