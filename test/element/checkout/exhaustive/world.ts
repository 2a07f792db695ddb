import type { Config } from '../../../../src/element/checkout/config.js';
import type { ChosenMethod } from '../../../../src/element/checkout/payment-method.js';
import type { CheckoutPayment } from '../../../../src/element/checkout/payment.js';
import type { Attempt } from '../../../../src/element/checkout/ports.js';
import type { Stage } from '../../../../src/element/checkout/purchase.js';
import { isLocking } from '../../../../src/element/checkout/state-queries.js';
import type { CheckoutEvent, CheckoutState, Effect, Model } from '../../../../src/element/checkout/state.js';
import { type TransitionResult, initialModel } from '../../../../src/element/checkout/transition-result.js';
import { transition } from '../../../../src/element/checkout/transition.js';

/** Something that was asked for, and that is still to be answered. */
export type OpenRequest =
  | {
      readonly type: 'lock' | 'verify' | 'ask' | 'redirect';
      readonly paymentId: string;
      readonly config: Config;
    }
  | { readonly type: 'fetch-intent'; readonly paymentId: string; readonly insteadOf: string | undefined }
  | { readonly type: 'send'; readonly attempt: Attempt; readonly method: ChosenMethod }
  /** `isGivenUp`: the store no longer has the payment as the one that waits. */
  | { readonly type: 'send-code'; readonly paymentId: string; readonly isGivenUp: boolean }
  | { readonly type: 'peek'; readonly config: Config };

export interface Tab {
  readonly model: Model;
  readonly openRequests: readonly OpenRequest[];
  /** `away`: at the bank. The page may come back as it was left. */
  readonly place: 'here' | 'away' | 'closed';
  /** How many pages were loaded before this one: a page may set other values at each load. */
  readonly load: number;
  /** Loaded by Back or a reload. */
  readonly returned: boolean;
  /** Which purchase the payer means. */
  readonly purchase: number;
  /** What the payer has chosen to pay by, for the last payment made here. */
  readonly chosen: ChosenMethod | undefined;
  /** What this tab has kept of what it has made. */
  readonly own: Entry | undefined;
  /** What this document has made. */
  readonly made: readonly string[];
}

export interface Entry {
  readonly id: string;
  readonly stage: Stage;
  readonly at: number;
  readonly givenUp: boolean;
}

export interface MadePayment {
  readonly id: string;
  readonly intent: string;
  readonly status: 'initiated' | 'paid' | 'failed' | 'voided';
  readonly by: 'card' | 'stcpay';
  readonly at: number;
  readonly purchase: number;
  /** Over another amount than the order. */
  readonly isOdd: boolean;
}

/** The id that the one payment on an intent will have. */
export interface Pair {
  readonly paymentId: string;
  readonly purchase: number;
  /** The payer pays another way. */
  readonly isReleased: boolean;
}

export type LateRequest = { readonly since: number } & (
  | {
      readonly what: 'payment';
      readonly attempt: Attempt;
      readonly purchase: number;
      readonly by: MadePayment['by'];
    }
  | { readonly what: 'code'; readonly paymentId: string }
);

/** Everything there is: one payer with two tabs, the service, the merchant's server, and what may still go wrong. */
export interface World {
  readonly now: number;
  readonly tabs: readonly Tab[];
  /** Which tab holds the lock of the purchase, by the purchase's key. */
  readonly lock: { readonly tab: number; readonly key: string } | undefined;
  readonly memory: Readonly<Record<string, Entry>>;
  readonly intents: Readonly<Record<string, 'created' | 'used' | 'ended'>>;
  readonly payments: readonly MadePayment[];
  /** Payments beside which the payer has chosen to pay, after a warning of the risk. */
  readonly abandoned: readonly string[];
  /** What the merchant's server has kept of each intent that it has handed out for an order. */
  readonly pairs: Readonly<Record<string, Pair>>;
  /** Requests whose answer nobody waits for, and which may still arrive. */
  readonly late: readonly LateRequest[];
  /** How often each may still happen. */
  readonly left: Readonly<Record<Budget, number>>;
}

export type Budget =
  | 'submit'
  | 'fault'
  | 'resend'
  | 'reload'
  | 'open'
  | 'end'
  | 'word'
  | 'bank'
  | 'void'
  /** A code that the payer types. */
  | 'code'
  /** A payment that is not what the order asked for: under another id, or over another amount. */
  | 'odd';

export const nothing: World['left'] = {
  submit: 0,
  fault: 0,
  resend: 0,
  reload: 0,
  open: 0,
  end: 0,
  word: 0,
  bank: 0,
  void: 0,
  odd: 0,
  code: 0,
};

