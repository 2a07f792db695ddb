import assert from 'node:assert/strict';
import { stopEngines } from '../../server/stores/engines.js';
import { publish } from '../publish.mjs';
import { aboutOrder, findEngines, openDriver, type Statement } from './drivers.js';
import { createFakeService } from './fake-service.js';
import { count, isMet, runMany } from './measure.js';
import { buy, openShop } from './shop.js';

/**
 * Whole purchases through `createCheckout` beside the statements that they make, sent by hand. In turns, so that whatever
 * else the machine does slows both.
 */
const purchases = 1500;
const rounds = 4;
const atOnce = 16;
/** The other engines are measured without an aim: the faster a database answers, the more of the time is the checkout's. */
const aims: Readonly<Record<string, number>> = { PostgreSQL: 0.5 };

const rows: string[][] = [];
for (const engine of findEngines()) {
  const driver = await openDriver(engine);
  const service = createFakeService();
  const shop = openShop({ store: driver.store, service });
  // The same length as the ids of the orders, so that the rows have the same size.
  const template = 'order-0-000000';
  const name = (round: number, number: number) => `order-${round}-${String(number).padStart(6, '0')}`;
  await runMany(purchases, atOnce, (number) => buy(shop, service, name(1, number)));
  const statements = await driver.record(() => buy(shop, service, template));

  const byHand = async (orderId: string) => {
    const about = (statement: Statement) => aboutOrder(statement, template, orderId);
    for (const statement of statements) await driver.send(about(statement));
  };
  await runMany(purchases, atOnce, (number) => byHand(name(2, number)));

  let [throughCheckout, sentByHand] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    throughCheckout += await runMany(purchases, atOnce, (number) =>
      buy(shop, service, name(3 + 2 * round, number)),
    );
    sentByHand += await runMany(purchases, atOnce, (number) => byHand(name(4 + 2 * round, number)));
  }

  const bought = purchases * (rounds + 1) + 1;
  shop.expectPaid(bought);
  assert.equal(service.countPayments(), bought);
  assert.equal(service.countIntents(), bought);
  // By hand it was the same work: the last order that was written so is as far as one that was bought.
  const written = await Promise.all([name(3, 7), name(4, 7)].map((id) => driver.store.load(id)));
  assert.equal(written[0]?.version, written[1]?.version);
  await driver.close();

  const ratio = sentByHand / throughCheckout;
  const aim = aims[engine.name];
  rows.push([
    engine.name,
    count((purchases * rounds) / throughCheckout),
    String(statements.length),
    count((purchases * rounds) / sentByHand),
    `${ratio.toFixed(2)} ×`,
    ...(aim === undefined ? ['–', '–'] : [`${aim.toFixed(2)} ×`, isMet(ratio >= aim)]),
  ]);
}
publish(
  'merchant-throughput',
  ['engine', 'purchases a second', 'statements of each', 'the same by hand', 'share', 'aim: at least', 'met'],
  rows,
);
await stopEngines();
