import { inFrame, inPage } from '../modes.js';
import { byTurns } from './by-turns.js';
import { expect, expectPaidOnce, test, world } from './fixtures.js';
import { Payer, visit } from './payer.js';
import { refusal, type RequestOutcome } from './proxy.js';
import type { SetUp } from './shop.js';
import { holdClock, pass } from './time.js';
import { atOnce, declined } from './world.js';

/** The payer loads the page again in each state: the order is paid once, and each state leads on. */

interface Moment {
  readonly requestOutcomes?: readonly RequestOutcome[];
  readonly card: string;
  /** Nobody knows of the payment: the form comes back after the grace period. */
  readonly waits?: true;
  /** Brings it there, once the button is pressed. */
  reach(payer: Payer): Promise<void>;
}

const moments: Readonly<Record<string, Moment>> = {
  'paying, of which the service knows nothing': {
    requestOutcomes: ['hang'],
    card: atOnce,
    waits: true,
    reach: (payer) => payer.expectState('paying'),
  },
  'unknown, and paid': {
    requestOutcomes: ['drop-after', 'drop-after', 'drop-after'],
    card: atOnce,
    reach: (payer) => payer.expectState('unknown'),
  },
  refused: {
    requestOutcomes: [refusal(429, { type: 'rate_limit_error' })],
    card: atOnce,
    waits: true,
    reach: (payer) => expect(payer.notice).not.toBeEmpty(),
  },
  'refused, and paid by the browser’s own first sending': {
    requestOutcomes: ['drop-after', refusal(401)],
    card: atOnce,
    reach: (payer) => payer.expectState('unknown', 'ready', 'paid'),
  },
  failed: {
    card: declined,
    reach: (payer) => payer.expectState('failed'),
  },
};

for (const mode of [inPage, inFrame]) {
  test(`${mode.form}: loaded again while the intent is asked for, the form is there at once`, async ({
    page,
  }) => {
    const order = world.order();
    world.shop.troubles.set(`${order.id} intent`, 'hang');
    const payer = await visit(page, order, { setUp: 'checkout-url', mode });
    const asked = page.waitForRequest('**/intent');
    await payer.pay(atOnce);
    await asked;
    await page.reload();
    // The shop may be slow to read the request, and must find that it is to hang.
    world.shop.troubles.delete(`${order.id} intent`);
    await payer.expectState('ready');
    await payer.pay(atOnce);
    await expectPaidOnce(page, order);
  });
}

for (const [row, [name, moment]] of Object.entries(moments).entries()) {
  const { requestOutcomes = [], card, waits, reach } = moment;
  const { setUp, mode } = byTurns<SetUp>(row, ['checkout-url', 'intent-url + status-url']);
  test(`${mode.form}, ${setUp}: loaded again when ${name}`, async ({ page }) => {
    const order = world.order(requestOutcomes);
    // Longer than the 4 s of the shop's page: it is loaded again while it waits.
    const attributes = name.startsWith('paying') ? { timeout: '60000' } : {};
    const address = world.shop.offer(order, { setUp, mode, attributes });
    if (waits) await holdClock(page);
    await page.goto(address);
    const payer = new Payer(page, mode);
    await payer.pay(card);
    // Until then the state may be the one from before the press.
    await expect.poll(() => world.sentFor(order)).toBeGreaterThan(0);
    // A payment whose end is learned in this moment takes the payer on: then there is nothing to load again.
    await Promise.any([reach(payer), page.waitForURL('**/back?*', { waitUntil: 'commit' })]);
    // Where that happens at the very moment of the reload, the browser gives up one of the two.
    if (!payer.hasLeft) await page.reload().catch(() => page.waitForLoadState());
    // The browser may have sent it a second time: only a minute of "no such payment" proves that none comes.
    if (waits) {
      expect(await payer.canPay()).toBe(false);
      await pass(page, 120, () => payer.canPay());
    }
    await payer.insist(15_000);
    await expectPaidOnce(page, order);
  });
}

test('page: a payment that was voided after it was paid is told once, on Back', async ({ page }) => {
  const order = world.order();
  const payer = await visit(page, order, { setUp: 'checkout-url', mode: inPage });
  await payer.pay(atOnce);
  await page.waitForURL('**/back?*');
  const [payment] = await world.payments(order);
  await world.merchant.call(`/payments/${payment?.id}/void`, {});
  const before = world.eventsOf(order).length;
  await page.goBack();
  await expect(payer.notice).toContainText('Payment canceled');
  // A new attempt would not come this far, were the old one asked about over and over.
  await payer.pay(atOnce);
  await expectPaidOnce(page, order);
  expect(world.eventsOf(order).slice(before)).toEqual(['outcome unknown', 'outcome failed', 'outcome paid']);
});
