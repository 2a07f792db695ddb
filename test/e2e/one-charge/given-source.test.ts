import type { BrowserContext, Page } from '@playwright/test';
import { inFrame, inPage } from '../modes.js';
import { formAt } from './by-turns.js';
import { expect, test } from './fixtures.js';
import { Payer } from './payer.js';
import type { Offer, Order } from './shop.js';
import { byToken, Tokens } from './tokens.js';
import { atOnce, challenged, declined, type World } from './world.js';

/** Payments by a token that the page hands to `submit({ source })`, where the network, the payer and the bank do anything. */
let world: World;
let tokens: Tokens;
test.beforeAll(({ world: shared }) => {
  world = shared;
  tokens = new Tokens(world);
});
test.beforeEach(() => void (tokens.seen.length = 0));

const poor = '4123120001090000';

async function visit(context: BrowserContext, order: Order, offer: Offer): Promise<Payer> {
  const page = await context.newPage();
  await tokens.watch(page);
  await page.goto(world.shop.offer(order, offer));
  const payer = new Payer(page, offer.mode);
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

const sentSources = (order: Order): unknown[] =>
  world.proxy.sent
    .filter(({ secret }) => world.shop.secrets.get(secret) === order.id)
    .map(({ body }) => (JSON.parse(body) as { source: unknown }).source);

for (const [row, setUp] of (['client-secret', 'checkout-url'] as const).entries()) {
  const mode = formAt(row);
  test(`${mode.form}, ${setUp}: a token goes through 3-D Secure`, async ({ context }) => {
    const [order, token] = [world.order(), await tokens.keep(challenged)];
    const { page } = await visit(context, order, { setUp, mode });
    expect(await submit(page, byToken(token))).toBe('initiated');
    await page.waitForURL('**/acs_emulator');
    await page.getByRole('button', { name: /^Authenticated/ }).click();
    await page.waitForURL('**/back?*');
    expect(new URL(page.url()).searchParams.get('status')).toBe('paid');
    expect(sentSources(order)).toEqual([byToken(token)]);
    await tokens.expectOnce(order, context, token);
    expect(await world.charges(order)).toBe(1);
  });
}

test('page: a listener that hears of a declined card pays by a token', async ({ context }) => {
  const mode = inPage;
  const [order, token] = [world.order(), await tokens.keep(atOnce)];
  const payer = await visit(context, order, { setUp: 'checkout-url', mode });
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
  const mode = inPage;
  const [order, token] = [world.order(), await tokens.keep(poor)];
  const payer = await visit(context, order, { setUp: 'intent-url + status-url', mode });
  const { page } = payer;
  const checkout = page.url();
  expect(await submit(page, byToken(token))).toBe('initiated');
  await page.waitForURL('**/acs_emulator');
  await page.getByRole('button', { name: /^Authenticated/ }).click();
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

test('frame: a source that is none is refused before anything is sent, also while another runs', async ({
  context,
}) => {
  const mode = inFrame;
  const order = world.order([{ late: 3_000 }]);
  const { page } = await visit(context, order, {
    setUp: 'intent-url',
    mode,
    attributes: { timeout: '60000' },
  });
  const token = await tokens.keep(atOnce);
  const card = { type: 'token', token: 'token_1', note: '4111 1111 1111 1111' };
  const wrong: readonly unknown[] = [{ type: 'creditcard', number: atOnce }, { token }, null, card];
  for (const source of wrong) expect(await submit(page, source)).toBe('configuration source');
  expect(world.sentFor(order)).toBe(0);
  const [came, refused] = await Promise.all([
    submit(page, byToken(token)).catch(() => 'left'),
    submit(page, card),
  ]);
  expect(['paid', 'left']).toContain(came);
  expect(refused).toBe('configuration source');
  expect(sentSources(order)).toEqual([byToken(token)]);
  expect(tokens.seen.join('\n')).not.toMatch(/4111 1111|4111114005765430/);
  await tokens.expectOnce(order, context, token);
});

test('a script of the page hands the frame a card past the element’s door: it is refused there too', async ({
  context,
}) => {
  const order = world.order();
  const script = `const ports = []; const Channel = MessageChannel;
    window.MessageChannel = function () { const made = new Channel(); ports.push(made.port1); return made; };
    window.ports = ports;`;
  const { page } = await visit(context, order, { setUp: 'intent-url', mode: inFrame, script });
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
