import { protocolVersion } from '../../../src/element/frame/protocol.js';
import { expect, type Frame, type Page } from '@playwright/test';
import { attack, challenged, keptToken, stay, type Attack } from './attack.js';
import type { Loot } from './spy.js';
import { script } from './world.js';

/** A window of the attacker's around the shop: an ad in its page, one that it opened, and one that it was opened by. */
const attacker = 'A third window';

/** Records every message that its window receives. */
const recorder = script(() => {
  const loot: string[] = [];
  Object.assign(window, { loot });
  addEventListener('message', ({ data }) => loot.push(JSON.stringify(data)));
}, undefined);

/** It has expired, so that the payer types. */
const savedCard = script((token) => {
  const card = { token, company: 'visa', number: '•••• 0001', month: 1, year: 2024 };
  Object.assign(document.querySelector('pay-checkout') as Element, { savedCards: [card] });
}, keptToken);

interface Third {
  readonly name: string;
  readonly frame: Frame;
  /** The shop's window, as an expression in this one. */
  readonly shop: 'parent' | 'opener' | 'opened';
}

/** Opens a page of the shop by a page of the attacker; the shop opens one in turn, and has an ad in it. */
async function surround(it: Attack, path: string): Promise<{ shop: Page; thirds: readonly Third[] }> {
  const { page, evil, site, put } = it;
  await page.goto(evil + put(recorder));
  const [shop] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => void Object.assign(window, { opened: window.open(url) }), site + path),
  ]);
  // A window that the tests' driver holds at its start holds its opener too, and what that one is loading may get lost.
  await shop.waitForLoadState();
  const [popup] = await Promise.all([
    shop.waitForEvent('popup'),
    shop.evaluate((url) => void window.open(url), evil + put(recorder)),
  ]);
  await popup.waitForLoadState();
  await shop.evaluate(
    (src) =>
      new Promise((resolve) => {
        const ad = document.createElement('iframe');
        Object.assign(ad, { id: 'ad', src, onload: resolve });
        document.body.append(ad);
      }),
    evil + put(recorder),
  );
  const ad = (await (await shop.$('#ad'))?.contentFrame()) as Frame;
  const thirds = [
    { name: 'an ad', frame: ad, shop: 'parent' },
    { name: 'opened by the shop', frame: popup.mainFrame(), shop: 'opener' },
    { name: 'the opener of the shop', frame: page.mainFrame(), shop: 'opened' },
  ] as const;
  await shop.bringToFront();
  return { shop, thirds };
}

/** A page of the shop that has the frame in its own document, where every window around can get at it. */
const plain = ({ put, frame }: Attack) => put(`${recorder}<iframe id="card" src="${frame}"></iframe>`);

/** Sends a message from a window to one that it knows by a name. */
const tell = (frame: Frame, to: string, message: unknown) =>
  frame.evaluate(
    ([to, message]) => (window as never as Record<string, Window>)[to]?.postMessage(message, '*'),
    [to, message] as const,
  );

const countPings = (shop: Page) =>
  shop.evaluate(() => (window as never as Loot).loot.filter((line) => line === '"ping"').length);

const loaded = (it: Attack, shop: Page) =>
  expect
    .poll(() =>
      shop
        .frames()
        .find((one) => one.url() === it.frame)
        ?.evaluate(() => document.readyState),
    )
    .toBe('complete');

