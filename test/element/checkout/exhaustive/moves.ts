import { PayError } from '../../../../src/error.js';
import type { Config } from '../../../../src/element/checkout/config.js';
import type { CheckoutPayment } from '../../../../src/element/checkout/payment.js';
import type {
  Attempt,
  CodeResult,
  FetchedIntent,
  FulfilResult,
  IntentStatus,
} from '../../../../src/element/checkout/ports.js';
import { hasUniqueName } from '../../../../src/element/checkout/purchase.js';
import type { SetUp } from './set-ups.js';
import {
  answerStatus,
  byCard,
  byStc,
  takeLock,
  readEntry,
  isTooEarly,
  spend,
  dispatch,
  toCheckoutPayment,
  withTab,
  type LateRequest,
  type MadePayment,
  type OpenRequest,
  type Pair,
  type Rules,
  type Tab,
  type World,
} from './world.js';
import { initialModel } from '../../../../src/element/checkout/transition-result.js';

export const openFirstTab = (world: World, setUp: SetUp, rules: Rules): World =>
  place(world, 0, 0, setUp, rules, { returned: false });

export interface Move {
  readonly name: string;
  /** Where it leads, worked out only when the move is made. */
  readonly next: () => World;
  /** What a payer, network and merchant do when nothing more goes wrong. */
  readonly friendly: boolean;
  readonly kind: 'answer' | 'question' | 'peek' | 'pays' | 'another-way' | 'late' | 'time' | undefined;
  /** The tab that moves. */
  readonly tab: number | undefined;
}

function move(
  name: string,
  next: () => World,
  { kind, tab, friendly = false }: Partial<Pick<Move, 'kind' | 'tab' | 'friendly'>> = {},
): Move {
  return { name, next, friendly, kind, tab };
}

/** What leads on when nothing more goes wrong. */
const friendly = (kind: Move['kind'], tab: number) => ({ kind, tab, friendly: true });

const refusal = (intentStatus: IntentStatus): FulfilResult => ({ kind: 'refused', intentStatus, error });
const error = new PayError('api', 'refused');
const offline = new PayError('network', 'offline');
const stop = new PayError('canceled', 'stopped');

/** All that can happen next. */
export function* moves(world: World, setUp: SetUp, rules: Rules): Generator<Move> {
  for (const at of [0, 1]) {
    const tab = world.tabs[at] as Tab;
    yield* navigation(world, at, setUp, rules);
    if (tab.place !== 'here') continue;
    yield* payer(world, at, rules);
    for (const request of tab.openRequests) yield* answers(world, at, request, setUp, rules);
    const { state } = tab.model;
    // Looks from time to time while another tab pays.
    if (
      state.phase === 'unknown' &&
      state.inOtherTab &&
      !tab.openRequests.some(({ type }) => type === 'peek')
    ) {
      yield move(`${at} looks`, () => peekStore(world, at, state.config, rules), friendly('peek', at));
    }
  }
  yield* elsewhere(world, rules);
}

/** A page is loaded in a tab. */
function place(
  world: World,
  at: number,
  load: number,
  setUp: SetUp,
  rules: Rules,
  { returned }: Pick<Tab, 'returned'>,
): World {
  const config = setUp.config(load);
  const { intentSource: source } = config;
  const id = source.kind === 'secret' ? (source.intentId ?? '') : '';
  // The page was rendered with an intent.
  if (id && world.intents[id] === undefined)
    world = { ...world, intents: { ...world.intents, [id]: 'created' } };
  const tab = world.tabs[at] as Tab;
  const purchase = meant(world, tab, returned, config, setUp);
  const lock = world.lock?.tab === at ? undefined : world.lock;
  const next = withTab({ ...world, lock }, at, {
    model: initialModel,
    openRequests: [],
    place: 'here',
    load,
    returned,
    purchase,
    chosen: undefined,
    own: returned ? tab.own : undefined,
    made: [],
  });
  const entry = readEntry(next, at, config, rules);
  return dispatch(next, at, { type: 'configured', setup: { kind: 'complete', config }, entry }, rules);
}

