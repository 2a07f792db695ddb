import type { Page } from '@playwright/test';
import { frameAddress, inFrame, inPage } from '../modes.js';
import { expect, test } from './fixtures.js';
import { forbidStorage } from './hazards.js';
import { Payer } from './payer.js';
import { refusal } from './proxy.js';
import { declined, type World } from './world.js';

/** A page that sets or removes `frame-src` while a payment of the form that it takes away may be under way. */
let world: World;
test.beforeAll(({ world: shared }) => void (world = shared));

/** The service has charged the card, and refuses what the browser itself sends again. */
const refusedAgain = ['drop-after', refusal(429, { type: 'rate_limit_error' })] as const;

const first = () => frameAddress(world.proxy.url);
const second = () => `${first()}?other`;

const switches = [
  { from: inPage, before: () => undefined, to: inFrame, after: first },
  { from: inFrame, before: first, to: inPage, after: () => undefined },
  { from: inFrame, before: first, to: inFrame, after: second },
] as const;

/** Answers what the console has said of it by then. */
async function setFrameSrc(page: Page, frameSrc: string | undefined): Promise<readonly string[]> {
  await page.locator('pay-checkout').evaluate(async (element, frameSrc) => {
    const checkout = element as HTMLElement & {
      frameSrc: string | undefined;
      updateComplete: Promise<unknown>;
    };
    checkout.frameSrc = frameSrc;
    await checkout.updateComplete;
  }, frameSrc);
  return (await page.consoleMessages())
    .map((message) => message.text())
    .filter((text) => /frame-src/.test(text));
}

for (const { from, before, to, after } of switches) {
  const title = `from the form in the ${from.form} to ${to === inPage ? 'the one in the page' : from === inPage ? 'one in a frame' : 'one in another frame'}`;

  test(`${title}, without storage: a charge that looked refused is not made again on a fresh intent`, async ({
    page,
  }) => {
    await page.addInitScript(forbidStorage);
    const order = world.order(refusedAgain);
    const attributes = { 'frame-src': before() };
    await page.goto(world.shop.offer(order, { setUp: 'intent-url', attributes }));
    const payer = new Payer(page, from);
    await payer.pay();
    await expect.poll(() => world.eventsOf(order)).toEqual(['error api']);
    expect(await world.charges(order)).toBe(1);

    expect(await setFrameSrc(page, after())).toHaveLength(1);
    await payer.pay();
    await expect.poll(() => world.sentFor(order)).toBe(3);
    await expect.poll(() => payer.state()).not.toBe('paying');
    expect(await world.charges(order)).toBe(1);
  });

  test(`${title}: a payment under way ends where it was begun, and then the other form is there`, async ({
    page,
  }) => {
    const order = world.order([{ late: 1_500 }]);
    const attributes = { 'frame-src': before() };
    await page.goto(world.shop.offer(order, { setUp: 'intent-url', attributes }));
    const payer = new Payer(page, from);
    await payer.type(declined);
    const outcome = payer.element.evaluate((element) =>
      (element as unknown as { submit(): Promise<{ status: string }> }).submit(),
    );
    await expect.poll(() => world.sentFor(order)).toBe(1);
    expect(await setFrameSrc(page, after())).toHaveLength(1);
    expect(await payer.state()).toBe('paying');
    expect((await outcome).status).toBe('failed');
    expect(world.eventsOf(order)).toEqual(['outcome failed']);
    const other = new Payer(page, to);
    await expect(other.number).toHaveValue('');
    await expect(payer.element).toHaveJSProperty('frameSrc', after());
    await other.expectState('ready');
  });
}
