import { endOf, fresh, expired, incomplete, misconfigured } from './form-back.js';
import { isAnother, isNamed, isPaid, type News, type Remembered } from './purchase.js';
import { knowingOf, recalled, remembersOpen } from './asked-about.js';
import type { Config } from './config.js';
import type { CheckoutEvent, Model } from './state.js';
import { configOf, heldOf, isLazy, last, same, sameSource, to, type Step } from './step.js';
import { expiryNoticeMs } from './timeouts.js';

/** The page has set its values, or has set them again. */
export function configured(
  before: Model,
  { setup, entry, ended }: Extract<CheckoutEvent, { type: 'configured' }>,
  now: number,
): Step {
  const { state } = before;
  const model: Model = { ...before, setup };
  const config = configOf(setup);
  const moved = (from: Config | undefined) => from && config && isAnother(from.purchase, config.purchase);
  switch (state.phase) {
    case 'paying':
    case 'redirecting':
      // Under way with values of its own. What the page has set now counts once that has ended.
      return same(model);
    case 'unknown':
      return config && moved(state.config) ? opened(anew(model), config, entry, now) : same(model);
    case 'paid':
    case 'authorized': {
      const isSame = (part: 'by' | 'place') =>
        [state.used, state.also].some((it) => it?.purchase[part] === config?.purchase[part]);
      if (!config || isSame('place')) return same(model);
      if (isSame('by') || !sameSource(state.used, config)) return opened(anew(model), config, entry, now);
      // What was paid may get its name late: the page often learns the order's number only when it makes the intent.
      // One that came while it was being paid is its own for sure: after a reload it must be known by it.
      const note = { type: 'note', config, paymentId: state.outcome.paymentId, stage: state.phase } as const;
      return to(model, { ...state, also: config }, ...(ended ? [note] : []));
    }
    case 'failed':
      return config && (!sameSource(config, state.used) || moved(state.used))
        ? opened(moved(state.used) ? anew(model) : model, config, entry, now)
        : same(model);
    case 'ready':
      if (heldOf(state) && !moved(state.held?.config)) return same(model);
      break;
    case 'waiting':
    case 'misconfigured':
    case 'expired':
      break;
    default:
      return state satisfies never;
  }
  if (!config) return incomplete(model, before.setup);
  const held = state.phase === 'ready' ? state.held : undefined;
  const was = held?.config ?? ended ?? configOf(before.setup);
  return opened(moved(was) ? anew(model) : model, config, entry, now);
}

/** Another purchase: what was known of the last one says nothing about it. A form that is there stays. */
const anew = ({ setup, state, usedUp }: Model): Model => ({
  setup,
  state: { phase: state.phase === 'ready' ? 'ready' : 'waiting' },
  ...(usedUp ? { usedUp } : {}),
});

/** The form, unless memory knows a payment for this purchase. */
function opened(before: Model, config: Config, entry: Remembered | undefined, now: number): Step {
  if (!entry) return fresh(before, config, now);
  const model = knowing(before, entry);
  switch (entry.stage) {
    case 'free':
    case 'given-up':
      return fresh(model, config, now);
    case 'claimed':
      return last(fresh(model, config, now), { type: 'look', config });
    case 'sent':
    case 'waiting':
      return recalled(model, config, entry, now);
    case 'paid':
    case 'authorized':
      return isNamed(config.purchase) || entry.returned
        ? recalled(model, config, entry, now)
        : last(
            last(fresh({ ...model, past: entry.paymentId }, config, now), { type: 'pass', config }),
            unnamed,
          );
    default:
      return entry.stage satisfies never;
  }
}

const unnamed = {
  type: 'advise',
  advice:
    'Set `reference` to the order’s number: something was paid here before, and nothing says whether this is another order.',
} as const;

/** Memory knows a payment of this purchase. Unless it is the attempt that is held, something may have been sent. */
const knowing = (model: Model, entry: Remembered): Model =>
  model.state.phase === 'ready' && model.state.held?.paymentId === entry.paymentId
    ? model
    : knowingOf(model, entry);

/** News of the purchase while the form is there: another element or tab may be paying. */
export function heardInForm(before: Model, { entry, busy }: News, now: number): Step {
  const { state } = before;
  const config = configOf(before.setup);
  if ((state.phase !== 'ready' && state.phase !== 'failed') || !config || !entry) return same(before);
  const own = (state.phase === 'ready' ? state.held : state.outcome)?.paymentId === entry.paymentId;
  const isOpen = remembersOpen(before, entry);
  // While what is held is open elsewhere, nobody can say here that nothing was sent.
  const model = own && !isOpen ? before : knowingOf(before, entry);
  // It may have arrived all the same, as another tab has found out. Else it is on an intent of its own: before it is sent
  // again, the purchase is claimed and memory is read.
  if (own ? !isPaid(entry.stage) : heldOf(state) || !(isOpen || (entry.stage === 'claimed' && busy)))
    return same(model);
  // A plain secret that was declined has no form to come back to. That nothing was charged is no longer known.
  if (state.phase !== 'ready' && !isLazy(config)) return same({ ...model, otherOpen: true });
  return recalled(model, config, entry, now, { busy });
}

export function patienceEnded(model: Model): Step {
  return model.state.phase === 'waiting' && model.setup.kind !== 'complete'
    ? misconfigured(model, model.setup.error)
    : same(model);
}

/** Time has passed while the form was there. */
export function timePassedInForm(model: Model, now: number): Step {
  const { state } = model;
  const config = configOf(model.setup);
  if (state.phase !== 'ready' || heldOf(state) || !config) return same(model);
  const ends = endOf(config);
  if (ends <= now) return expired(model, false);
  return ends - now <= expiryNoticeMs && !state.closing
    ? to(model, { ...state, closing: true })
    : same(model);
}

export function reset(model: Model): Step {
  const { state } = model;
  if (state.phase === 'ready') {
    return to(model, state.held ? { phase: 'ready', held: state.held } : { phase: 'ready' });
  }
  const config = configOf(model.setup);
  return state.phase === 'failed' && config && isLazy(config)
    ? to(model, { phase: 'ready' }, { type: 'tell-ready' })
    : same(model);
}
