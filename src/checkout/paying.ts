import { PayError } from '../error.js';
import { attemptOn, knowingOf, recalled, remembersOpen, unknown } from './asked-about.js';
import type { Config, Price } from './config.js';
import { endOf, expired, watchEnd } from './form-back.js';
import { interpretPayment, type Outcome } from './outcome.js';
import type { PayBy } from './pay-by.js';
import type { Payment } from './payment.js';
import type { Answer, Attempt, FetchedIntent, Known } from './ports.js';
import type { News } from './purchase.js';
import { settled, toBank } from './settled.js';
import type { Model, Paying, Ready, Refused } from './state.js';
import { configOf, first, intentEnded, isAskable, isLazy, last, same, to, type Step } from './step.js';

/** The payer pays. What is held goes out again, by what the payer has chosen now; else a new attempt begins. */
export function submitted(model: Model, paymentId: string, by: PayBy, now: number): Step {
  const { state } = model;
  const config = configOf(model.setup);
  const held = state.phase === 'ready' ? state.held : undefined;
  if (held && held.known !== 'never-sent') return again(model, held, config, by, now);
  if (!config) return same(model);
  if (state.phase !== 'ready' && !(state.phase === 'failed' && isLazy(config))) return same(model);
  if (endOf(config) <= now) return endedForGood(model, false, intentEnded());
  // An attempt that was never sent is used again, as long as it is over what is shown.
  const attempt =
    held && samePrice(held.config.price, config.price)
      ? { ...held, config }
      : attemptOn(config, paymentId, 'never-sent');
  return claim(model, config, attempt, attempt?.paymentId ?? paymentId, by);
}

type Amount = Pick<FetchedIntent, 'amount' | 'currency'>;

const samePrice = (a: Amount | undefined, b: Amount | undefined): boolean =>
  a?.amount === b?.amount && a?.currency === b?.currency;

/** The same payment, on the same intent: the bank can be asked for it only once. */
function again(model: Model, held: Attempt, shown: Config | undefined, by: PayBy, now: number): Step {
  const { paymentId } = held;
  const config = shown && shown.purchase.place === held.config.purchase.place ? shown : held.config;
  if (shown && !samePrice(held.config.price, shown.price)) {
    // It may not be charged at a price that is no longer shown. First it must be known that it never was.
    return unknown(model, { config, paymentId, resolves: true }, now);
  }
  return claim(model, config, { ...held, config }, paymentId, by);
}

const claim = (
  model: Model,
  config: Config,
  attempt: Attempt | undefined,
  paymentId: string,
  by: PayBy,
): Step =>
  to(
    model,
    { phase: 'paying', step: 'claiming', paymentId, config, attempt, by },
    { type: 'claim', paymentId, config },
  );

/** The purchase was claimed, or somebody else is paying for it, or has paid. */
export function claimed(
  before: Model,
  paying: Paying & { step: 'claiming' },
  { entry, busy }: News,
  now: number,
): Step {
  const { attempt, config, paymentId, by } = paying;
  const other = entry && entry.paymentId !== paymentId ? entry : undefined;
  const model = other || busy ? knowingOf(before, other) : before;
  if (other && (remembersOpen(model, other) || (busy && other.stage === 'claimed'))) {
    return recalled(model, config, other, now, { busy, resolves: true });
  }
  if (busy) return paidInOtherTab(model, config, attempt);
  const note = { type: 'note', config, paymentId, stage: 'claimed' } as const;
  if (attempt) {
    // What was sent before stays noted as that: a reload must ask about it.
    return first(attempt.known === 'never-sent' ? [note] : [], announce(model, paying, attempt));
  }
  return to(model, { phase: 'paying', step: 'fetching-intent', paymentId, config, by }, note, {
    type: 'fetch-intent',
    paymentId,
    config,
    insteadOf: model.setAside,
  });
}

function paidInOtherTab(model: Model, config: Config, attempt: Attempt | undefined): Step {
  const message = 'This is being paid in another tab or element. Nothing was sent here.';
  const error = new PayError('canceled', message, { retryable: true });
  return ended(model, config, attempt, error, { inOtherTab: true });
}

const announce = (model: Model, paying: Paying, attempt: Attempt): Step =>
  to(model, { ...paying, step: 'announcing', attempt }, { type: 'announce', attempt });

export function intentFetched(model: Model, paying: Paying, intent: FetchedIntent): Step {
  const { paymentId, config } = paying;
  const { id, clientSecret } = intent;
  const problem =
    (config.price && differs(config.price, intent)) ?? (model.usedUp?.includes(id) ? usedTwice() : undefined);
  if (problem) return ended(model, config, undefined, problem);
  const attempt = { paymentId, intent: { id, clientSecret }, config, known: 'never-sent' } as const;
  return announce(model, paying, attempt);
}

const usedTwice = (): PayError =>
  new PayError(
    'configuration',
    'The intent was used before. Nothing was sent. Create a new intent whenever one is asked for.',
    { field: 'intent' },
  );

