import assert from 'node:assert/strict';
import { stopEngines } from '../../server/stores/engines.js';
import { publish } from '../publish.mjs';
import { findEngines, newAddress } from './drivers.js';
import { count, isMet } from './measure.js';
import { countDue, insertOpenOrders, type OpenOrderKind } from './open-orders.js';
import { startSweeper } from './sweep-processes.js';

/** Two processes share a backlog. The number of orders may be given, for a short try. */
const orders = Number(process.argv[2] ?? 100_000);
const processes = 2;
const aim = 500;

const kinds: Readonly<Record<OpenOrderKind, string>> = {
  unreported: 'paid, and no payer came back',
  left: 'left without a card, and expired',
};

const rows: string[][] = [];
for (const engine of findEngines(['PostgreSQL']))
  for (const kind of ['unreported', 'left'] as const) {
    const at = await newAddress(engine);
    const due = Date.now();
    await insertOpenOrders(at, kind, orders, (number) => due - (number % 60_000));
    const sweepers = await Promise.all(
      Array.from({ length: processes }, (_, number) => startSweeper({ at, kind, name: String(number) })),
    );
    const began = performance.now();
    const reports = await Promise.all(sweepers.map(({ sweep }) => sweep()));
    const seconds = (performance.now() - began) / 1000;
    await Promise.all(sweepers.map(({ kill }) => kill()));

    const sum = (of: (report: (typeof reports)[number]) => number) =>
      reports.map(of).reduce((total, each) => total + each, 0);
    assert.deepEqual(
      reports.flatMap(({ errors }) => errors),
      [],
    );
    assert.equal(
      sum(({ asked }) => asked),
      orders,
    );
    const paid = sum(({ verdicts }) => new Map(verdicts).get('paid') ?? 0);
    assert.equal(paid, kind === 'unreported' ? orders : 0);
    assert.equal((await countDue(at, 0)).all, 0, 'nothing is left to be asked');
    const perSecond = orders / seconds;
    rows.push([
      kinds[kind],
      count(orders),
      `${seconds.toFixed(0)} s`,
      (sum(({ calls }) => calls) / orders).toFixed(2),
      count(perSecond),
      count(aim),
      isMet(perSecond >= aim),
    ]);
  }
publish(
  'merchant-sweep',
  [
    'orders, all due',
    'number',
    `swept by ${processes} processes in`,
    'calls for each',
    'orders a second',
    'aim: at least',
    'met',
  ],
  rows,
);
await stopEngines();