/** After a payment a page is for a new purchase, unless it is the one that paid, or the merchant says it is the same. */
function meant(
  world: World,
  tab: Tab,
  returned: boolean,
  { purchase }: Config,
  { ofSession }: SetUp,
): number {
  const last = Math.max(...world.tabs.map((it) => it.purchase));
  const paid = world.memory[purchase.key]?.stage === 'paid';
  const named = hasUniqueName(purchase) && !ofSession;
  if (returned && (tab.own || !paid || named)) return tab.purchase;
  return paid && !named ? last + 1 : last;
}

function* navigation(world: World, at: number, setUp: SetUp, rules: Rules): Generator<Move> {
  const tab = world.tabs[at] as Tab;
  const loads = setUp.perLoad ? Math.max(...world.tabs.map(({ load }) => load)) + 1 : 0;
  if (tab.place === 'closed') {
    if (world.left.open === 0) return;
    const opened = spend(world, 'open');
    yield move(`${at} opens`, () => place(opened, at, loads, setUp, rules, { returned: false }));
    return;
  }
  if (tab.place === 'away') {
    const back = withTab(world, at, { place: 'here' });
    yield move(`${at} Back, as it was left`, () => came(back, at, rules));
    yield move(`${at} Back, loaded again`, () =>
      place(world, at, tab.load, setUp, rules, { returned: true }),
    );
    return;
  }
  if (world.left.reload > 0) {
    const reloaded = orphaned(spend(world, 'reload'), at);
    yield move(`${at} reloads`, () => place(reloaded, at, loads, setUp, rules, { returned: true }));
  }
}

const came = (world: World, at: number, rules: Rules): World =>
  dispatch(world, at, { type: 'came-back' }, rules);

const createLate = (
  { attempt, method }: Extract<OpenRequest, { type: 'send' }>,
  since: number,
  purchase: number,
): LateRequest => ({ what: 'payment', since, attempt, purchase, by: method === byStc ? 'stcpay' : 'card' });

/** The page is gone while it sends: the request may still arrive. */
function orphaned(world: World, at: number): World {
  const tab = world.tabs[at] as Tab;
  const since = world.now;
  const late = tab.openRequests.flatMap((request): LateRequest[] => {
    if (request.type === 'send') return [createLate(request, since, tab.purchase)];
    return request.type === 'send-code' ? [{ what: 'code', since, paymentId: request.paymentId }] : [];
  });
  return { ...world, late: [...world.late, ...late] };
}

function* payer(world: World, at: number, rules: Rules): Generator<Move> {
  const tab = world.tabs[at] as Tab;
  const { model } = tab;
  const { state, setup } = model;
  const lazy = setup.kind === 'complete' && setup.config.intentSource.kind !== 'secret';
  if (world.left.submit > 0 && (state.phase === 'ready' || (state.phase === 'failed' && lazy))) {
    const id = `p${world.left.submit}`;
    for (const chosen of rules.methods) {
      const paying = withTab(spend(world, 'submit'), at, { chosen });
      yield move(
        `${at} pays by ${chosen.kind === 'card' ? 'a card' : `a ${chosen.source.type}`}`,
        () => dispatch(paying, at, { type: 'submitted', paymentId: id, method: chosen }, rules),
        {
          kind: 'pays',
          tab: at,
          // Whoever has no luck with a token takes a card.
          friendly: chosen === byCard,
        },
      );
    }
  }
  if (state.phase === 'confirming' && state.step === 'typing') {
    if (world.left.code > 0)
      yield move(
        `${at} types a code`,
        () => dispatch(spend(world, 'code'), at, { type: 'code-submitted' }, rules),
        friendly('pays', at),
      );
    const leave = () => dispatch(world, at, { type: 'another-way-requested', choice: 'ask' }, rules);
    yield move(`${at} takes another number`, leave, friendly('another-way', at));
  }
  if (state.phase !== 'unknown') return;
  const waits = world.payments.find(({ id }) => id === state.outcome.payment?.id);
  if (waits?.status === 'initiated' && waits.by === 'card' && world.left.bank > 0) {
    yield move(
      `${at} goes to the bank`,
      () => dispatch(spend(world, 'bank'), at, { type: 'continued' }, rules),
      friendly('pays', at),
    );
  }
  if (state.anotherWay === 'offered' && world.left.word > 0) {
    yield move(
      `${at} wants another way`,
      () => dispatch(world, at, { type: 'another-way-requested', choice: 'ask' }, rules),
      friendly('another-way', at),
    );
  }
  if (state.anotherWay === 'chosen') {
    const { paymentId } = state.outcome;
    const agreed = spend({ ...world, abandoned: [...world.abandoned, paymentId] }, 'word');
    yield move(
      `${at} confirms`,
      () => dispatch(agreed, at, { type: 'another-way-requested', choice: 'confirm' }, rules),
      friendly('another-way', at),
    );
    yield move(`${at} goes back`, () =>
      dispatch(world, at, { type: 'another-way-requested', choice: 'back' }, rules),
    );
  }
}

