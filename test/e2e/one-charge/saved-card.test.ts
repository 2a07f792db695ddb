import type { BrowserContext } from '@playwright/test';
import { formOf, inFrame, inPage, type Mode } from '../modes.js';
import { expect, test, world } from './fixtures.js';
import { visit, type Payer } from './payer.js';
import type { RequestOutcome } from './proxy.js';
import type { Order, SetUp } from './shop.js';
import { Tokens } from './tokens.js';
import { atOnce, challenged } from './world.js';

/** Payments by a card that the payer chooses from the saved ones, with tabs, reloads, Back and a page that meddles. */
let tokens: Tokens;
test.beforeEach(() => void (tokens = new Tokens(world)));

const lost: readonly RequestOutcome[] = ['drop-after', 'drop-after', 'drop-after'];
const card = (token: string) => ({ token, company: 'visa', number: '•••• 5430', month: 12, year: 2030 });

interface Visit {
  readonly setUp: SetUp;
  readonly mode: Mode;
  readonly cards: readonly string[];
}

async function visitWith(
  context: BrowserContext,
  order: Order,
  { setUp, mode, cards }: Visit,
): Promise<Payer> {
  const page = await context.newPage();
  await tokens.watch(page);
  const list = JSON.stringify(cards.map(card));
  const script = `addEventListener('DOMContentLoaded', () =>
    document.querySelectorAll('pay-checkout').forEach((element) => { element.savedCards = ${list}; }))`;
  const payer = await visit(page, order, { setUp, mode, script });
  await expect(formOf(page, mode).getByRole('radio').first()).toBeChecked();
  await payer.expectState('ready');
  return payer;
}

const differentOnes = (order: Order) =>
  new Set(world.sentSources(order).map((it) => JSON.stringify(it))).size;

test('frame, checkout-url: two tabs at the same moment by the same saved card', async ({ context }) => {
  const how = { setUp: 'checkout-url', mode: inFrame } as const;
  const [order, token] = [world.order(), await tokens.keep(atOnce)];
  const cards = [token];
  const payers = [
    await visitWith(context, order, { ...how, cards }),
    await visitWith(context, order, { ...how, cards }),
  ];
  await Promise.all(payers.map((payer) => payer.pressAtOnce()));
  // The other tab may be the one that pays.
  await Promise.all(payers.map((payer) => payer.insist(3_000)));
  await tokens.expectOnce(order, context, token);
  expect(await world.charges(order)).toBe(1);
});

test('page, intent-url + status-url: Back from the bank, and a second try by the saved card', async ({
  context,
}) => {
  const [order, token] = [world.order(), await tokens.keep(challenged)];
  const payer = await visitWith(context, order, {
    setUp: 'intent-url + status-url',
    mode: inPage,
    cards: [token],
  });
  await payer.button.click();
  await payer.page.waitForURL('**/acs_emulator');
  await payer.page.goBack();
  const text = 'Your bank is waiting for your approval';
  await expect(payer.notice).toContainText(text);
  await expect(payer.button).toBeHidden();
  await payer.page.reload();
  await expect(payer.notice).toContainText(text);
  await payer.insist(3_000);
  await tokens.expectOnce(order, context, token);
  expect(await world.payments(order)).toHaveLength(1);
  expect(await world.charges(order)).toBe(1);
  expect(differentOnes(order)).toBe(1);
});

test('page: the answer is lost, the payer loads the page again and chooses another saved card', async ({
  context,
}) => {
  const mode = inPage;
  const order = world.order(lost);
  const cards = [await tokens.keep(atOnce), await tokens.keep(atOnce)];
  const payer = await visitWith(context, order, { setUp: 'checkout-url', mode, cards });
  // Nobody answers about it until the page is loaded again, or it would go on by itself.
  const asking = `${order.id} status`;
  world.shop.troubles.set(asking, { status: 503, json: {} });
  await payer.button.click();
  await payer.expectState('unknown');
  expect(await world.charges(order)).toBe(1);
  await payer.page.goto(world.shop.offer(order, { setUp: 'checkout-url', mode }));
  world.shop.troubles.delete(asking);
  await payer.insist(3_000);
  await tokens.expectOnce(order, context, ...cards);
  expect(await world.charges(order)).toBe(1);
  expect(differentOnes(order)).toBe(1);
});

test('page: a form around the element submits no token', async ({ context }) => {
  const [order, token] = [world.order(), await tokens.keep(atOnce)];
  const payer = await visitWith(context, order, { setUp: 'intent-url', mode: inPage, cards: [token] });
  const submitted = await payer.element.evaluate(async (element) => {
    const form = document.createElement('form');
    element.setAttribute('name', 'payment');
    element.addEventListener('pay-outcome', (event) => event.preventDefault());
    element.before(form);
    form.append(element);
    const checkout = element as HTMLElement & { updateComplete: Promise<void> };
    await checkout.updateComplete;
    return JSON.stringify([...new FormData(form)]) + document.documentElement.innerHTML;
  });
  expect(submitted.replace(/<script>[^]*?<\/script>/g, '')).not.toContain(token);
  await payer.expectState('ready');
  await payer.button.click();
  await payer.expectState('paid');
  const after = await payer.page.evaluate(() => JSON.stringify([...new FormData(document.forms[0])]));
  expect(after).toContain('payment');
  expect(after).not.toContain('token_');
  await tokens.expectOnce(order, context, token);
});

test('frame: the page sets other cards while one pays: the one that was chosen is charged', async ({
  context,
}) => {
  const order = world.order([{ late: 800 }]);
  const [token, other] = [await tokens.keep(atOnce), await tokens.keep(atOnce)];
  const payer = await visitWith(context, order, { setUp: 'intent-url', mode: inFrame, cards: [token] });
  await payer.element.evaluate(
    (element, list) => {
      const checkout = element as HTMLElement & { savedCards: unknown; submit(): Promise<unknown> };
      element.addEventListener('pay-attempt', () => {
        checkout.savedCards = list;
      });
      void checkout.submit().catch(() => undefined);
      checkout.savedCards = [];
      void checkout.submit().catch(() => undefined);
    },
    [card(other)],
  );
  await payer.page.waitForURL('**/back?*');
  expect(world.sentSources(order)).toEqual([{ type: 'token', token }]);
  await tokens.expectOnce(order, context, token, other);
  expect(await world.charges(order)).toBe(1);
});
