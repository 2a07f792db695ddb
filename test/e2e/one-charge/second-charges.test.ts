import { expect, test, type BrowserContext } from '@playwright/test';
import { inFrame, inPage, type Mode } from '../modes.js';
import { Payer } from './payer.js';
import { refusal, type Fate } from './proxy.js';
import type { Offer, Order, SetUp } from './shop.js';
import { atOnce, challenged, declined, World } from './world.js';

/** Attacks that charged twice, each by the steps of a payer who does nothing unusual. */
let world: World;
test.beforeAll(async () => void (world = await World.open()));
test.afterAll(() => world.close());

/** How long a payer insists at most, in milliseconds, where the end is that it is paid. */
const untilPaid = 20_000;

/** Three times, since Chromium itself sends again what it got no answer to. */
const lost: readonly Fate[] = ['drop-after', 'drop-after', 'drop-after'];

async function visit(context: BrowserContext, order: Order, offer: Offer, index = 0): Promise<Payer> {
  const page = await context.newPage();
  await page.goto(world.shop.offer(order, offer));
  return new Payer(page, offer.mode, index);
}

async function expectOnce(order: Order): Promise<void> {
  await world.approveOpen(order);
  expect(await world.charges(order)).toBeLessThanOrEqual(1);
  expect(await world.untruths(order)).toEqual([]);
}

test.beforeEach(({ context }) => world.listen(context));
test.use({ actionTimeout: 8_000 });

const asked: readonly SetUp[] = ['checkout-url', 'intent-url + status-url', 'intent-url', 'client-secret'];

// ── 1. the browser sends again

for (const mode of [inPage, inFrame] as readonly Mode[]) {
  for (const [what, second] of [
    ['429', refusal(429, { type: 'rate_limit_error' })],
    ['401', refusal(401, { type: 'authentication_error' })],
    ['403', { status: 403, body: '<h1>Blocked</h1>', type: 'text/html' }],
    ['400', refusal(400)],
  ] as const) {
    for (const setUp of ['checkout-url', 'intent-url + status-url', 'intent-url'] as const) {
      test(`${mode.form}, ${setUp}: the browser sends again and is answered ${what}`, async ({ context }) => {
        const order = world.order(['drop-after', second]);
        const payer = await visit(context, order, { setUp, mode });
        await payer.pay();
        await expect.poll(() => world.sentFor(order)).toBe(2);
        const canAsk = setUp !== 'intent-url';
        await payer.insist(canAsk ? untilPaid : undefined);
        await expectOnce(order);
        // With somebody to ask, the payer learns in the end that it is paid.
        if (canAsk) expect(payer.hasLeft).toBe(true);
        else expect(await payer.notice.innerText()).not.toBe('');
      });
    }
  }
}

// ── 2. Back from the bank, then the shop's own link

for (const mode of [inPage, inFrame] as readonly Mode[]) {
  for (const setUp of asked) {
    test(`${mode.form}, ${setUp}: 3-D Secure, Back, and the shop’s own link`, async ({ context }) => {
      const order = world.order();
      const attributes = setUp === 'client-secret' ? { reference: order.id } : {};
      const payer = await visit(context, order, { setUp, mode, attributes });
      const { page } = payer;
      const checkout = page.url();
      await payer.pay(challenged);
      await page.waitForURL('**/3ds/**');
      await page.goBack();
      await payer.element.waitFor();
      await page.goto(world.shop.url);
      await page.goto(checkout);
      await payer.insist(4_000);
      await expectOnce(order);
      expect(await world.payments(order)).toHaveLength(1);
    });
  }
}

// ── 3. two elements, two copies, two tabs

for (const mode of [inPage, inFrame] as readonly Mode[]) {
  for (const setUp of ['checkout-url', 'intent-url + status-url', 'intent-url'] as const) {
    test(`${mode.form}, ${setUp}: the first of two elements is lost, and the payer turns to the second`, async ({
      context,
    }) => {
      const order = world.order(lost);
      const first = await visit(context, order, { setUp, mode, copies: 2 });
      const second = new Payer(first.page, mode, 1);
      await second.type();
      await first.pay();
      await expect.poll(() => world.sentFor(order)).toBeGreaterThan(0);
      await second.button.click({ timeout: 1_000 }).catch(() => undefined);
      await second.insist();
      await expectOnce(order);
    });
  }

  test(`${mode.form}: the second of two elements is declined, and the first one’s payment is not forgotten`, async ({
    context,
  }) => {
    const order = world.order(['hang']);
    const offer: Offer = { setUp: 'intent-url + status-url', mode, copies: 2 };
    const first = await visit(context, order, offer);
    await first.pay();
    await expect.poll(() => world.sentFor(order)).toBe(1);
    const second = new Payer(first.page, mode, 1);
    // While the first is on its way, nothing else may be sent.
    await second.insist(3_000, declined);
    expect(world.sentFor(order)).toBe(1);
    await first.page.reload();
    await new Payer(first.page, mode).expectState('unknown', 'ready');
    await expectOnce(order);
  });

  for (const setUp of ['checkout-url', 'intent-url + status-url', 'intent-url'] as const) {
    test(`${mode.form}, ${setUp}: two tabs, one after the other`, async ({ context }) => {
      const order = world.order(lost);
      const first = await visit(context, order, { setUp, mode });
      const second = await visit(context, order, { setUp, mode });
      await second.type();
      await first.pay();
      await expect.poll(() => world.charges(order)).toBe(1);
      await second.insist();
      await first.insist(3_000);
      await expectOnce(order);
    });

    test(`${mode.form}, ${setUp}: two tabs at the same moment`, async ({ context }) => {
      const order = world.order();
      const payers = [
        await visit(context, order, { setUp, mode }),
        await visit(context, order, { setUp, mode }),
      ] as const;
      for (const payer of payers) await payer.type();
      await Promise.all(payers.map((payer) => payer.pressAtOnce()));
      await Promise.all(payers.map((payer) => payer.insist(4_000)));
      await expectOnce(order);
      expect(await world.charges(order)).toBe(1);
    });
  }
}

test('client-secret with a reference: two tabs at the same moment', async ({ context }) => {
  const order = world.order();
  const offer: Offer = { setUp: 'client-secret', attributes: { reference: order.id } };
  const payers = [await visit(context, order, offer), await visit(context, order, offer)] as const;
  for (const payer of payers) await payer.type();
  await Promise.all(payers.map((payer) => payer.pressAtOnce()));
  await Promise.all(payers.map((payer) => payer.insist(4_000)));
  await expectOnce(order);
});

// ── 4. the status endpoint is behind

for (const setUp of ['checkout-url', 'intent-url + status-url'] as const) {
  test(`${setUp}: the status endpoint is 2 s behind while a refused resend is asked about`, async ({
    context,
  }) => {
    const order = world.order(['drop-after', refusal(429)], 2_000);
    const payer = await visit(context, order, { setUp });
    await payer.pay();
    await payer.insist(untilPaid);
    await expectOnce(order);
    expect(payer.hasLeft).toBe(true);
  });
}

// ── 5. a fresh secret in each page

for (const mode of [inPage, inFrame] as readonly Mode[]) {
  test(`${mode.form}: the secret is rendered at each load, the answer is lost, and the payer reloads`, async ({
    context,
  }) => {
    const order = world.order(lost);
    const attributes = { reference: order.id };
    const payer = await visit(context, order, { setUp: 'client-secret', mode, attributes });
    await payer.pay(atOnce);
    await expect.poll(() => world.charges(order)).toBe(1);
    await payer.page.reload();
    await payer.insist(4_000);
    await expectOnce(order);
  });
}