/** What a test takes out, to see what it was there for. Each stands in for a mend of the checkout or of a port. */
export interface Rules {
  /** The transition, perhaps with something taken out. */
  readonly transition: (model: Model, event: CheckoutEvent, now: number) => TransitionResult;
  readonly remembers: boolean;
  readonly readsWhenSubmitted: boolean;
  readonly locks: boolean;
  readonly leavesInTime: boolean;
  readonly limits: boolean;
  /** What the payer may pay by. */
  readonly methods: readonly ChosenMethod[];
  readonly tellsOtherTabs: boolean;
  /** How long after a payment was made the merchant's server answers it. */
  readonly statusLagMs: number;
}

export const byCard: ChosenMethod = { kind: 'card', save: false };
/** A saved card, or what the page has obtained itself. */
const byToken: ChosenMethod = { kind: 'external', source: { type: 'token', token: 'token_1' } };
export const byStc: ChosenMethod = { kind: 'external', source: { type: 'stcpay', mobile: '0512345678' } };

export const defaultRules: Rules = {
  transition,
  remembers: true,
  readsWhenSubmitted: true,
  locks: true,
  leavesInTime: true,
  limits: true,
  methods: [byCard, byToken],
  tellsOtherTabs: true,
  statusLagMs: 0,
};

const closed: Tab = {
  model: initialModel,
  openRequests: [],
  place: 'closed',
  load: 0,
  returned: false,
  purchase: 0,
  chosen: undefined,
  own: undefined,
  made: [],
};

/** Before anything was opened. */
export function beginning(left: World['left']): World {
  return {
    now: 1_000_000_000,
    tabs: [closed, closed],
    lock: undefined,
    memory: {},
    intents: {},
    payments: [],
    abandoned: [],
    pairs: {},
    late: [],
    left,
  };
}

export function withTab(world: World, at: number, change: Partial<Tab>): World {
  const tabs = world.tabs.slice();
  const tab = world.tabs[at] as Tab;
  // By name, so that all tabs are alike to the engine: this is what takes the time of the check.
  tabs[at] = {
    model: change.model ?? tab.model,
    openRequests: change.openRequests ?? tab.openRequests,
    place: change.place ?? tab.place,
    load: change.load ?? tab.load,
    returned: change.returned ?? tab.returned,
    purchase: change.purchase ?? tab.purchase,
    chosen: 'chosen' in change ? change.chosen : tab.chosen,
    own: 'own' in change ? change.own : tab.own,
    made: change.made ?? tab.made,
  };
  return { ...world, tabs };
}

export const spend = (world: World, what: Budget): World => ({
  ...world,
  left: { ...world.left, [what]: world.left[what] - 1 },
});

/** What a tab reads in the store. */
export function readEntry(world: World, at: number, { purchase }: Config, rules: Rules) {
  if (!rules.remembers) return undefined;
  const tab = world.tabs[at] as Tab;
  const own = tab.returned && tab.own && !tab.made.includes(tab.own.id) ? tab.own : undefined;
  const entry = own && own.stage === 'paid' ? own : world.memory[purchase.key];
  if (!entry) return undefined;
  const { id: paymentId, stage, at: since, givenUp } = entry;
  return { paymentId, stage, at: since, givenUp, returned: own?.id === paymentId };
}

/** Brings an event to a tab, and carries out what it leads to, as `Checkout` does. */
export function dispatch(world: World, at: number, event: CheckoutEvent, rules: Rules): World {
  const tab = world.tabs[at] as Tab;
  const before = tab.model;
  const { model, effects } = rules.transition(before, event, world.now);
  // What was chosen counts for this try and no other.
  const chosen = model.state.phase === 'paying' ? tab.chosen : undefined;
  let next = withTab(world, at, { model, chosen });
  for (const effect of effects) next = perform(next, at, effect, rules);
  if (isLocking(before.state) && !isLocking(model.state) && next.lock?.tab === at) {
    next = { ...next, lock: undefined };
  }
  return next;
}

function withOp(world: World, at: number, request: OpenRequest): World {
  const { openRequests: ops } = world.tabs[at] as Tab;
  const others =
    request.type === 'send' || request.type === 'send-code'
      ? ops
      : ops.filter(({ type }) => type !== request.type);
  return withTab(world, at, { openRequests: [...others, request] });
}

