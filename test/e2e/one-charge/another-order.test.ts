import type { Page } from '@playwright/test';
import { inFrame, inPage, type Mode } from '../modes.js';
import { formAt } from './by-turns.js';
import { expect, expectPaidOnce, test, world } from './fixtures.js';
import { Payer, visit } from './payer.js';
import { refusal } from './proxy.js';
import type { Offer, Order } from './shop.js';

/** A page of many orders sets the next one, or other functions and endpoints, while the first is being paid. */

/** A page that is given its functions by script. */
const visitByScript = (page: Page, mode: Mode, order: Order, offer: Pick<Offer, 'attributes' | 'script'>) =>
  page.goto(
    world.shop.offer(order, {
      setUp: 'intent-url',
      mode,
      ...offer,
      attributes: { 'intent-url': undefined, ...offer.attributes },
    }),
  );

const onceThere = (body: string) => `
  const json = (response) => (response.ok ? response.json() : undefined);
  const intentOf = (order) => () => fetch('/intent?order=' + order, { method: 'POST' }).then(json);
  const statusOf = (order) => (id) => fetch('/status?order=' + order + '&id=' + id).then(json);
  Object.assign(window, { intentOf });
  addEventListener('DOMContentLoaded', () => {
    const element = document.querySelector('pay-checkout');
    ${body}
  });`;

const goesOn = (to: Order) =>
  `window.goOn = () => document.querySelector('pay-checkout').setAttribute('checkout-url', '/pay/${to.id}');`;

const whileClaimed = `
    const { request } = LockManager.prototype;
    LockManager.prototype.request = function (...values) {
      window.goOn();
      return request.apply(this, values);
    };`;

const moments = {
  'the purchase is claimed': whileClaimed,
  'its attempt is waited for': `
    addEventListener('pay-attempt', ({ detail }) => detail.waitUntil(Promise.resolve().then(window.goOn)));`,
};

test('frame: an attempt that ends with its frame is not told by the payment of the last order', async ({
  page,
}) => {
  const [order, next] = [world.order(['drop-after']), world.order()];
  world.shop.troubles.set(`${order.id} status`, { status: 503, json: {} });
  const script = `
    window.reloadFrame = ({ target, detail }) => {
      const frame = target.shadowRoot.querySelector('iframe');
      detail.waitUntil(new Promise(() => {}));
      frame.src = frame.src;
    };`;
  const payer = await visit(page, order, { setUp: 'checkout-url', mode: inFrame, script });
  await payer.pay();
  await payer.expectState('unknown');
  await payer.element.evaluate(
    (element, url) => element.setAttribute('checkout-url', url),
    `/pay/${next.id}`,
  );
  await payer.expectState('ready');
  await payer.type();
  const came = await payer.element.evaluate((element) => {
    const checkout = element as HTMLElement & { submit(): Promise<{ status: string }> };
    const { reloadFrame } = window as unknown as { reloadFrame: EventListener };
    element.addEventListener('pay-attempt', reloadFrame);
    return checkout.submit().then(
      ({ status }) => status,
      ({ code }: { code: string }) => code,
    );
  });
  expect(came).toBe('canceled');
  await expect.poll(() => world.eventsOf(order)).toEqual(['outcome unknown', 'error canceled']);
  expect(await world.payments(next)).toEqual([]);
});

for (const [row, [when, script]] of Object.entries(moments).entries()) {
  const mode = formAt(row);
  test(`${mode.form}: the page goes on to another order while ${when}`, async ({ page }) => {
    // The refusal makes the element ask what became of the payment.
    const [order, next] = [world.order(['drop-after', refusal(429)]), world.order()];
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await (await visit(page, order, { setUp: 'checkout-url', mode, script: goesOn(next) + script })).pay();
    await expect.poll(() => world.charges(order)).toBe(1);
    await page.waitForURL('**/back?*');
    expect(paths.filter((path) => path.startsWith('/pay/'))).toEqual([
      `/pay/${order.id}/intent`,
      `/pay/${order.id}/status`,
    ]);
    expect(await world.payments(next)).toEqual([]);
  });
}

test('page: an attempt asks the function for the intent that it was started with', async ({ page }) => {
  const mode = inPage;
  const [order, next] = [world.order(), world.order()];
  await visitByScript(page, mode, order, {
    script:
      onceThere(`
        element.fetchIntent = intentOf('${order.id}');
        window.goOn = () => (element.fetchIntent = intentOf('${next.id}'));
      `) + whileClaimed,
  });
  await new Payer(page, mode).pay();
  await page.waitForURL('**/back?*');
  expect([await world.charges(order), await world.charges(next)]).toEqual([1, 0]);
});

test('frame: an attempt asks the address for the intent that it was started with', async ({ page }) => {
  const mode = inFrame;
  const [order, next] = [world.order(), world.order()];
  await visitByScript(page, mode, order, {
    attributes: { reference: `cart of ${order.id}`, 'intent-url': `/intent?order=${order.id}` },
    script:
      onceThere(`window.goOn = () => element.setAttribute('intent-url', '/intent?order=${next.id}');`) +
      whileClaimed,
  });
  await new Payer(page, mode).pay();
  await page.waitForURL('**/back?*');
  expect([await world.charges(order), await world.charges(next)]).toEqual([1, 0]);
});

test('page: an attempt asks the function for the outcome that it was started with', async ({ page }) => {
  const mode = inPage;
  // The payment exists, but the service refuses it: only the merchant can say so.
  const order = world.order(['drop-after', refusal(429)]);
  await visitByScript(page, mode, order, {
    script: onceThere(`
      element.fetchIntent = intentOf('${order.id}');
      element.fetchStatus = statusOf('${order.id}');
      const goOn = () => (element.fetchStatus = async () => undefined);
      addEventListener('pay-attempt', ({ detail }) => detail.waitUntil(Promise.resolve().then(goOn)));
    `),
  });
  await new Payer(page, mode).pay();
  await expectPaidOnce(page, order);
});

test('frame: the next attempt asks the functions that were set last', async ({ page }) => {
  const mode = inFrame;
  const [order, next] = [world.order(), world.order()];
  await visitByScript(page, mode, order, {
    script: onceThere(`element.fetchIntent = intentOf('${order.id}');`),
  });
  const payer = new Payer(page, mode);
  await payer.type();
  await payer.element.evaluate((element, id) => {
    const { intentOf } = window as unknown as { intentOf(id: string): () => Promise<unknown> };
    Object.assign(element, { fetchIntent: intentOf(id) });
  }, next.id);
  await payer.button.click();
  await page.waitForURL('**/back?*');
  expect([await world.charges(order), await world.charges(next)]).toEqual([0, 1]);
});
