import assert from 'node:assert/strict';
import { stopEngines } from '../../server/stores/engines.js';
import { publish } from '../publish.mjs';
import { aboutOrder, findEngines, openDriver, type Statement } from './drivers.js';
import { createFakeService } from './fake-service.js';
import { inMs, isMet, percentile, runAtRate, runMany } from './measure.js';
import { buy, openShop, type Shop } from './shop.js';

/** What the checkout adds to a request when they come at a steady rate, beside the same statements by hand at that rate. */
const perSecond = 100;
const seconds = 16;
const requests = perSecond * seconds;
const aimMs = 10;

interface Purchase {
  readonly orderId: string;
  paymentId: string;
}

/** The two requests of a purchase, each begun a second after the one before, as payers are no faster. */
async function measure(send: (purchase: Purchase, step: number) => Promise<void>, prefix: string) {
  const times: number[] = [];
  const purchases: Purchase[] = [];
  const requestAt = async (number: number, due: number) => {
    const step = Math.floor(number / perSecond) % 2;
    const slot = Math.floor(number / (2 * perSecond)) * perSecond + (number % perSecond);
    const orderId = `order-${prefix}-${String(slot).padStart(6, '0')}`;
    const purchase = (purchases[slot] ??= { orderId, paymentId: '' });
    await send(purchase, step);
    times.push(performance.now() - due);
  };
  await runAtRate(requests, perSecond, requestAt);
  assert.equal(times.length, requests);
  return times;
}

const throughCheckout =
  (shop: Shop, pay: (intentId: string, paymentId: string) => void) =>
  async (purchase: Purchase, step: number): Promise<void> => {
    const { orderId } = purchase;
    if (step === 1) return shop.settle(orderId, purchase.paymentId);
    const intent = await shop.requestIntent(orderId);
    purchase.paymentId = intent.payment_id;
    pay(intent.id, intent.payment_id);
  };

const rows: string[][] = [];
for (const engine of findEngines()) {
  const driver = await openDriver(engine);
  const service = createFakeService();
  const shop = openShop({ store: driver.store, service });
  const warm = 300;
  await runMany(warm, 4, (number) => buy(shop, service, `order-w-${String(number).padStart(6, '0')}`));

  const template: Purchase = { orderId: 'order-t-000000', paymentId: '' };
  const send = throughCheckout(shop, service.pay);
  const steps: (readonly Statement[])[] = [];
  for (const step of [0, 1]) steps.push(await driver.record(() => send(template, step)));
  const byHand = async ({ orderId }: Purchase, step: number) => {
    for (const statement of steps[step]!) await driver.send(aboutOrder(statement, template.orderId, orderId));
  };

  const through = await measure(send, 'a');
  const hand = await measure(byHand, 'b');
  const bought = warm + 1 + requests / 2;
  shop.expectPaid(bought);
  assert.equal(service.countPayments(), bought);
  await driver.close();

  const [ofCheckout, ofHand] = [through, hand].map((times) => percentile(times, 0.99)) as [number, number];
  const added = ofCheckout - ofHand;
  rows.push([
    engine.name,
    inMs(percentile(through, 0.5)),
    inMs(ofCheckout),
    inMs(ofHand),
    inMs(added),
    `${aimMs} ms`,
    isMet(added <= aimMs),
  ]);
}
publish(
  'merchant-latency',
  [
    `${perSecond} requests a second`,
    'median',
    'p99',
    'p99 of the statements by hand',
    'difference',
    'aim: at most',
    'met',
  ],
  rows,
);
await stopEngines();
