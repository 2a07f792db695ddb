import { findHeld, findPaying, isUnidentified } from '../../../src/server/checkout/record.js';
import { askToTheEnd, listMoves, sweep } from './moves.js';
import {
  beginning,
  day,
  isUsable,
  minute,
  defaultRules,
  textOf,
  type Budget,
  type Rules,
  type World,
} from './world.js';

export interface Finding {
  readonly what: string;
  readonly path: readonly string[];
}

interface Path {
  readonly name: string;
  readonly before: Path | undefined;
}

/** Looks at every world that can be reached in so many moves, breadth first: what is found first is the shortest. */
export function explore(
  left: Partial<Budget>,
  depth: number,
  rules: Rules = defaultRules,
  { saysTime = true, takesGivenId = true }: { saysTime?: boolean; takesGivenId?: boolean } = {},
): { readonly states: number; readonly finding: Finding | undefined } {
  const seen = new Set<string>();
  const ended = new Map<string, string | undefined>();
  const numbers = new Numbers();
  let level: { world: World; path: Path | undefined }[] = [
    { world: beginning(left, saysTime, takesGivenId), path: undefined },
  ];
  for (let reached = 0; reached < depth && level.length > 0; reached++) {
    const following: typeof level = [];
    for (const { world, path } of level)
      for (const move of listMoves(world, rules)) {
        const next = move.next();
        const key = numbers.list(Object.values(next));
        if (seen.has(key)) continue;
        seen.add(key);
        const after = { name: move.name, before: path };
        const what = findSecondCharge(next) ?? findBadEnd(next, rules, ended, numbers);
        if (what) return { states: seen.size, finding: { what, path: namesOf(after) } };
        following.push({ world: next, path: after });
      }
    level = following;
  }
  return { states: seen.size, finding: undefined };
}

/** Short keys: a number for each text. */
class Numbers {
  readonly #byText = new Map<string, number>();

  list(values: readonly unknown[]): string {
    return values.map((value) => (value instanceof Object ? this.#of(textOf(value)) : String(value))).join();
  }

  #of(text: string): number {
    const number = this.#byText.get(text) ?? this.#byText.size;
    this.#byText.set(text, number);
    return number;
  }
}

function namesOf(path: Path | undefined): string[] {
  const names: string[] = [];
  for (let each = path; each; each = each.before) names.unshift(each.name);
  return names;
}

const isOfIntent = ({ intentId }: { intentId?: string }) => intentId !== undefined;

/** A payer who gives a payment up, or a service that pays after a decline, can lead to a second one, which is told. */
function findSecondCharge({ service, excused }: World): string | undefined {
  const paid = service.payments.filter(
    ({ intentId, status }) => intentId !== undefined && !excused.includes(intentId) && status === 'paid',
  );
  return paid.length > 1 ? 'a second charge' : undefined;
}

/** What is left when nothing happens any more but the sweep. */
function findBadEnd(
  world: World,
  rules: Rules,
  ended: Map<string, string | undefined>,
  numbers: Numbers,
): string | undefined {
  const { service, record, now, price, isDeleted, notified } = world;
  const key = numbers.list([service, record, now, price, isDeleted, notified]);
  if (!ended.has(key)) ended.set(key, judgeEnd(world, rules));
  return ended.get(key);
}

function judgeEnd(world: World, rules: Rules): string | undefined {
  let end: World = { ...world, shown: world.service, requests: [], sent: [] };
  end = sweep(end, 0, rules);
  const usable = end.service.intents.filter(
    (intent) => end.handedOut.some(({ intentId }) => intentId === intent.id) && isUsable(end, intent),
  );
  const paying = findPaying(end.record);
  const isOwnIntent = ({ id }: { id: string }) => id === paying?.id;
  if ((end.isDeleted || paying) && usable.some((intent) => !isOwnIntent(intent)))
    return 'an intent of what cannot be bought can be paid';
  for (const ms of [10 * minute, 80 * minute, 2 * day, 2 * day])
    end = sweep({ ...end, now: end.now + ms }, 0, rules);

  for (const payment of end.service.payments.filter(isOfIntent)) {
    if (payment.status !== 'paid') continue;
    const intent = end.record.intents.find(({ id }) => id === payment.intentId);
    const verdict = intent?.payment?.id === payment.id ? intent.payment.verdict : undefined;
    if (verdict === 'mismatch') return 'a payment over what its intent asked for is a mismatch';
    const isTrue = verdict === 'paid' || verdict === 'duplicate';
    const isNotified = isTrue && end.notified.includes(`${payment.id} ${verdict}`);
    if (!isNotified && !end.operatorTold.includes(payment.intentId ?? ''))
      return 'a payment is told to no one';
  }
  const isTaken = end.service.payments.some(({ status, id }) => status === 'paid' && !id.startsWith('s'));
  const isWaiting = end.service.payments.some(
    ({ status, id }) => status === 'initiated' && !id.startsWith('s'),
  );
  if (findHeld(end.record) || end.record.intents.some(isUnidentified)) {
    if (!isTaken) return 'an order is closed for money that is not there';
    return undefined;
  }
  if (end.isDeleted || isTaken || isWaiting) return undefined;
  const asked = askToTheEnd(end, rules);
  const canBePaid = asked.handedOut.some(({ intentId }) =>
    asked.service.intents.some((intent) => intent.id === intentId && isUsable(asked, intent)),
  );
  return canBePaid ? undefined : 'an order that is not paid can never be paid';
}
