import { expect } from '@playwright/test';
import { attack, code, decoy, number, stay } from './attack.js';
import { readAll, type Loot } from './spy.js';

/** A script in the page that looks on while the payer types and pays. */
const attacker = 'A script in the page';

export function pageReads(): void {
  attack(
    attacker,
    'listens to keys, input, paste, pointer, focus and selection, in the whole page and before anybody else; asks for the clipboard',
    'nothing that is typed or pasted: the events of the frame end at the frame',
    1,
    async ({ page, card, open, reaches, tried, saw, loot }) => {
      await open('', { before: stay });
      await page.locator('#own').pressSequentially(decoy);
      expect(await loot('letters')).toBe(decoy);
      expect((await loot('loot')).join()).toContain(decoy);

      await card.type();
      tried('keys, input, pointer, focus');
      await card.number.press('Control+a');
      tried('selection');
      await card.number.press('Control+x');
      await expect(card.number).toHaveValue('');
      await card.number.press('Control+v');
      await expect(card.number).toHaveValue('4111 1140 0576 5430');
      tried('cut and paste');
      const clipboard = await page.evaluate(() =>
        navigator.clipboard.readText().catch((error) => error.name),
      );
      saw(String(clipboard));
      tried('the clipboard');
      await card.button.click();
      await reaches('paid');
      expect(await loot('letters')).toBe(decoy);

      // The same keys in the page's own field are seen.
      await page.locator('#own').press('Control+a');
      await page.locator('#own').press('Control+x');
      await page.locator('#own').press('Control+v');
      const lines = (await loot('loot')).filter((line) => /^"(paste|cut|selectionchange)"/.test(line));
      expect(lines.join()).toContain(decoy);
      expect(lines.join()).toContain('"paste"');
    },
  );

  attack(
    attacker,
    'reads the frame’s document, its window’s properties, the active element, shadow roots, storage and performance entries after every key',
    'an error for whatever is in the frame; of the rest nothing has a card in it',
    1,
    async ({ page, card, open, reaches, tried, saw }) => {
      await open('', {
        before: stay,
        after: '<iframe id="twin" srcdoc="<input id=there>"></iframe>',
      });
      const twin = page.frameLocator('#twin').locator('#there');
      await twin.pressSequentially(decoy);
      await page.evaluate(() => {
        const there = document
          .querySelector<HTMLIFrameElement>('#twin')
          ?.contentDocument?.querySelector('input');
        there?.setAttribute('value', there.value);
      });
      // A frame of the page's own origin is read by the same means.
      expect(await page.evaluate(readAll)).toContain(decoy);
      for (const [name, keys] of [
        ['number', number],
        ['expiry', '1230'],
        ['code', code],
        ['name', 'Sara Ali'],
      ] as const) {
        await card[name].click();
        for (const key of keys) {
          await card[name].press(key === ' ' ? 'Space' : key);
          saw(await page.evaluate(readAll));
        }
        tried(name);
      }
      expect(await page.evaluate(readAll)).toContain('SecurityError');
      await card.button.click();
      await reaches('paid');
    },
  );

  attack(
    attacker,
    'records all that passes `MessageChannel`, `postMessage`, listeners, `JSON`, `Promise`, `fetch`, storage, regular expressions and collections',
    'settings, looks, states and the payment with its masked number',
    1,
    async ({ page, card, open, reaches, tried, loot }) => {
      await open('intent-url="/intent"', { before: stay });
      await page.evaluate((decoy) => {
        const { port1 } = new MessageChannel();
        port1.postMessage(JSON.stringify({ decoy }));
      }, decoy);
      expect((await loot('loot')).filter((line) => line.includes(decoy)).length).toBeGreaterThan(1);
      await card.type();
      await card.button.click();
      await reaches('paid');
      const lines = await loot('loot');
      for (const tap of [
        'port.postMessage',
        'JSON.stringify',
        'dispatchEvent',
        'received',
        'addEventListener',
        'then',
      ]) {
        expect(lines.some((line) => line.startsWith(`"${tap}"`))).toBe(true);
        tried(tap);
      }
      // The frame's state comes with an earlier message than what became of the payment.
      await expect
        .poll(async () => (await loot('received')).map(({ type }) => type))
        .toEqual(expect.arrayContaining(['hello', 'ready', 'change', 'attempt', 'outcome']));
      // The whole of what has come, for who wants to look closer: a card's first digits and last four at the most.
      const digits = JSON.stringify(await loot('received')).match(/\d[\d •*X-]{11,}\d/gi) ?? [];
      expect(digits.some((text) => text.replaceAll(/\D/g, '').includes(number))).toBe(false);
    },
  );

  attack(
    attacker,
    'lays another input over the frame; makes the frame transparent, and moves the frame under the pointer',
    'what the payer types into the other input. **Drawing over the frame cannot be prevented**',
    0,
    async ({ page, card, open, tried, loot }) => {
      await open();
      await expect(card.number).toBeVisible();
      await page.evaluate(() => {
        const frame = document.querySelector('pay-checkout') as HTMLElement;
        frame.style.opacity = '0.01';
        frame.style.position = 'absolute';
        frame.style.top = '80px';
        const over = document.createElement('input');
        over.id = 'over';
        over.style.cssText = 'position:absolute;top:0;left:0;z-index:9;height:60px;width:400px';
        document.body.append(over);
      });
      await page.locator('#over').click();
      await page.keyboard.type(decoy);
      expect(await loot('letters')).toBe(decoy);
      tried('an input over the frame');
      await card.type();
      await expect(card.number).toHaveValue('4111 1140 0576 5430');
      expect(await page.evaluate(() => (window as never as Loot).letters)).toBe(decoy);
      tried('a transparent frame');
    },
  );
}
