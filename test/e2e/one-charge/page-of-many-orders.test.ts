import type { Route } from '@playwright/test';
import { inFrame, inPage } from '../modes.js';
import { formAt } from './by-turns.js';
import { expect, expectPaidOnce, test, world } from './fixtures.js';
import { Payer, visit } from './payer.js';
import type { Order } from './shop.js';
import { Tokens } from './tokens.js';
import { atOnce, challenged, declined } from './world.js';

/** One page, and one element in it, for an order after another, and for payers who come back to it. */

test('frame: a page that writes a step into its address shows what was paid; put in again, it is for another order', async ({
  page,
}) => {
  const order = world.order();
  const script = `
    addEventListener('pay-outcome', (event) => {
      event.preventDefault();
      history.pushState(null, '', location.href + '&step=done');
    });
    customElements.whenDefined('pay-checkout').then(() => {
      document.querySelector('pay-checkout').fetchIntent = () =>
        fetch('/intent?order=${order.id}', { method: 'POST' }).then((answer) => answer.json());
    });`;
  const attributes = { 'intent-url': undefined };
  const payer = await visit(page, order, { setUp: 'intent-url', mode: inFrame, attributes, script });
  await payer.pay();
  await payer.expectState('paid');
  await payer.element.evaluate((element) =>
    (element as HTMLElement & { requestUpdate(): void }).requestUpdate(),
  );
  await expect(payer.notice).toContainText('Payment received');
  await payer.expectState('paid');
  await payer.element.evaluate(async (element) => {
    element.remove();
    await Promise.resolve();
    document.body.append(element);
  });
  await payer.expectState('ready');
});

test('page: what was paid is shown while the device is offline, and leads on when it is online again', async ({
  page,
  context,
}) => {
  const mode = inPage;
  const order = world.order();
  await page.goto(world.shop.offer(order, { setUp: 'checkout-url', mode }));
  // The connection is lost with the last byte of the answer.
  await page.route('**/fulfill', async (route) => {
    const response = await route.fetch();
    await context.setOffline(true);
    await route.fulfill({ response });
  });
  const payer = new Payer(page, mode);
  await payer.pay();
  await payer.expectState('paid');
  await expect(payer.notice).toContainText('Payment received');
  expect(payer.hasLeft).toBe(false);
  await context.setOffline(false);
  await expectPaidOnce(page, order);
});

test('page: where payments come back to the page that pays, it is loaded once more', async ({ page }) => {
  const order = world.order();
  const address = world.shop.offer(order, { setUp: 'checkout-url' });
  let loads = 0;
  await page.route('**/back?*', async (route) => {
    loads++;
    await route.fulfill({ response: await route.fetch({ url: address }) });
  });
  await page.goto(address);
  await new Payer(page).pay();
  await page.waitForURL('**/back?*');
  await expect(new Payer(page).notice).toContainText('Payment received');
  expect(loads).toBe(1);
  await expect(new Payer(page).offered).toHaveCount(0);
});

