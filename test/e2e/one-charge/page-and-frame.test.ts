import { inFrame } from '../modes.js';
import { expectPaidOnce, test, world } from './fixtures.js';
import { visit } from './payer.js';

/** A form in a frame takes what a page's functions answer, as a form in the page does. */

const lost = ['drop-after', 'drop-after', 'drop-after'] as const;

test('frame: the payment that fetchStatus answers may hold what cannot be sent', async ({ page }) => {
  const order = world.order(lost);
  // First something that is not JSON at all, then what reactive state of a framework is.
  const script = `addEventListener('DOMContentLoaded', () => {
    const element = document.querySelector('pay-checkout');
    const loop = {};
    const metadata = [Object.assign(loop, { loop }), new Proxy({ cart: '7', sum() {} }, {})];
    element.fetchStatus = async (id) => {
      const response = await fetch('/status?order=${order.id}&id=' + id);
      return response.ok ? { ...(await response.json()), metadata: metadata.shift() } : undefined;
    };
  });`;
  await (await visit(page, order, { setUp: 'intent-url', mode: inFrame, script })).pay();
  await expectPaidOnce(page, order);
});