function peekStore(
  world: World,
  at: number,
  config: Extract<OpenRequest, { type: 'peek' }>['config'],
  rules: Rules,
): World {
  const isLockedElsewhere =
    rules.locks &&
    world.lock !== undefined &&
    world.lock.tab !== at &&
    world.lock.key === config.purchase.key;
  return dispatch(
    world,
    at,
    { type: 'store-changed', snapshot: { isLockedElsewhere, entry: readEntry(world, at, config, rules) } },
    rules,
  );
}

function* answers(
  before: World,
  at: number,
  request: OpenRequest,
  setUp: SetUp,
  rules: Rules,
): Generator<Move> {
  const tab = before.tabs[at] as Tab;
  const world = withTab(before, at, { openRequests: tab.openRequests.filter((it) => it !== request) });
  const fault = world.left.fault > 0;
  switch (request.type) {
    case 'peek':
      yield move(
        `${at} reads the store`,
        () => peekStore(world, at, request.config, rules),
        friendly('answer', at),
      );
      return;
    case 'lock': {
      yield move(`${at} takes the lock`, () => takeLock(world, at, request, rules), friendly('answer', at));
      return;
    }
    case 'fetch-intent': {
      const { paymentId } = request;
      yield move(
        `${at} is answered an intent`,
        () => {
          const answer = intentFor(world, request.insteadOf, setUp, tab.purchase, rules);
          if ('intent' in answer)
            return dispatch(
              answer.world,
              at,
              { type: 'intent-fetched', paymentId, intent: answer.intent },
              rules,
            );
          const { type, payment } = answer;
          const isHeld = type === 'payment_held';
          return dispatch(
            world,
            at,
            payment
              ? { type: 'blocked-by-order', paymentId, payment, isHeld }
              : { type: 'stopped', paymentId, error: new PayError('api', type, { status: 409, type }) },
            rules,
          );
        },
        friendly('answer', at),
      );
      if (fault && rules.limits)
        yield move(`${at} is answered no intent`, () =>
          dispatch(spend(world, 'fault'), at, { type: 'stopped', paymentId, error: stop }, rules),
        );
      if (fault && !rules.limits) yield move(`${at} is never answered`, () => spend(world, 'fault'));
      return;
    }
    case 'send':
      yield* sent(world, at, request, rules);
      return;
    case 'send-code':
      yield* confirmed(world, at, request, rules);
      return;
    case 'verify':
    case 'ask': {
      const { paymentId } = request;
      const answer = (from: World, payment: CheckoutPayment | undefined) =>
        request.type === 'verify'
          ? dispatch(from, at, { type: 'verified', paymentId, payment }, rules)
          : dispatch(from, at, { type: 'status-answered', paymentId, payment }, rules);
      const isForeign = !Object.values(world.pairs).some(
        (pair) => pair.paymentId === paymentId && pair.purchase === tab.purchase,
      );
      if (setUp.guarded && isForeign && request.type === 'ask') {
        yield move(
          `${at} asks, and is refused`,
          () => dispatch(world, at, { type: 'status-failed', paymentId, isForeign }, rules),
          friendly('question', at),
        );
        return;
      }
      yield move(
        `${at} ${request.type === 'ask' ? 'asks' : 'verifies'}`,
        () => answer(world, answerStatus(world, paymentId, rules)),
        { kind: request.type === 'ask' ? 'question' : 'answer', tab: at, friendly: true },
      );
      if (fault && request.type === 'verify')
        yield move(`${at} verifies in vain`, () => answer(spend(world, 'fault'), undefined));
      return;
    }
    case 'redirect': {
      yield move(
        `${at} leaves for the bank`,
        () => withTab(world, at, { place: 'away', openRequests: [] }),
        friendly('answer', at),
      );
      if (fault) {
        const stays = spend(world, 'fault');
        yield move(`${at} stays`, () => (rules.leavesInTime ? came(stays, at, rules) : stays));
      }
      return;
    }
    default:
      request satisfies never;
  }
}