function perform(world: World, at: number, effect: Effect, rules: Rules): World {
  switch (effect.type) {
    case 'lock': {
      const request = { type: 'lock', paymentId: effect.paymentId, config: effect.config } as const;
      // Only another tab can make a difference to when it is answered.
      return world.tabs.some(({ place }, other) => other !== at && place === 'here')
        ? withOp(world, at, request)
        : takeLock(world, at, request, rules);
    }
    case 'fetch-intent':
      return withOp(world, at, {
        type: 'fetch-intent',
        paymentId: effect.paymentId,
        insteadOf: effect.abandonedPaymentId,
      });
    case 'announce':
      // Nobody stops it here: an attempt that does not leave the device leads to the same place.
      return dispatch(world, at, { type: 'allowed', paymentId: effect.attempt.paymentId }, rules);
    case 'send':
      return withOp(world, at, { type: 'send', attempt: effect.attempt, method: effect.method });
    case 'send-code': {
      const { paymentId, config } = effect;
      const entry = world.memory[config.purchase.key];
      const isWaiting = entry?.id === paymentId && entry.stage === 'waiting';
      return withOp(world, at, { type: 'send-code', paymentId, isGivenUp: !isWaiting });
    }
    case 'verify':
      return withOp(world, at, { type: 'verify', paymentId: effect.paymentId, config: effect.config });
    case 'ask-status':
      return withOp(world, at, { type: 'ask', paymentId: effect.paymentId, config: effect.config });
    case 'redirect': {
      const { state } = (world.tabs[at] as Tab).model;
      const config = state.phase === 'redirecting' ? state.config : undefined;
      return config ? withOp(world, at, { type: 'redirect', paymentId: effect.payment.id, config }) : world;
    }
    case 'peek-store':
      return withOp(world, at, { type: 'peek', config: effect.config });
    case 'save-attempt': {
      const { key } = effect.config.purchase;
      const { paymentId: id, stage } = effect;
      const before = world.memory[key];
      const isOwn = before?.id === id;
      if (isOwn && before.stage === 'paid' && !effect.replacesPaid) return world;
      const since = isOwn && stage === 'waiting' && before.stage === stage ? before.at : world.now;
      const givenUp = stage === 'given-up' || before?.givenUp === true;
      const entry: Entry = { id, stage, at: since, givenUp };
      const { own, made } = world.tabs[at] as Tab;
      const isKept = own?.id === id;
      if (stage === 'waiting' || stage === 'paid') {
        world = withTab(world, at, { own: entry, made: isKept ? made : [...new Set([...made, id])] });
      } else if (isKept) world = withTab(world, at, { own: undefined });
      if (!before || isOwn || !stays(before.stage, stage))
        return written({ ...world, memory: { ...world.memory, [key]: entry } }, at, key, rules);
      if (stage !== 'given-up') return world;
      return written(
        { ...world, memory: { ...world.memory, [key]: { ...before, givenUp } } },
        at,
        key,
        rules,
      );
    }
    case 'forget-attempt': {
      return withTab(world, at, { own: undefined });
    }
    default:
      return world;
  }
}

/** As in `BrowserAttemptStore`. */
function stays(other: Stage, saved: Stage): boolean {
  if (saved === 'claimed') return false;
  if (other === 'claimed') return saved !== 'sent' && saved !== 'paid';
  if (other === 'paid') return saved !== 'sent';
  return other === 'sent' || other === 'waiting';
}

/** Takes the lock if it is free, and reads the store. */
export function takeLock(
  world: World,
  at: number,
  { paymentId, config }: Extract<OpenRequest, { type: 'lock' | 'verify' | 'ask' | 'redirect' }>,
  rules: Rules,
): World {
  const { key } = config.purchase;
  const isLockedElsewhere =
    rules.locks && world.lock !== undefined && world.lock.tab !== at && world.lock.key === key;
  const locked = isLockedElsewhere || !rules.locks ? world : { ...world, lock: { tab: at, key } };
  const entry = rules.readsWhenSubmitted ? readEntry(world, at, config, rules) : undefined;
  return dispatch(locked, at, { type: 'locked', paymentId, snapshot: { isLockedElsewhere, entry } }, rules);
}

/** The other tabs are called back when something was written. */
function written(world: World, at: number, key: string, rules: Rules): World {
  if (!rules.tellsOtherTabs) return world;
  world.tabs.forEach((tab, other) => {
    if (other === at || tab.place !== 'here') return;
    const { setup } = tab.model;
    if (setup.kind !== 'complete' || setup.config.purchase.key !== key) return;
    const openRequests = [
      ...tab.openRequests.filter(({ type }) => type !== 'peek'),
      { type: 'peek', config: setup.config } as const,
    ];
    world = withTab(world, other, { openRequests });
  });
  return world;
}

/** The payment as the service answers it. */
export const toCheckoutPayment = ({ id, status, by }: MadePayment): CheckoutPayment => ({
  id,
  status,
  ...(status === 'initiated'
    ? {
        source:
          by === 'card'
            ? { type: 'creditcard', transaction_url: 'https://api.example.com/3ds' }
            : { type: 'stcpay' },
      }
    : {}),
});

/** The merchant's server waits until it can read a payment of the order, and the form is there meanwhile. */
export const isTooEarly = (state: CheckoutState): boolean =>
  state.phase === 'ready' && state.error?.type === 'payment_open';

/** The payment as the merchant's server reads it: at least a moment behind the service. */
export const answerStatus = (
  { payments, now }: World,
  id: string,
  { statusLagMs }: Rules,
): CheckoutPayment | undefined => {
  const made = payments.find((payment) => payment.id === id && payment.at + statusLagMs < now);
  return made && toCheckoutPayment(made);
};