export function thirdWindow(): void {
  attack(
    attacker,
    'an ad in the page, the shop’s opener and an opened window greet the frame 100 times each, before and after the page',
    'no answer: the frame hears only the page around the frame',
    0,
    async (it) => {
      const { shop, thirds } = await surround(it, plain(it));
      await loaded(it, shop);
      const greet = ({ frame, shop }: Third) =>
        frame.evaluate(
          ([name, version]) => {
            const card = (window as never as Record<string, Window[]>)[name]?.[0];
            for (let index = 0; index < 100; index++) {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = ({ data }) =>
                (window as never as Loot).loot.push(`answered ${JSON.stringify(data)}`);
              card?.postMessage({ type: 'pay-checkout:greeting', version }, '*', [port2]);
            }
            return card !== undefined;
          },
          [shop, protocolVersion] as const,
        );
      for (const third of thirds) {
        expect(await greet(third)).toBe(true);
        it.tried(`${third.name}, before`);
      }
      const answer = await shop.evaluate(
        (version) =>
          new Promise((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data }) => resolve(data);
            window[0]?.postMessage({ type: 'pay-checkout:greeting', version }, '*', [port2]);
          }),
        protocolVersion,
      );
      expect(answer).toEqual({ type: 'hello', version: protocolVersion });
      for (const third of thirds) {
        await greet(third);
        it.tried(`${third.name}, after`);
      }
      // A message of each to the page and back: what was sent before it has been dealt with.
      for (const { frame, shop: name } of thirds) await tell(frame, name, 'ping');
      await expect.poll(() => countPings(shop)).toBe(3);
      for (const { frame } of thirds)
        expect(await frame.evaluate(() => (window as never as Loot).loot)).toEqual([]);
    },
  );

  attack(
    attacker,
    'the same three look for the frame, and send the page every message of the protocol while the payer types and pays',
    'the frame is not among the shop’s windows; the page listens to its frame only',
    1,
    async (it) => {
      const { shop, thirds } = await surround(it, it.put(recorder + stay + it.markup('') + savedCard));
      const card = it.cardOf(shop);
      await expect(card.inside.getByRole('radio')).toHaveCount(2);
      const formStatus = { phase: 'paid', problem: { kind: 'none', message: '' } };
      const lies = [
        { type: 'outcome', formStatus, outcome: { status: 'paid', paymentId: 'x' } },
        { type: 'redirect', formStatus, url: `${it.evil}/bank`, payment: { id: 'x', status: 'initiated' } },
        { type: 'form-status', formStatus },
        { type: 'refused', field: 'x', reason: 'x' },
        { type: 'height', height: 9 },
        {
          type: 'configure',
          settings: {},
          disabled: true,
          documentBaseUrl: 'x',
          documentUrl: 'x',
          handle: 'x',
        },
        { type: 'submit', submitId: 1 },
        { type: 'reset' },
        { type: 'pay-checkout:here', document: 2, loaded: true },
        { type: 'pay-checkout:ask' },
        { type: 'pay-checkout:returned', version: 1, paymentId: 'x', url: `${it.site}/back` },
      ];
      const shout = async () => {
        for (const { frame, shop: name } of thirds) {
          await frame.evaluate(
            ({ name, lies }) => {
              const shop = (window as never as Record<string, Window>)[name] as Window;
              for (const lie of lies) {
                shop.postMessage(lie, '*');
                for (let index = 0; index < shop.length; index++) shop[index]?.postMessage(lie, '*');
              }
            },
            { name, lies },
          );
        }
      };
      await card.number.click();
      await shout();
      await card.type();
      await shout();
      // The ad is the only one that is to be found.
      for (const { frame, shop: name } of thirds) {
        expect(
          await frame.evaluate((name) => (window as never as Record<string, Window>)[name]?.length, name),
        ).toBe(1);
      }
      await card.button.click();
      await shout();
      await expect.poll(() => card.state()).toBe('paid');
      // The frame itself says that it is there, by a fraction.
      const countReceived = () =>
        shop.evaluate(
          () => (window as never as Loot).loot.filter((line) => !line.includes('"document":0.')).length,
        );
      await expect.poll(countReceived).toBe(3 * thirds.length * lies.length);
      for (const { name } of thirds) for (const { type } of lies) it.tried(`${name}: ${type}`);
      expect(new URL(shop.url()).origin).toBe(it.site);
    },
  );

  attack(
    attacker,
    'claims `pay-checkout:returned` while the bank’s page is open: from another origin, from outside the dialog, from the bank’s page',
    'the dialog stays open until a page of the shop has loaded in it; the server then reads the payment',
    1,
    async (it) => {
      const path = it.put(
        `${recorder}${stay}<script>addEventListener('pay-redirect', ({ detail }) => (window.paymentId = detail.payment.id))</script>
        <iframe id="own" srcdoc="own"></iframe>${it.markup('challenge="frame" status-url="/status"')}`,
      );
      const { shop, thirds } = await surround(it, path);
      const card = it.cardOf(shop);
      await card.type(challenged);
      await card.button.click();
      const dialog = shop.locator('dialog');
      const bank = dialog.locator('iframe');
      await expect(bank.contentFrame().getByRole('button').first()).toBeVisible();
      const paymentId = await shop.evaluate(() => (window as never as { paymentId: string }).paymentId);
      const right = {
        type: 'pay-checkout:returned',
        version: 1,
        paymentId,
        url: `${it.site}/back?id=${paymentId}`,
      };
      /** Every message that was sent before has arrived, and the dialog is still open. */
      const expectOpen = async (frame: Frame, to: string) => {
        const before = await countPings(shop);
        await tell(frame, to, 'ping');
        await expect.poll(() => countPings(shop)).toBe(before + 1);
        expect(await dialog.count()).toBe(1);
      };
      const handle = async (selector: string) => (await (await shop.$(selector))?.contentFrame()) as Frame;
      const sources = [
        ...thirds.map(({ name, frame, shop }) => [name, frame, shop] as const),
        ['the shop’s own frame', await handle('#own'), 'parent'],
        ['the page itself', shop.mainFrame(), 'self'],
        ['the bank', (await (await bank.elementHandle())?.contentFrame()) as Frame, 'parent'],
      ] as const;
      for (const [name, frame, to] of sources) {
        await tell(frame, to, right);
        await expectOpen(frame, to);
        it.tried(name);
      }
      // The payer confirms, and is back in the shop.
      await bank.contentFrame().getByRole('button').first().click();
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => card.state()).toBe('paid');
    },
  );

  attack(
    attacker,
    'the same three lead the frame elsewhere, by `frames[0].location` of the shop’s window, where it is to be found there',
    'an error: a frame is led by its own page only',
    0,
    async (it) => {
      const { shop, thirds } = await surround(it, plain(it));
      await loaded(it, shop);
      for (const { frame, shop: name } of thirds) {
        const errors = await frame.evaluate(
          ({ name, to }) => {
            const card = (window as never as Record<string, Window[]>)[name]?.[0] as Window;
            const ways = [
              () => (card.location = to),
              () => card.location.replace(to),
              () => (card.location.href = to),
            ];
            return ways.map((go) => {
              try {
                go();
                return 'went';
              } catch (error) {
                return (error as Error).name;
              }
            });
          },
          { name, to: `${it.evil}/steal` },
        );
        expect(errors).toEqual(['SecurityError', 'SecurityError', 'SecurityError']);
        for (const way of ['location', 'replace', 'href']) it.tried(`${name} ${way}`);
      }
      expect(it.requests.filter(({ url }) => url === '/steal')).toEqual([]);
      // The page around it may.
      await shop.evaluate((to) => window[0]?.location.replace(to), `${it.evil}/steal`);
      await expect.poll(() => it.requests.filter(({ url }) => url === '/steal').length).toBe(1);
    },
  );
}