type IntentAnswer =
  | { readonly world: World; readonly intent: FetchedIntent & { readonly paymentId: string } }
  | { readonly type: 'order_paid' | 'payment_open' | 'payment_held'; readonly payment?: CheckoutPayment };

/** What the merchant's server answers when it is asked for an intent. */
function intentFor(
  world: World,
  insteadOf: string | undefined,
  { guarded, repeats }: SetUp,
  purchase: number,
  rules: Rules,
): IntentAnswer {
  const answer = (id: string, from: World, { paymentId }: Pick<Pair, 'paymentId'>): IntentAnswer => ({
    world: from,
    intent: { id, paymentId, clientSecret: `pi_secret_${id}`, amount: 100, currency: 'SAR' },
  });
  for (const [id, pair] of Object.entries(world.pairs)) {
    if (pair.purchase !== purchase) continue;
    const state = world.intents[id];
    if (state === 'created' && !pair.isReleased) return answer(id, world, pair);
    if (!guarded || state !== 'used') continue;
    const payment = answerStatus({ ...world, now: world.now + 1 }, pair.paymentId, rules);
    const made = world.payments.find(({ intent }) => intent === id);
    // Within its lag a payment may still be the one of this id; after it, the intent was used with another.
    if (!payment) return { type: made && made.id !== pair.paymentId ? 'payment_held' : 'payment_open' };
    if (payment.status === 'paid') return { type: made?.isOdd ? 'payment_held' : 'order_paid', payment };
    if (payment.status !== 'initiated' || pair.isReleased) continue;
    if (payment.id !== insteadOf) return { type: 'payment_open', payment };
    world = { ...world, pairs: { ...world.pairs, [id]: { ...pair, isReleased: true } } };
  }
  const id = `f${Object.keys(world.intents).length}`;
  const pair: Pair = { paymentId: `of ${id}`, purchase, isReleased: false };
  const pairs = guarded || repeats ? { ...world.pairs, [id]: pair } : world.pairs;
  return answer(id, { ...world, pairs, intents: { ...world.intents, [id]: 'created' } }, pair);
}

/** What the service does with a request that reaches it; undefined where it refuses the intent. */
function arrived(
  world: World,
  { intent, paymentId }: Attempt,
  purchase: number,
  status: MadePayment['status'],
  isOdd = false,
  by: MadePayment['by'] = 'card',
) {
  const id = intent.id ?? '';
  if (world.intents[id] !== 'created') return undefined;
  const payment: MadePayment = { id: paymentId, intent: id, status, at: world.now, purchase, isOdd, by };
  const next: World = {
    ...world,
    intents: { ...world.intents, [id]: 'used' },
    payments: [...world.payments, payment],
  };
  return { world: next, payment };
}

const results = ['paid', 'failed', 'initiated'] as const;
const stcResults = ['failed', 'initiated'] as const;

