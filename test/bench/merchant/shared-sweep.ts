import assert from 'node:assert/strict';
import { stopEngines } from '../../server/stores/engines.js';
import { publish } from '../publish.mjs';
import { findEngines, newAddress } from './drivers.js';
import { serveAnswers } from './fake-service.js';
import { count, inSeconds, isMet } from './measure.js';
import { answerOpenOrder, countDue, findOrderId, insertOpenOrders } from './open-orders.js';
import { startSweeper } from './sweep-processes.js';

/**
 * Four processes sweep 100,000 open orders that become due over some minutes, a tenth of them before they begin; one of
 * the four is killed. The service is a server of its own, which allows so many calls a second and answers 429 beyond. The
 * number of orders may be given, for a short try.
 */
const orders = Number(process.argv[2] ?? 100_000);
const spreadMs = orders * 3.2;
const backlogShare = 0.1;
const processes = 4;
const callsPerSecond = 1000;
/** The longest that a process waits between two sweeps. */
const sweepEveryMs = 2000;
/** As in `createCheckout`. */
const leaseMs = 300_000;
/** What one process has claimed at a time. */
const claimed = 32;
const killAfterShare = 0.3;

interface Call {
  readonly kind: string;
  readonly by: string;
  /** By the clock of the processes. */
  readonly at: number;
}

