import { askToTheEnd, listMoves, sweep } from './moves.js';
import { beginning, day, isUsable, minute, rules, type Budget, type Rules, type World } from './world.js';

export interface Finding {
  readonly what: string;
  readonly path: readonly string[];
}

export interface Result {
  readonly states: number;
  readonly finding: Finding | undefined;
}

interface Path {
  readonly name: string;
  readonly before: Path | undefined;
}

/** Looks at every world that can be reached in so many moves, breadth first: what is found first is the shortest. */
export function explore(left: Budget, depth: number, by: Rules = rules): Result {
  const seen = new Set<string>();
  const ended = new Map<string, string | undefined>();
  let level: { world: World; path: Path | undefined }[] = [{ world: beginning(left), path: undefined }];
  for (let reached = 0; reached < depth && level.length > 0; reached++) {
    const following: typeof level = [];
    for (const { world, path } of level)
      for (const move of listMoves(world, by)) {
        const next = move.next();
        const key = JSON.stringify(next);
        if (seen.has(key)) continue;
        seen.add(key);
        const after = { name: move.name, before: path };
        const what = findSecondCharge(next) ?? findBadEnd(next, by, ended);
        if (what) return { states: seen.size, finding: { what, path: namesOf(after) } };
        following.push({ world: next, path: after });
      }
    level = following;
  }
  return { states: seen.size, finding: undefined };
}

function namesOf(path: Path | undefined): string[] {
  const names: string[] = [];
  for (let each = path; each; each = each.before) names.unshift(each.name);
  return names;
}

const isHonest = ({ intentId }: { intentId?: string }) => intentId !== undefined;

function findSecondCharge({ service }: World): string | undefined {
  const paid = service.payments.filter((payment) => isHonest(payment) && payment.status === 'paid');
  return paid.length > 1 ? 'a second charge' : undefined;
}

/** What is left when nobody does anything more but the sweep. */
function findBadEnd(world: World, by: Rules, ended: Map<string, string | undefined>): string | undefined {
  const { service, record, now, price, isDeleted, notified, announced } = world;
  const key = JSON.stringify([service, record, now, price, isDeleted, notified, announced.length]);
  if (!ended.has(key)) ended.set(key, judgeEnd(world, by));
  return ended.get(key);
}

function judgeEnd(world: World, by: Rules): string | undefined {
  let end: World = { ...world, shown: world.service, requests: [], announced: [] };
  end = sweep(end, 0, by);
  const usable = end.service.intents.filter(
    (intent) => end.handedOut.includes(intent.id) && isUsable(end, intent),
  );
  const isPaid = end.record.paidBy !== undefined;
  if ((end.isDeleted || isPaid) && usable.length > 0) return 'an intent of what cannot be bought can be paid';
  for (const ms of [10 * minute, 2 * day, 2 * day]) end = sweep({ ...end, now: end.now + ms }, 0, by);

  for (const payment of end.service.payments.filter(isHonest)) {
    const entry = end.record.payments.find(({ id }) => id === payment.id);
    if (payment.status !== 'paid') continue;
    if (entry?.verdict === 'mismatch') return 'a payment over what its intent asked for is a mismatch';
    const isNotified = end.notified.some((text) => text === `${payment.id} ${entry?.verdict}`);
    if (!isNotified) return 'a payment that nobody is told of';
  }
  const isWaiting = end.service.payments.some(({ status }) => status === 'initiated');
  const isTaken = end.service.payments.some(({ status }) => status === 'paid');
  if (end.isDeleted || isTaken || isWaiting) return undefined;
  const asked = askToTheEnd(end, by);
  const canBePaid = asked.handedOut.some((id) =>
    asked.service.intents.some((intent) => intent.id === id && isUsable(asked, intent)),
  );
  return canBePaid ? undefined : 'an order that is not paid can never be paid';
}
