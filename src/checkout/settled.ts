import type { Config } from './config.js';
import { wayBack, type FinalStatus, type Outcome } from './outcome.js';
import type { Payment } from './payment.js';
import type { Attempt } from './ports.js';
import type { Effect, Model } from './state.js';
import { isLazy, to, type Step } from './step.js';

interface Ended {
  readonly config: Config;
  readonly attempt?: Attempt | undefined;
  readonly outcome: Outcome & { readonly status: FinalStatus };
}

/** A payment is final: it is shown, remembered for the other tabs, and told to the page. */
export function settled(
  model: Model,
  { config, attempt, outcome }: Ended,
  ...effects: readonly Effect[]
): Step {
  const { status, paymentId, payment } = outcome;
  const failed = status === 'failed';
  // A declined card may be tried again where the page can have a fresh intent; then only the code is asked anew.
  const keepsCard = failed && isLazy(config);
  // What was declined may not have been the card in the inputs: then that one is still to be used.
  const { state } = model;
  const untried = failed && state.phase === 'paying' && state.by.kind !== 'card';
  const next = failed || !payment ? undefined : wayBack(payment);
  return to(
    { ...useUp(model, attempt), sentBefore: true },
    { phase: status, outcome, used: config },
    ...(untried ? [] : [{ type: 'clear', what: keepsCard ? 'security-code' : 'card' } as const]),
    // After Back or a reload, and in other tabs, a paid purchase must not show a form that pays again.
    { type: 'note', config, paymentId, stage: failed ? 'free' : status },
    ...effects,
    { type: 'tell-outcome', outcome, next },
  );
}

interface Challenged {
  readonly config: Config;
  readonly attempt: Attempt | undefined;
  readonly url: string;
  readonly payment: Payment;
  readonly since: number;
}

/** The bank wants to ask the payer something on its own page. */
export function toBank(
  model: Model,
  { config, attempt, url, payment, since }: Challenged,
  ...effects: readonly Effect[]
): Step {
  return to(
    useUp(model, attempt),
    { phase: 'redirecting', config, attempt, url, payment, since },
    { type: 'clear', what: 'card' },
    { type: 'note', config, paymentId: payment.id, stage: 'waiting' },
    { type: 'redirect', url, payment },
    ...effects,
  );
}

/** Notes that the intent of an attempt has been used: no source may answer it again. */
export function useUp(model: Model, attempt: Attempt | undefined): Model {
  const id = attempt?.intent.id;
  if (id === undefined || model.usedUp?.includes(id)) return model;
  return { ...model, usedUp: [...(model.usedUp ?? []), id] };
}