function differs(shown: Price, intent: FetchedIntent): PayError | undefined {
  if (samePrice(shown, intent)) return undefined;
  return new PayError(
    'configuration',
    `The payer was shown ${shown.amount} ${shown.currency} (smallest unit), but the intent is over ` +
      `${intent.amount ?? '?'} ${intent.currency ?? '?'}. Nothing was sent. ` +
      'Make `amount` and `currency` agree with the intent.',
    { field: 'amount' },
  );
}

/** Back to the form, with an attempt whose next try goes out on the same intent. */
export function ended(
  model: Model,
  config: Config,
  attempt: Attempt | undefined,
  error: PayError,
  why: Pick<Ready, 'inOtherTab'> = {},
): Step {
  return to(
    model,
    { phase: 'ready', error, ...why, ...(attempt && { held: attempt }) },
    { type: 'tell-error', error },
    { type: 'reject', error },
    ...watchEnd(config),
  );
}

/** The attempt was stopped, or the page had no card: nothing was sent this time. */
export function stopped(model: Model, paying: Paying, error: PayError): Step {
  const { config, paymentId, attempt } = paying;
  const sent = attempt !== undefined && attempt.known !== 'never-sent';
  // The merchant's server knows another payment for the order: asked for an intent, it tells which.
  const kept = sent || error.status !== 409 ? attempt : undefined;
  const free = { type: 'note', config, paymentId, stage: 'free' } as const;
  return first(sent || paying.step === 'claiming' ? [] : [free], ended(model, config, kept, error));
}

type Sending = Extract<Paying, { attempt: Attempt; step: 'announcing' | 'sending' }>;

/** The one place where the answer to an attempt gets its meaning. */
export function answered(model: Model, paying: Sending, answer: Answer, now: number): Step {
  const { attempt, config, paymentId } = paying;
  switch (answer.kind) {
    case 'payment':
      return paymentRead(model, paying, answer.payment, now);
    case 'refused':
      // The browser itself sends a request again when its connection dies, and this may be the answer to the second.
      return isAskable(config)
        ? to(model, { ...paying, step: 'verifying', refusal: answer }, { type: 'verify', paymentId, config })
        : refused(model, attempt, answer, now);
    case 'unsent':
      return stopped(model, paying, answer.error);
    case 'silent':
      return unknown(model, { config, attempt, paymentId, resolves: true }, now);
    default:
      return answer satisfies never;
  }
}

/** The status source was asked once after a refusal. */
export function verified(
  model: Model,
  paying: Paying & { step: 'verifying' },
  payment: Payment | undefined,
  now: number,
): Step {
  return payment
    ? paymentRead(model, paying, payment, now)
    : refused(model, paying.attempt, paying.refusal, now);
}

/** The merchant's server knows this payment for the order. What is held, if anything, can't become one any more. */
export const withheld = (model: Model, { config, paymentId }: Paying, payment: Payment, now: number): Step =>
  paymentRead(model, { config, paymentId }, payment, now);

type Read = Pick<Paying, 'config' | 'paymentId'> & { readonly attempt?: Attempt };

/**
 * There is a payment: the service has answered it, or the merchant's server knows it for the order. What is remembered
 * is that one: one of another id would never be found under the id that was tried.
 */
function paymentRead(model: Model, paying: Read, payment: Payment, now: number): Step {
  const { config, paymentId } = paying;
  const step = meaningOf(model, paying, payment, now);
  return payment.id === paymentId ? step : first([{ type: 'note', config, paymentId, stage: 'free' }], step);
}

function meaningOf(model: Model, { config, attempt }: Read, payment: Payment, now: number): Step {
  const reading = interpretPayment(payment);
  const paymentId = payment.id;
  switch (reading.kind) {
    case 'final': {
      const outcome = { status: reading.status, paymentId, payment };
      return settled(model, { config, attempt, outcome }, { type: 'resolve', outcome });
    }
    case 'challenge': {
      const outcome: Outcome = { status: 'initiated', paymentId, payment };
      const { url } = reading;
      // A payment that the merchant's server told of may be an old one: the payer decides whether to go there.
      if (!attempt) return unknown(model, { config, paymentId, payment, resolves: true }, now);
      return toBank(model, { config, attempt, url, payment, since: now }, { type: 'resolve', outcome });
    }
    case 'open':
      return unknown(model, { config, attempt, paymentId, payment, resolves: true }, now);
    default:
      return reading satisfies never;
  }
}

/** The service refused, and nobody knows of a payment. */
function refused(model: Model, attempt: Attempt, { used, error }: Refused, now: number): Step {
  const { config, paymentId } = attempt;
  if (!used) return ended(model, config, { ...attempt, known: 'refused' satisfies Known }, error);
  const ofSecret = !isLazy(config) && attempt.known === 'never-sent';
  if (!ofSecret || isAskable(config)) {
    return unknown(model, { config, attempt, paymentId, spent: true, resolves: true }, now);
  }
  // A plain secret, refused at its first try, and nobody to ask: only the merchant knows whether it was paid.
  return endedForGood(model, true, intentEnded({ cause: error }));
}

/** The attempt is over, and its secret can't be paid any more. */
const endedForGood = (model: Model, refused: boolean, error: PayError): Step =>
  last(expired(model, refused, error), { type: 'reject', error });