function* sent(
  world: World,
  at: number,
  request: Extract<OpenRequest, { type: 'send' }>,
  rules: Rules,
): Generator<Move> {
  const { attempt, method } = request;
  const { paymentId } = attempt;
  const { purchase } = world.tabs[at] as Tab;
  const answer = (from: World, result: FulfilResult) =>
    dispatch(from, at, { type: 'answered', paymentId, answer: result }, rules);
  const silent: FulfilResult = { kind: 'no-answer' };
  if (!arrived(world, attempt, purchase, 'paid')) {
    const intentStatus = world.intents[attempt.intent.id ?? ''] === 'used' ? 'used' : 'ended';
    yield move(
      `${at}: the intent is ${intentStatus}`,
      () => answer(world, refusal(intentStatus)),
      friendly('answer', at),
    );
  }
  // A token that is unknown, deleted or expired does not use the intent up.
  const isStc = method === byStc;
  if (method.kind === 'external' && !isStc)
    yield move(`${at}: the token is refused`, () => answer(world, refusal('open')), {
      kind: 'answer',
      tab: at,
    });
  for (const status of isStc ? stcResults : results) {
    const made = arrived(world, attempt, purchase, status, false, isStc ? 'stcpay' : 'card');
    if (!made) continue;
    const payment = toCheckoutPayment(made.payment);
    const codeUrl = isStc && status === 'initiated' ? { codeUrl: 'https://api.example.com/proceed' } : {};
    yield move(`${at}: ${status}`, () => answer(made.world, { kind: 'payment', payment, ...codeUrl }), {
      kind: 'answer',
      tab: at,
      friendly: status === (isStc ? 'initiated' : 'paid'),
    });
    if (world.left.resend > 0) {
      const again = spend(made.world, 'resend');
      yield move(`${at}: ${status}, sent again by the browser, refused as used`, () =>
        answer(again, refusal('used')),
      );
      yield move(`${at}: ${status}, sent again by the browser, refused`, () =>
        answer(again, refusal('open')),
      );
    }
    if (world.left.fault > 0) {
      yield move(`${at}: ${status}, and the answer is lost`, () =>
        answer(spend(made.world, 'fault'), silent),
      );
    }
  }
  if (world.left.odd > 0) {
    const odd = spend(world, 'odd');
    const tampered = { ...attempt, paymentId: `another on ${attempt.intent.id}` };
    for (const [what, made] of [
      ['another amount', arrived(odd, attempt, purchase, 'paid', true)],
      ['another id', arrived(odd, tampered, purchase, 'paid')],
      ['another id, at the bank', arrived(odd, tampered, purchase, 'initiated')],
    ] as const) {
      if (!made) continue;
      const payment = toCheckoutPayment(made.payment);
      yield move(`${at}: paid with ${what}`, () => answer(made.world, { kind: 'payment', payment }));
      yield move(`${at}: paid with ${what}, and the answer is lost`, () => answer(made.world, silent));
    }
  }
  if (world.left.fault === 0) return;
  const broken = spend(world, 'fault');
  yield move(`${at}: lost`, () => answer(broken, silent));
  yield move(`${at}: refused`, () => answer(broken, refusal('open')));
  yield move(`${at}: unsent`, () => answer(broken, { kind: 'unsent', error: offline }));
  const late = [...broken.late, createLate(request, world.now, purchase)];
  yield move(`${at}: on its way for long`, () => answer({ ...broken, late }, silent));
}

/** A code ends a payment that waits for one, and changes no other. */
const withCode = (world: World, paymentId: string, status: 'paid' | 'failed'): World => ({
  ...world,
  payments: world.payments.map((it) =>
    it.id === paymentId && it.status === 'initiated' ? { ...it, status } : it,
  ),
});

/** A code reaches the service, or not: a payment that has ended is not changed by it. */
function* confirmed(
  world: World,
  at: number,
  { paymentId }: Extract<OpenRequest, { type: 'send-code' }>,
  rules: Rules,
): Generator<Move> {
  const answer = (from: World, result: CodeResult) =>
    dispatch(from, at, { type: 'code-answered', paymentId, answer: result }, rules);
  const silent: CodeResult = { kind: 'no-answer' };
  const waits = world.payments.find(({ id, status }) => id === paymentId && status === 'initiated');
  // The refusal of a settled payment proves nothing.
  if (!waits) yield move(`${at}: the code is refused`, () => answer(world, silent), friendly('answer', at));
  for (const status of waits ? (['paid', 'failed'] as const) : []) {
    const made = toCheckoutPayment({ ...(waits as MadePayment), status });
    const next = withCode(world, paymentId, status);
    yield move(`${at}: the code: ${status}`, () => answer(next, { kind: 'payment', payment: made }), {
      kind: 'answer',
      tab: at,
      friendly: status === 'paid',
    });
    if (world.left.fault > 0)
      yield move(`${at}: the code: ${status}, and the answer is lost`, () =>
        answer(spend(next, 'fault'), silent),
      );
  }
  if (world.left.fault === 0) return;
  const broken = spend(world, 'fault');
  if (waits)
    yield move(`${at}: the code: still initiated`, () =>
      answer(broken, { kind: 'payment', payment: toCheckoutPayment(waits) }),
    );
  yield move(`${at}: the code is lost`, () => answer(broken, silent));
  const late: LateRequest[] = [...broken.late, { what: 'code', since: world.now, paymentId }];
  yield move(`${at}: the code is on its way for long`, () => answer({ ...broken, late }, silent));
  yield move(`${at}: the code is unsent`, () => answer(broken, { kind: 'unsent', error: offline }));
}

