import { expect } from '@playwright/test';
import type { PayCheckout } from '../../../src/entries/index.js';
import { attack, stay } from './attack.js';

/** A script in the page that takes the frame away from under the payer. */
const attacker = 'A script in the page';

/** A frame of the attacker's own, which asks for a card and waits for whatever comes. */
const trap = `<input id="trap" autocomplete="cc-number"><script>
  addEventListener('message', (event) => {
    window.greeted = true;
    const [port] = event.ports;
    if (!port) return;
    window.loot = window.loot ?? [];
    port.onmessage = ({ data }) => window.loot.push(JSON.stringify(data));
    port.postMessage({ type: 'hello', version: 1 });
  });
  parent.postMessage({ type: 'pay-checkout:here', document: 1, loaded: false }, '*');
</script>`;

/** The answer comes when nobody waits for it any more. A request that a test holds would go out again without its frame. */
const slow = { route: 'fulfil', fault: 'delay', times: 1, ms: 60_000 };

export function pageMoves(): void {
  attack(
    attacker,
    'leads the frame elsewhere, by `src`, by location and by a reload, while the payer types and while the payment is on its way',
    'what was typed is gone with the document; the payment is known to the page as unknown, and is one',
    1,
    async ({ page, card, open, tried, shop, put, evil, state, reaches, loot }) => {
      const elsewhere = evil + put(trap);
      await shop.control('faults', slow);
      await open('', { before: stay });
      const frame = page.locator('pay-checkout .place > iframe');
      const ways = {
        src: (frame: HTMLIFrameElement, to: string) => void (frame.src = to),
        location: ({ contentWindow }: HTMLIFrameElement, to: string) => {
          if (contentWindow) contentWindow.location = to;
        },
        replace: ({ contentWindow }: HTMLIFrameElement, to: string) => contentWindow?.location.replace(to),
      };
      const reload = () => frame.evaluate((it: HTMLIFrameElement) => void (it.src += ''));
      for (const [name, go] of Object.entries(ways)) {
        await card.fill();
        await frame.evaluate(go, elsewhere);
        const trapped = page.frameLocator('pay-checkout iframe').locator('#trap');
        await expect(trapped).toHaveValue('');
        // It gets no greeting: the channel is for the origin of `frame-src`.
        const found = page.frames().find((one) => one.url() === elsewhere);
        expect(await found?.evaluate(() => 'greeted' in window)).toBe(false);
        tried(`typing: ${name}`);
        await page.reload();
        await expect(card.number).toHaveValue('');
      }
      await card.fill();
      await reload();
      await expect(card.number).toHaveValue('');
      tried('typing: reload');

      await card.fill();
      // Of the new document: the form is there before its script, and the page may still have the old one's state.
      const greetings = async () => (await loot('received')).filter(({ type }) => type === 'hello');
      await expect.poll(async () => (await greetings()).length).toBe(2);
      await reaches('ready');
      const outcome = card.element.evaluate((element: PayCheckout) => element.submit());
      await expect.poll(() => shop.payments()).toBe(1);
      await frame.evaluate(ways.location, elsewhere);
      expect(await outcome).toMatchObject({ status: 'unknown' });
      tried('paying: location');
      // The frame again: it is told of the payment, and offers no form.
      await reload();
      await expect.poll(state).toBe('unknown');
      tried('paying: reload');
      await expect(card.button).toBeHidden();
    },
  );

  attack(
    attacker,
    'sets `frame-src` to a hostile frame, while the payer types and while the payment is on its way',
    'no effect: the frame is fixed when the element is first in the page',
    1,
    async ({ page, card, open, tried, hold, shop, put, evil, reaches }) => {
      const mine = evil + put(trap);
      const release = await hold();
      await open('', { before: stay });
      const swap = async () => {
        await card.element.evaluate((it: PayCheckout, src) => it.setAttribute('frame-src', src), mine);
        await card.element.evaluate((it: PayCheckout) => it.updateComplete);
        expect(page.frames().some((one) => one.url() === mine)).toBe(false);
        await expect(card.button).toBeVisible();
      };
      await card.fill();
      await swap();
      tried('typing');
      await card.button.click();
      await expect.poll(() => shop.payments()).toBe(1);
      await swap();
      tried('paying');
      release();
      await reaches('paid');
    },
  );

  attack(
    attacker,
    'removes, moves, hides and clones the element while the payment is on its way',
    'the page gets the outcome `unknown`; a clone offers no form, because the payment is remembered',
    1,
    async ({ page, card, open, tried, shop, reaches, loot }) => {
      await shop.control('faults', slow);
      await open('', { before: stay });
      await card.fill();
      await card.button.click();
      await expect.poll(() => shop.payments()).toBe(1);
      await card.element.evaluate((element: HTMLElement) => {
        const copy = element.cloneNode(true) as HTMLElement;
        copy.id = 'copy';
        element.hidden = true;
        document.body.append(copy);
      });
      const copy = page.frameLocator('#copy iframe');
      await expect(copy.locator('[part~="notice"]')).toBeVisible();
      await expect(copy.locator('form')).toBeHidden();
      tried('hide');
      tried('clone');
      await card.element.evaluate((element: HTMLElement) => {
        document.querySelector('#copy')?.remove();
        element.hidden = false;
        document.body.prepend(element);
      });
      await reaches('unknown');
      tried('move');
      await card.element.evaluate((element) => {
        element.remove();
        document.body.append(element);
      });
      await reaches('unknown');
      tried('remove');
      await expect(card.button).toBeHidden();
      expect(await shop.fulfilments()).toBe(1);
      expect((await loot('failures')).join()).toBe('');
    },
  );
}
