import type { CheckoutState, Model } from '../../../../src/element/checkout/state.js';
import { moves, openFirstTab, type Move } from './moves.js';
import type { Claim } from '../../i18n/claims.js';
import { findClaims } from './find-claims.js';
import type { SetUp } from './set-ups.js';
import { wholeOf, WorldKeys, type WorldKey } from './key.js';
import { beginning, isTooEarly, defaultRules, nothing, type Rules, type Tab, type World } from './world.js';

export interface Finding {
  readonly what: string;
  readonly path: readonly string[];
}

export interface Result {
  readonly states: number;
  /** To which depth everything was looked at. */
  readonly depth: number;
  readonly finding: Finding | undefined;
}

interface Options {
  readonly left: World['left'];
  readonly depth: number;
  readonly rules?: Rules;
  /** What the form claims about money. */
  readonly claims?: (model: Model) => readonly Claim[];
}

interface Node {
  readonly world: World;
  readonly key: WorldKey;
  readonly path: Path | undefined;
}

/** The moves that led to a world. */
interface Path {
  readonly name: string;
  readonly before: Path | undefined;
}

/** Looks at every world that can be reached in so many moves, breadth first: what is found first is the shortest. */
export function explore(setUp: SetUp, options: Options): Result {
  const { stackTraceLimit } = Error;
  // Most worlds hold an error, of which nobody reads where it was made.
  Error.stackTraceLimit = 0;
  try {
    return look(setUp, options);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function look(
  setUp: SetUp,
  { left, depth, rules = defaultRules, claims: find = findClaims }: Options,
): Result {
  const known = new WeakMap<Model, readonly Claim[]>();
  // Most moves leave the other tab's model as it was.
  const claims = (model: Model) => {
    const found = known.get(model) ?? find(model);
    known.set(model, found);
    return found;
  };
  const seen = new Set<string>();
  const keys = new WorldKeys();
  const wayOn: WayOn = { keys, setUp, rules, known: new Set() };
  const first = openFirstTab(beginning(left), setUp, rules);
  let level: Node[] = [{ world: first, key: keys.of(first), path: undefined }];
  let reached = 0;
  for (; reached < depth && level.length > 0; reached++) {
    const following: Node[] = [];
    for (const node of level) {
      for (const move of moves(node.world, setUp, rules)) {
        const world = move.next();
        const key = keys.of(world, node);
        const whole = wholeOf(world, key);
        if (seen.has(whole)) continue;
        seen.add(whole);
        const after: Node = { world, key, path: { name: move.name, before: node.path } };
        const what = wrong(world, claims) ?? stuck(after, wayOn);
        if (what)
          return { states: seen.size, depth: reached + 1, finding: { what, path: namesOf(after.path) } };
        if (reached + 1 < depth) following.push(after);
      }
    }
    level = following;
  }
  return { states: seen.size, depth: reached, finding: undefined };
}

function namesOf(path: Path | undefined): string[] {
  const names: string[] = [];
  for (let it = path; it; it = it.before) names.unshift(it.name);
  return names;
}

/** A second charge, or something that is said and is not so. */
function wrong(world: World, claims: (model: Model) => readonly Claim[]): string | undefined {
  const paid = world.payments.filter(({ status, id }) => status === 'paid' && !world.abandoned.includes(id));
  for (const one of paid) {
    if (paid.some((other) => other !== one && other.purchase === one.purchase)) return 'a second charge';
  }
  for (const tab of world.tabs) {
    if (tab.place !== 'here') continue;
    if (tab.openRequests.some((request) => request.type === 'send' && request.method !== tab.chosen))
      return 'sends what the payer did not choose';
    if (tab.openRequests.some((request) => request.type === 'send-code' && request.isGivenUp))
      return 'sends the code of a payment that was given up';
    const { state } = tab.model;
    const about =
      'outcome' in state ? world.payments.find(({ id }) => id === state.outcome.paymentId) : undefined;
    if (state.phase === 'paid' && about?.status !== 'paid' && about?.status !== 'voided')
      return 'says paid of what is not';
    if (state.phase === 'failed' && about?.status !== 'failed' && about?.status !== 'voided')
      return 'says failed of what is not';
    if (state.phase === 'paid' && about?.purchase !== tab.purchase)
      return 'tells the outcome of another purchase';
    // Another tab has written this very moment: the next thing that this one does is to read it.
    if (tab.openRequests.some(({ type }) => type === 'peek')) continue;
    for (const claim of claims(tab.model)) {
      const untrue = falsehood(world, tab, claim);
      if (untrue) return `says "${claim}", and ${untrue}`;
    }
  }
  return undefined;
}

function falsehood(world: World, tab: Tab, claim: Claim): string | undefined {
  const { state } = tab.model;
  const own = world.payments.filter(({ purchase }) => purchase === tab.purchase);
  if (claim === 'not charged') {
    // After a decline the service itself said so; what another tab does later is not what this one speaks of.
    const count =
      state.phase === 'failed' ? own.findIndex(({ id }) => id === state.outcome.paymentId) : own.length;
    const about = own.slice(0, count);
    if (about.some(({ status }) => status === 'paid')) return 'the payer was charged';
    if (about.some(({ status }) => status === 'initiated')) return 'the payer may yet be';
  }
  if (claim === 'charged once' && state.phase === 'ready') {
    // It is said of the intent that is held, which makes one payment, under whatever id: none must be made on another.
    const beside = own.some(({ intent, status }) => intent !== state.held?.intent.id && status === 'paid');
    if (beside) return 'another payment was charged already';
  }
  return undefined;
}

interface WayOn {
  readonly keys: WorldKeys;
  readonly setUp: SetUp;
  readonly rules: Rules;
  /** The places from which a tab gets on. */
  readonly known: Set<string>;
}

/** Where a tab is. What lies ahead of it is the same, whatever the other one does, as long as that does not pay. */
function placeOf({ lock }: World, { tabs, surroundings }: WorldKey, at: number): string {
  const other = lock && lock.tab !== at ? tabs[1 - at] : '';
  return `${tabs[at]}:${other}:${surroundings}`;
}

/** Whether somebody who does all that helps, in a world where nothing more breaks, gets on. */
function stuck({ world, key }: Node, wayOn: WayOn): string | undefined {
  for (const [at, tab] of world.tabs.entries()) {
    if (tab.place !== 'here' || wayOn.known.has(placeOf(world, key, at))) continue;
    const why = endsSomewhere({ world, key }, at, wayOn);
    if (why) return `${at} has no way on: ${why}`;
  }
  return undefined;
}

const generous: World['left'] = { ...nothing, submit: 9, word: 9, bank: 2, code: 2 };

/**
 * Plays on with the friendly moves only, as a payer who looks at this tab and is patient, up to an end or to a place from
 * which it is known that the tab gets on.
 */
function endsSomewhere(
  { world: from, key: fromKey }: Pick<Node, 'world' | 'key'>,
  at: number,
  { keys, setUp, rules, known }: WayOn,
): string | undefined {
  const places = new Set<string>();
  let world: World = { ...from, left: { ...generous, submit: from.left.submit + 3 } };
  let key = fromKey;
  for (let step = 0; step < 90; step++) {
    const place = placeOf(world, key, at);
    if (known.has(place) || isEnd(world, at, setUp)) {
      for (const passed of places) known.add(passed);
      return undefined;
    }
    places.add(place);
    const next = friendly(world, at, step, setUp, rules);
    if (!next) return `nothing happens while it is ${(world.tabs[at] as Tab).model.state.phase}`;
    key = keys.of(next, { world, key });
    world = next;
  }
  return `it goes round in a circle, and is ${(world.tabs[at] as Tab).model.state.phase} again`;
}

/** Where the payer of a tab needs no further way on, or has none but by the shop. */
function isEnd(world: World, at: number, setUp: SetUp): boolean {
  const { place, model } = world.tabs[at] as Tab;
  const { phase } = model.state;
  if (place !== 'here' || phase === 'paid' || phase === 'expired' || isForShop(model.state)) return true;
  return phase === 'failed' && setUp.config(0).intentSource.kind === 'secret';
}

/** Money is there that was not asked for: only the shop has a way on. */
const isForShop = (state: CheckoutState): boolean => state.phase === 'unknown' && state.isHeld === true;

/** First what is under way, then what the payer does, then what comes by itself: questions, looks and time, in turn. */
function friendly(world: World, at: number, step: number, setUp: SetUp, rules: Rules): World | undefined {
  const all: Move[] = [];
  for (const move of moves(world, setUp, rules)) {
    if (!move.friendly) continue;
    if (move.kind === 'answer' && move.tab === at) return move.next();
    all.push(move);
  }
  const find = (kind: Move['kind'], tab = at) => all.find((move) => move.kind === kind && move.tab === tab);
  const { state } = (world.tabs[at] as Tab).model;
  const isWaiting = isTooEarly(state) && step % 4 < 3;
  const first =
    find('answer', 1 - at) ??
    all.find(({ kind }) => kind === 'late') ??
    (isWaiting ? undefined : find('pays'));
  if (first) return first.next();
  const wait = all.find(({ name }) => name === (step < 40 ? '20 s pass' : '10 min pass'));
  const turns = [find('question'), wait, find('peek')];
  const inTurn = [...turns.slice(step % 3), ...turns.slice(0, step % 3)].find((it) => it !== undefined);
  const hopeless = state.phase === 'unknown' && (state.config.statusSource.kind === 'none' || step > 60);
  const chosen = (hopeless ? find('another-way') : undefined) ?? inTurn ?? find('another-way');
  return chosen?.next();
}