/** The bank, time, late requests, and intents that end. */
function* elsewhere(world: World, rules: Rules): Generator<Move> {
  for (const request of world.late) {
    const rest = { ...world, late: world.late.filter((it) => it !== request) };
    if (request.what === 'code') {
      for (const status of ['paid', 'failed'] as const)
        yield move(`a late code arrives: ${status}`, () => withCode(rest, request.paymentId, status));
    } else {
      const { attempt, purchase, by: kind } = request;
      for (const status of kind === 'stcpay' ? stcResults : (['paid', 'initiated'] as const)) {
        const made = arrived(rest, attempt, purchase, status, false, kind);
        if (made) yield move(`a late request arrives: ${status}`, () => made.world);
      }
    }
    yield move('a late request is lost', () => rest, { kind: 'late', friendly: true });
  }
  for (const payment of world.payments) {
    // No bank waits for an hour.
    if (world.now - payment.at >= 3_600_000) continue;
    if (payment.status !== 'initiated' || payment.by === 'stcpay') continue;
    if (!world.tabs.some(({ place: it }) => it === 'away')) continue;
    for (const status of ['paid', 'failed'] as const) {
      const payments = world.payments.map((it) => (it === payment ? { ...it, status } : it));
      yield move(`the bank: ${status}`, () => ({ ...world, payments }));
    }
  }
  if (world.left.void > 0) {
    for (const payment of world.payments) {
      if (payment.status !== 'paid') continue;
      const payments = world.payments.map((it) =>
        it === payment ? { ...it, status: 'voided' as const } : it,
      );
      yield move(`${payment.id} is voided`, () => spend({ ...world, payments }, 'void'));
    }
  }
  if (world.left.end > 0) {
    for (const [id, state] of Object.entries(world.intents)) {
      if (state !== 'created') continue;
      yield move(`${id} ends`, () =>
        spend({ ...world, intents: { ...world.intents, [id]: 'ended' } }, 'end'),
      );
    }
  }
  yield* time(world, rules);
}

/** The service ends a payment whose code has not come within six minutes. */
const withoutOldCodes = (world: World): World => ({
  ...world,
  payments: world.payments.map((it) =>
    it.by === 'stcpay' && it.status === 'initiated' && world.now - it.at >= 360_000
      ? { ...it, status: 'failed' }
      : it,
  ),
});

/** Nothing that is waited for with a limit outlasts it, and no request is on its way for longer than 40 seconds. */
function* time(world: World, rules: Rules): Generator<Move> {
  const open = world.tabs.some(
    ({ model: { state }, place: it }) =>
      it === 'here' && (state.phase === 'unknown' || state.phase === 'confirming' || isTooEarly(state)),
  );
  const awaitsCode = world.payments.some(
    ({ by: kind, status }) => kind === 'stcpay' && status === 'initiated',
  );
  const quick = world.tabs.some(({ openRequests: ops }) =>
    ops.some(({ type }) => type !== 'ask' && type !== 'send'),
  );
  if (quick || (!open && world.late.length === 0)) return;
  const settled =
    world.tabs.every(({ openRequests: ops }) => ops.every(({ type }) => type === 'ask')) &&
    world.late.length === 0;
  for (const [name, wait] of [
    ['20 s', 20_000],
    ...(awaitsCode ? ([['5 min', 300_000]] as const) : []),
    ['10 min', 600_000],
    ['an hour', 3_600_000],
  ] as const) {
    if (wait > 20_000 ? !settled : world.late.some(({ since }) => world.now - since >= 40_000)) continue;
    for (const order of isHere(world, 0) && isHere(world, 1) ? bothOrders : firstOrder)
      yield move(
        `${name} pass`,
        () => {
          const after = { ...world, now: world.now + wait };
          let later = awaitsCode ? withoutOldCodes(after) : after;
          for (const at of order)
            if (isHere(later, at)) later = dispatch(later, at, { type: 'time-passed' }, rules);
          return later;
        },
        { kind: 'time', friendly: true },
      );
  }
}

const isHere = ({ tabs }: World, at: number): boolean => tabs[at]?.place === 'here';
/** In which the tabs notice that time has passed. */
const firstOrder = [[0, 1]] as const;
const bothOrders = [...firstOrder, [1, 0]] as const;
