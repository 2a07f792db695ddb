import type { BrowserContext, Page } from '@playwright/test';
import { approve, inFrame, inPage } from '../modes.js';
import { formAt } from './by-turns.js';
import { expect, test, world } from './fixtures.js';
import { visit, type Payer } from './payer.js';
import type { Offer, Order } from './shop.js';
import { byToken, Tokens } from './tokens.js';
import { atOnce, challenged, declined } from './world.js';

/** Payments by a token that the page hands to `submit({ source })`, where the network, the payer and the bank do anything. */
let tokens: Tokens;
test.beforeEach(() => void (tokens = new Tokens(world)));

const poor = '4123120001090000';

async function visitWatched(context: BrowserContext, order: Order, offer: Offer): Promise<Payer> {
  const page = await context.newPage();
  await tokens.watch(page);
  const payer = await visit(page, order, offer);
  await payer.expectState('ready');
  return payer;
}

/** What `submit()` came to: a status, or an error's code and field. */
const submit = (page: Page, source: unknown): Promise<string> =>
  page.locator('pay-checkout').evaluate(async (element, source) => {
    const { record } = window as unknown as { record(text: string): void };
    const checkout = element as unknown as { submit(options: unknown): Promise<{ status: string }> };
    try {
      const outcome = await checkout.submit({ source });
      record(JSON.stringify(outcome));
      return outcome.status;
    } catch (error) {
      const { code, field } = error as { code: string; field?: string };
      record(JSON.stringify([String(error), error]));
      return `${code} ${field ?? ''}`.trim();
    }
  }, source);

for (const [row, setUp] of (['client-secret', 'checkout-url'] as const).entries()) {
  const mode = formAt(row);
  test(`${mode.form}, ${setUp}: a token goes through 3-D Secure`, async ({ context }) => {
    const [order, token] = [world.order(), await tokens.keep(challenged)];
    const { page } = await visitWatched(context, order, { setUp, mode });
    expect(await submit(page, byToken(token))).toBe('initiated');
    await approve(page);
    await page.waitForURL('**/back?*');
    expect(new URL(page.url()).searchParams.get('status')).toBe('paid');
    expect(world.sentSources(order)).toEqual([byToken(token)]);
    await tokens.expectOnce(order, context, token);
    expect(await world.charges(order)).toBe(1);
  });
}

test('page: a listener that hears of a declined card pays by a token', async ({ context }) => {
  const [order, token] = [world.order(), await tokens.keep(atOnce)];
  const payer = await visitWatched(context, order, { setUp: 'checkout-url', mode: inPage });
  await payer.type(declined);
  const came = await payer.element.evaluate(async (element, source) => {
    const checkout = element as HTMLElement & { submit(options?: object): Promise<{ status: string }> };
    const seen: string[] = [];
    const pay = (options?: object) => checkout.submit(options).then(({ status }) => void seen.push(status));
    const again = new Promise<void>((resolve) => {
      const tryAgain = () => {
        seen.push('event');
        resolve(pay({ source }));
      };
      element.addEventListener('pay-outcome', tryAgain, { once: true });
    });
    // The page stays here.
    element.addEventListener('pay-outcome', (event) => event.preventDefault());
    await pay();
    await again;
    return seen;
  }, byToken(token));
  expect(came).toEqual(['event', 'failed', 'paid']);
  expect(await world.charges(order)).toBe(1);
});

test('page: a token whose card is declined at the bank, then a typed card', async ({ context }) => {
  const [order, token] = [world.order(), await tokens.keep(poor)];
  const payer = await visitWatched(context, order, { setUp: 'intent-url + status-url', mode: inPage });
  const { page } = payer;
  const checkout = page.url();
  expect(await submit(page, byToken(token))).toBe('initiated');
  await approve(page);
  await page.waitForURL('**/back?*');
  expect(new URL(page.url()).searchParams.get('status')).toBe('failed');
  await page.goto(checkout);
  await expect.poll(() => payer.canPay()).toBe(true);
  await payer.pay();
  await payer.page.waitForURL('**/back?*');
  await tokens.expectOnce(order, context, token);
  expect(await world.charges(order)).toBe(1);
  expect(await world.payments(order)).toHaveLength(2);
});

test('a script of the page hands the frame a card past the element’s door: it is refused there too', async ({
  context,
}) => {
  const order = world.order();
  const script = `const ports = []; const Channel = MessageChannel;
    window.MessageChannel = function () { const made = new Channel(); ports.push(made.port1); return made; };
    window.ports = ports;`;
  const { page } = await visitWatched(context, order, { setUp: 'intent-url', mode: inFrame, script });
  const error = await page.evaluate(
    (number) =>
      new Promise((resolve) => {
        const port = (window as unknown as { ports: MessagePort[] }).ports.at(-1);
        port?.addEventListener('message', ({ data }) => {
          if (data.type === 'rejected') resolve(data.error);
        });
        port?.postMessage({ type: 'submit', submitId: 77, source: { type: 'creditcard', number } });
      }),
    atOnce,
  );
  expect(error).toMatchObject({ code: 'configuration', field: 'source' });
  expect(world.sentFor(order)).toBe(0);
});
