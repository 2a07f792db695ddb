import { inFrame, inPage, type Mode } from '../modes.js';
import { expect, test, world } from './fixtures.js';
import { Payer, visit } from './payer.js';
import type { RequestOutcome } from './proxy.js';
import type { Offer, Order, SetUp } from './shop.js';
import { atOnce, challenged, declined } from './world.js';

/**
 * Attacks that charged twice, each by the steps of a payer who does nothing unusual. The model's exhaustive check
 * has them in all set-ups. With the form in the page, `hazards.test.ts` plays some of them in every
 * set-up, so these are played in a frame here.
 */

/** Three times, since Chromium itself sends again what it got no answer to. */
const lost: readonly RequestOutcome[] = ['drop-after', 'drop-after', 'drop-after'];

interface Attack {
  readonly requestOutcomes?: readonly RequestOutcome[];
  readonly in: readonly (readonly [SetUp, Mode])[];
  play(order: Order, open: (copies?: number) => Promise<Payer>, offer: Offer): Promise<void>;
}

const attacks: Readonly<Record<string, Attack>> = {
  'the browser sends again and is answered 403': {
    requestOutcomes: ['drop-after', { status: 403, body: '<h1>Blocked</h1>', type: 'text/html' }],
    in: [['intent-url', inPage]],
    async play(order, open) {
      const payer = await open();
      await payer.pay();
      await expect.poll(() => world.sentFor(order)).toBe(2);
      await payer.insist();
      expect(await payer.notice.innerText()).not.toBe('');
    },
  },
  '3-D Secure, Back, and the shop’s own link': {
    in: [['client-secret', inFrame]],
    async play(order, open) {
      const payer = await open();
      const { page } = payer;
      const checkout = page.url();
      await payer.pay(challenged);
      await page.waitForURL('**/acs_emulator');
      await page.goBack();
      await payer.element.waitFor();
      await page.goto(world.shop.url);
      await page.goto(checkout);
      await payer.insist(4_000);
      await world.approveOpen(order);
      expect(await world.payments(order)).toHaveLength(1);
    },
  },
  'the first of two elements is lost, and the payer turns to the second': {
    requestOutcomes: lost,
    in: [['intent-url', inFrame]],
    async play(order, open, { mode }) {
      const first = await open(2);
      const second = new Payer(first.page, mode, 1);
      await second.type();
      await first.pay();
      await expect.poll(() => world.sentFor(order)).toBeGreaterThan(0);
      await second.button.click({ timeout: 1_000 }).catch(() => undefined);
      await second.insist();
    },
  },
  'the second of two elements is declined, and the first one’s payment is not forgotten': {
    requestOutcomes: ['hang'],
    in: [['intent-url + status-url', inFrame]],
    async play(order, open, { mode }) {
      const first = await open(2);
      await first.pay();
      await expect.poll(() => world.sentFor(order)).toBe(1);
      // While the first is on its way, nothing else may be sent.
      await new Payer(first.page, mode, 1).insist(3_000, declined);
      expect(world.sentFor(order)).toBe(1);
      await first.page.reload();
      await new Payer(first.page, mode).expectState('unknown', 'ready');
    },
  },
  'two tabs at the same moment': {
    in: [
      ['checkout-url', inPage],
      ['intent-url', inFrame],
      ['client-secret', inPage],
    ],
    async play(order, open) {
      const payers = [await open(), await open()] as const;
      for (const payer of payers) await payer.type();
      await Promise.all(payers.map((payer) => payer.pressAtOnce()));
      await Promise.all(payers.map((payer) => payer.insist(4_000)));
      expect(await world.charges(order)).toBe(1);
    },
  },
  'the answer is lost, and the payer reloads a page that has a fresh secret each time': {
    requestOutcomes: lost,
    in: [['client-secret', inFrame]],
    async play(order, open) {
      const payer = await open();
      await payer.pay(atOnce);
      await expect.poll(() => world.charges(order)).toBe(1);
      await payer.page.reload();
      await payer.insist(4_000);
    },
  },
};

const rows = Object.entries(attacks).flatMap(([what, attack]) =>
  attack.in.map(([setUp, mode]) => ({ what, attack, setUp, mode })),
);
for (const { what, attack, setUp, mode } of rows) {
  const { requestOutcomes, play } = attack;
  const [named, how] = setUp === 'client-secret' ? [true, `${setUp} + reference`] : [false, setUp];
  test(`${mode.form}, ${how}: ${what}`, async ({ context }) => {
    const order = world.order(requestOutcomes);
    const offer: Offer = { setUp, mode, ...(named && { attributes: { reference: order.id } }) };
    await play(order, (copies = 1) => visit(context, order, { ...offer, copies }), offer);
    await world.approveOpen(order);
    expect(await world.charges(order)).toBeLessThanOrEqual(1);
    expect(await world.untruths(order)).toEqual([]);
  });
}