/** What may lead the payer from `/back` to the page that pays. */
const waysBack = {
  'a redirect of the server': (route: Route, location: string) =>
    route.fulfill({ status: 302, headers: { location } }),
  'the page that should show what was paid': (route: Route, address: string) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>location.replace(${JSON.stringify(address)})</script>`,
    }),
  'a router that shortens the address': async (route: Route, address: string) =>
    route.fulfill({ response: await route.fetch({ url: address }) }),
};
for (const [row, [what, answer]] of Object.entries(waysBack).entries()) {
  const mode = formAt(row);
  test(`${mode.form}: the page that pays stays, with a button, where ${what} leads back to it`, async ({
    page,
  }) => {
    const order = world.order();
    const script = `history.replaceState(null, '', '/checkout?order=${order.id}');`;
    const address = world.shop.offer(order, { setUp: 'checkout-url', mode, script });
    let loads = 0;
    await page.route('**/back?*', (route) => (loads++, answer(route, address)));
    await page.goto(address);
    const payer = new Payer(page, mode);
    await payer.pay();
    await expect(payer.offered.filter({ hasText: 'Continue' })).toBeVisible();
    await expect(payer.notice).toContainText('Payment received');
    expect(loads).toBe(1);
    await payer.offered.click();
    await expect.poll(() => loads).toBe(2);
    await expect(payer.offered.filter({ hasText: 'Continue' })).toBeVisible();
    expect(await world.charges(order)).toBe(1);
  });
}

test('frame: with a base and fetchIntent, an order is not told the end of another one', async ({ page }) => {
  const mode = inFrame;
  const [order, next] = [world.order(['drop-after', 'drop-after', 'drop-after']), world.order()];
  const fetches = ({ id }: Order) => `</script><base href="/"><script>
    customElements.whenDefined('pay-checkout').then(() => {
      document.querySelector('pay-checkout').fetchIntent = () =>
        fetch('/intent?order=${id}', { method: 'POST' }).then((answer) => answer.json());
    });`;
  const open = (it: Order) =>
    page.goto(
      world.shop.offer(it, {
        setUp: 'intent-url',
        mode,
        attributes: { 'intent-url': undefined },
        script: fetches(it),
      }),
    );
  await open(order);
  const payer = new Payer(page, mode);
  await payer.pay();
  await payer.expectState('unknown');
  await open(next);
  await payer.expectState('ready');
  await payer.pay();
  await expectPaidOnce(page, next);
});

test('page: who pays again in the moment that a decline is told pays alone', async ({ page }) => {
  const order = world.order();
  const token = await new Tokens(world).keep(atOnce);
  const script = `
    let isAgain = false;
    addEventListener('pay-outcome', (event) => {
      if (isAgain || event.detail.outcome.status !== 'failed') return;
      event.preventDefault();
      isAgain = true;
      event.target.submit({ source: { type: 'token', token: '${token}' } });
    });
    addEventListener('pay-attempt', ({ detail }) => {
      if (isAgain) detail.waitUntil(new Promise((go) => (window.letGo = go)));
    });`;
  await page.goto(world.shop.offer(order, { setUp: 'intent-url + status-url', copies: 2, script }));
  const [first, second] = [new Payer(page), new Payer(page, inPage, 1)];
  await second.expectState('ready');
  await first.pay(declined);
  await page.waitForFunction(() => 'letGo' in window);
  const locks = () => page.evaluate(async () => (await navigator.locks.query()).held?.length);
  expect(await locks()).toBe(1);
  await second.expectState('unknown');
  await page.evaluate(() => (window as unknown as { letGo(): void }).letGo());
  await expectPaidOnce(page, order);
});

test('page: a waitUntil of one order that settles late takes nobody to its bank when the next order is paid', async ({
  page,
}) => {
  const [order, next] = [world.order(), world.order()];
  const script = `
    window.settlers = [];
    addEventListener('pay-redirect', ({ detail }) => detail.waitUntil(new Promise((go) => window.settlers.push(go))));`;
  const payer = await visit(page, order, { setUp: 'checkout-url', script });
  await payer.pay(challenged);
  await payer.expectState('redirecting');
  // As a browser that shows the page again as it was left.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await payer.expectState('unknown');
  await payer.element.evaluate((element, id) => element.setAttribute('checkout-url', `/pay/${id}`), next.id);
  await payer.expectState('ready');
  await payer.pay(challenged);
  await payer.expectState('redirecting');
  const settleRedirect = (index: number) =>
    page.evaluate((at) => (window as unknown as { settlers: (() => void)[] }).settlers[at]?.(), index);
  await settleRedirect(0);
  await settleRedirect(1);
  await page.waitForURL('**/acs_emulator');
  const [payment] = await world.payments(next);
  expect(page.url()).toBe(new URL('acs_emulator', payment?.source.transaction_url ?? '').href);
});
