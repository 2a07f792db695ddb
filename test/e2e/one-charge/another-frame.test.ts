import { frameAddress, inFrame } from '../modes.js';
import { expect, test, world } from './fixtures.js';
import { forbidStorage } from './hazards.js';
import { visit } from './payer.js';
import { refusal } from './proxy.js';

/** A page that sets another `frame-src`, or none, when a payment may exist that only the first frame knows. */

/** The service has charged the card, and refuses what the browser itself sends again. */
const refusedAgain = ['drop-after', refusal(429, { type: 'rate_limit_error' })] as const;

const others: Readonly<Record<string, () => string | undefined>> = {
  'another frame': () => `${frameAddress(world.proxy.url)}?other`,
  'no frame': () => undefined,
};

for (const [title, other] of Object.entries(others)) {
  test(`frame: a page that sets ${title} keeps the first one, and without storage a charge that looked refused is not made again on a fresh intent`, async ({
    page,
  }) => {
    await page.addInitScript(forbidStorage);
    const order = world.order(refusedAgain);
    const payer = await visit(page, order, { setUp: 'intent-url', mode: inFrame });
    await payer.pay();
    await expect.poll(() => world.eventsOf(order)).toEqual(['error api']);
    expect(await world.charges(order)).toBe(1);

    await payer.element.evaluate(async (element, frameSrc) => {
      Object.assign(element, { frameSrc });
      await Reflect.get(element, 'updateComplete');
    }, other());
    const logged = (await page.consoleMessages()).map((message) => message.text());
    expect(logged.filter((text) => text.includes('frame-src'))).toEqual([
      '<pay-checkout>: `frame-src` is fixed when the element is first in a page: put a new element there.',
    ]);
    await expect(payer.element.locator('.place > iframe')).toHaveAttribute(
      'src',
      frameAddress(world.proxy.url),
    );
    await payer.pay();
    await expect.poll(() => world.sentFor(order)).toBe(3);
    await expect.poll(() => payer.state()).not.toBe('paying');
    expect(await world.charges(order)).toBe(1);
  });
}
