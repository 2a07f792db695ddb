import { inFrame, inPage } from '../modes.js';
import { formAt } from './by-turns.js';
import { expect, expectPaidOnce, test, world } from './fixtures.js';
import { visit } from './payer.js';
import { refusal } from './proxy.js';
import { challenged, declined } from './world.js';

/** What a tab learns of what others have done meanwhile. */

test('frame: a tab whose card was declined hears that another tab pays', async ({ context }) => {
  const order = world.order();
  const offer = { setUp: 'client-secret', mode: inFrame, attributes: { reference: order.id } } as const;
  const first = await visit(context, order, offer);
  await first.pay(declined);
  await first.expectState('failed');
  await expect(first.notice).toContainText('You haven’t been charged.');
  const second = await visit(context, order, offer);
  await second.pay(challenged);
  await second.page.waitForURL('**/acs_emulator');
  // Nothing that the first tab can pay with, and no word that nothing was charged.
  await expect(first.notice).not.toContainText('charged');
  await expect.poll(() => first.canPay()).toBe(false);
  await second.page.getByRole('button', { name: /^Authenticated/ }).click();
  await expectPaidOnce(second.page, order);
});

test('page: a refused payment that another tab finds to be paid is paid here too', async ({ context }) => {
  // The browser's own first sending arrived, and the shop learns of it only after the refusal of the second was told.
  const order = world.order(['drop-after', refusal(429, { type: 'rate_limit_error' })]);
  world.shop.troubles.set(`${order.id} status`, { status: 404, json: {} });
  const offer = { setUp: 'intent-url + status-url', mode: inPage } as const;
  const first = await visit(context, order, offer);
  await first.pay();
  await first.expectState('ready');
  await expect(first.notice).toContainText('wasn’t accepted');
  world.shop.troubles.delete(`${order.id} status`);
  const second = await visit(context, order, offer);
  await second.page.waitForURL('**/back?*', { timeout: 20_000 });
  await expectPaidOnce(first.page, order);
  expect(world.eventsOf(order)).toContain('outcome paid');
});

for (const [row, setUp] of (['intent-url', 'client-secret'] as const).entries()) {
  const mode = formAt(row);
  test(`${mode.form}, ${setUp}: a page that empties the storage itself finds what is open when it is loaded again`, async ({
    context,
  }) => {
    const order = world.order(Array.from({ length: 4 }, () => 'drop-after' as const));
    const attributes = { reference: order.id };
    const payer = await visit(context, order, { setUp, mode, attributes });
    await payer.pay();
    await payer.expectState('unknown');
    await payer.page.evaluate('localStorage.clear()');
    await payer.page.reload();
    await payer.expectState('unknown');
    expect(await payer.canPay()).toBe(false);
  });
}

test('frame: a page of the shop that empties the storage makes nobody forget what is open', async ({
  context,
}) => {
  const order = world.order(Array.from({ length: 4 }, () => 'drop-after' as const));
  const offer = { setUp: 'intent-url', mode: inFrame } as const;
  const first = await visit(context, order, offer);
  await first.pay();
  await first.expectState('unknown');
  const other = await context.newPage();
  await other.goto(world.shop.url);
  await other.evaluate('localStorage.clear()');
  const second = await visit(context, order, offer);
  await second.expectState('unknown');
  expect(await second.canPay()).toBe(false);
  expect(await world.charges(order)).toBe(1);
});