/** Counts what it is asked, by whom and when, and says 429 when it is asked too often. */
async function openCountingService() {
  const served = new Map<string, Call[]>();
  const perSecond = new Map<number, { served: number; refused: number }>();
  const clock = { aheadMs: 0 };
  let total = 0;
  const { url, close } = await serveAnswers(({ url = '', headers }) => {
    const second = Math.floor(Date.now() / 1000);
    const counted = perSecond.get(second) ?? { served: 0, refused: 0 };
    perSecond.set(second, counted);
    if (counted.served >= callsPerSecond) {
      counted.refused++;
      const body = '{"type":"rate_limit","message":"Too many requests"}';
      return new Response(body, { status: 429, headers: { 'retry-after': '1' } });
    }
    counted.served++;
    total++;
    const orderId = findOrderId(url);
    const call = {
      kind: url.includes('/payments/') ? 'payment' : 'intent',
      by: String(headers['x-process']),
      at: Date.now() + clock.aheadMs,
    };
    served.set(orderId, [...(served.get(orderId) ?? []), call]);
    return answerOpenOrder('unreported', url);
  });
  return { served, perSecond, clock, countCalls: () => total, url, close };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const numberOf = (orderId: string) => Number(orderId.slice('order-'.length));

const rows: string[][] = [];
for (const engine of findEngines(['PostgreSQL'])) {
  const service = await openCountingService();
  const at = await newAddress(engine);
  const sweepers = await Promise.all(
    Array.from({ length: processes }, (_, number) =>
      startSweeper({ at, kind: 'unreported', serviceUrl: service.url, name: `process ${number}` }),
    ),
  );
  // Known before the orders are written, and long enough after for them to be there.
  const start = Date.now() + Math.max(1000, orders / 4);
  const firstDue = start - spreadMs * backlogShare;
  const dueAt = (number: number) => Math.round(firstDue + (number * spreadMs) / orders);
  await insertOpenOrders(at, 'unreported', orders, dueAt);
  await sleep(start - Date.now());
  const lastDue = dueAt(orders - 1);

  // Each sweeps again and again until what is due is done, as a shop's servers do.
  const errors: string[] = [];
  const [victim, ...survivors] = sweepers;
  const sweepUntil = async (sweeper: (typeof sweepers)[number], isOver: (asked: number) => boolean) => {
    for (;;) {
      const report = await sweeper.sweep();
      errors.push(...report.errors);
      if (isOver(report.asked)) return;
      await sleep(sweepEveryMs);
    }
  };
  const done = Promise.all(
    survivors.map((each) => sweepUntil(each, (asked) => Date.now() > lastDue && asked === 0)),
  );
  const victimEnds = sweepUntil(victim!, () => false).catch(() => undefined);
  // In the middle of its work: while it waits between two sweeps, it holds nothing.
  while (service.served.size < orders * killAfterShare) await sleep(20);
  const isVictim = ({ by }: Call) => by === victim!.name;
  const servedBefore = service.countCalls();
  while (service.countCalls() < servedBefore + 200) await sleep(1);
  await victim!.kill();
  const killedAt = Date.now();
  await victimEnds;
  await done;
  const doneAt = Date.now();

  // Nothing is due any more, so each verdict was told; what the killed process had in its hands is still nobody else's.
  const left = await countDue(at, doneAt);
  assert.equal(left.before, 0, 'all that is due was asked about');
  assert.ok(left.all <= claimed, `${left.all} orders are left in the hands of the killed process`);
  service.clock.aheadMs = killedAt + leaseMs - doneAt;
  for (const each of survivors) each.setClock(service.clock.aheadMs);
  await Promise.all(survivors.map((each) => sweepUntil(each, (asked) => asked === 0)));
  assert.equal((await countDue(at, 0)).all, 0, 'after the lease nothing is left');
  await Promise.all(survivors.map((each) => each.kill()));

  // Each order was asked about, and each question twice only where the killed process had asked it, after its lease.
  assert.equal(service.served.size, orders);
  let [twice, soonest] = [0, Infinity];
  let [latest, latestOfVictim, inHands] = [0, 0, 0];
  for (const [orderId, calls] of service.served) {
    const lateness = Math.max(...calls.map((call) => call.at)) - Math.max(dueAt(numberOf(orderId)), start);
    const isLeft = calls.some((call) => !isVictim(call) && call.at >= killedAt + leaseMs - 60_000);
    if (isLeft) inHands++;
    if (isLeft) latestOfVictim = Math.max(latestOfVictim, lateness);
    else latest = Math.max(latest, lateness);
    for (const kind of ['payment', 'intent']) {
      const times = calls.filter((call) => call.kind === kind);
      if (times.length < 2) continue;
      const [first, second, ...more] = times;
      assert.ok(first && second && isVictim(first) && !isVictim(second), `${orderId} is asked about twice`);
      assert.deepEqual(more, []);
      twice++;
      soonest = Math.min(soonest, second.at - first.at);
    }
  }
  const seconds = [...service.perSecond.values()];
  const busiest = Math.max(...seconds.map((each) => each.served));
  const mostRefused = Math.max(...seconds.map((each) => each.refused));
  const others = errors.filter((error) => !error.includes('Too many requests'));
  assert.deepEqual(others, []);
  service.close();

  rows.push(
    ['orders asked about', count(service.served.size), count(orders), isMet(service.served.size === orders)],
    ['calls for each', (service.countCalls() / orders).toFixed(3), '2', ''],
    ['asked again while another process had it', '0', '0', isMet(true)],
    [
      'left by the killed process, and asked for after its lease',
      `${inHands}, ${twice} of them twice`,
      `${claimed}`,
      isMet(inHands <= claimed),
    ],
    ['calls in the busiest second', count(busiest), count(callsPerSecond), isMet(busiest <= callsPerSecond)],
    [
      'refused with 429 in the worst second',
      count(mostRefused),
      count(processes * 8),
      isMet(mostRefused <= processes * 8),
    ],
    ['latest after it was due', inSeconds(latest), inSeconds(leaseMs), isMet(latest <= leaseMs)],
    [
      'latest of the killed process’s',
      inSeconds(latestOfVictim),
      `${inSeconds(leaseMs + 60_000)}: a lease and a sweep each minute`,
      isMet(latestOfVictim <= leaseMs + 60_000),
    ],
  );
}
publish(
  'merchant-shared-sweep',
  [`${count(orders)} orders, ${processes} processes, one killed`, 'measured', 'at most', 'met'],
  rows,
);
await stopEngines();
