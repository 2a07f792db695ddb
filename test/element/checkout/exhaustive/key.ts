import type { Refusal } from '../../../../src/element/checkout/ports.js';
import type { CheckoutState, Model } from '../../../../src/element/checkout/state.js';
import type { Tab, World } from './world.js';

/** What tells one world from another, in parts: each is a number, and like parts have like numbers. */
export interface WorldKey {
  readonly tabs: readonly number[];
  /** All but the tabs, which of them holds the lock, and what may still happen. */
  readonly surroundings: number;
}

/** Two worlds that differ only in when it is, or in how often somebody was asked, go on alike: they have one key. */
export class WorldKeys {
  readonly #numbers = new Map<string, number>();

  /** The key of a world. What is as it was in the world before has the number that it had there. */
  of(world: World, before?: { readonly world: World; readonly key: WorldKey }): WorldKey {
    const { now } = world;
    const former = before?.world.now === now ? before : undefined;
    const tabs = world.tabs.map((tab: Tab, at) =>
      former?.world.tabs[at] === tab ? (former.key.tabs[at] as number) : this.#number(write('', tab, now)),
    );
    const surroundings =
      former && areAlike(former.world, world)
        ? former.key.surroundings
        : this.#number(`${world.lock?.key}:${around.map((name) => write(name, world[name], now)).join()}`);
    return { tabs, surroundings };
  }

  #number(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
    }
    return number;
  }
}

/** A world as text. Two worlds that differ only in which tab is which go on alike: they have one text. */
export function wholeOf(
  { left, lock }: World,
  { tabs: [one = 0, other = 0], surroundings }: WorldKey,
): string {
  const isTurned = other < one;
  const holder = lock && (isTurned ? 1 - lock.tab : lock.tab);
  const tabs = isTurned ? `${other},${one}` : `${one},${other}`;
  return `${tabs}:${holder}:${surroundings}:${Object.values(left).join()}`;
}

const around = ['memory', 'intents', 'pairs', 'payments', 'abandoned', 'late'] as const;
const areAlike = (one: World, other: World) =>
  one.lock?.key === other.lock?.key && around.every((name) => one[name] === other[name]);

/** A name in any of the states: a renamed field that stays here under its old name does not compile. */
type StateName = CheckoutState extends infer State ? (State extends unknown ? keyof State : never) : never;

/** What is under these names decides nothing: what it is, or even whether it is there. */
const alike: ReadonlySet<string> = new Set(['config', 'attemptConfig'] satisfies StateName[]);
const ignored: ReadonlySet<string> = new Set(['statusRequestCount', 'setup', 'error', 'now'] satisfies (
  StateName | keyof Model | 'now'
)[]);

/** As JSON, with moments as the time that has passed since, as far as an hour. Much faster than `JSON.stringify`. */
function write(name: string, value: unknown, now: number): string {
  if (typeof value === 'number') {
    if (name === 'at' || name === 'since' || name === 'openSince')
      return String(Math.min(now - value, 3_600_000));
    return String(name === 'times' ? Math.min(value, 3) : value);
  }
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (name === 'refusal') return String((value as Refusal).intentStatus);
  if (Array.isArray(value)) {
    let list = '[';
    for (const item of value) list += `${write('', item, now)},`;
    return `${list}]`;
  }
  let text = '{';
  for (const key in value) {
    if (ignored.has(key)) continue;
    const inner = (value as Readonly<Record<string, unknown>>)[key];
    if (alike.has(key)) text += `${key},`;
    else if (inner !== undefined) text += `${key}:${write(key, inner, now)},`;
  }
  return `${text}}`;
}
