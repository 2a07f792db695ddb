import { protocolVersion } from '../../../src/element/frame/protocol.js';
import { expect } from '@playwright/test';
import { fromFrame, toFrame } from '../../element/frame/schemas.js';
import { attack, sendAsPage, stay, type Attack } from './attack.js';
import type { Loot } from './spy.js';

/** A script in the page that has the page's end of the channel, and sends the frame what the page would not. */
const attacker = 'A script in the page';

/** Every kind of message, by the schemas that the protocol's readers are held against. */
const kinds = [fromFrame, toFrame].flatMap(({ def }) =>
  def.options.flatMap((option) => option.def.shape.type.def.values),
);
const types: readonly string[] = [...kinds, '__proto__', 'constructor', 'toString'];

/** A `configure`, as the page sends one. */
const configure = ({ page, base }: Pick<Attack, 'page' | 'base'>, settings: object, handle: string) => ({
  type: 'configure',
  settings: { publishableKey: 'pk_test_sandbox', baseUrl: base, ...settings },
  disabled: false,
  documentBaseUrl: page.url(),
  documentUrl: page.url(),
  handle,
});

/** A payment whose answer is lost, as a page can have it by a short timeout, and which the page denies until the form is there. */
async function denyPayment(it: Attack): Promise<void> {
  const { page, card, open, reaches, shop, state } = it;
  it.status = () => Promise.reject(new Error('There is none.'));
  await page.clock.install();
  await open('status-url="/status"', { before: stay });
  await shop.control('faults', { route: 'fulfil', fault: 'truncated', times: 1 });
  await card.fill();
  await card.button.click();
  await reaches('unknown');
  const stateAfterTime = async () => {
    await page.clock.fastForward(6_000);
    return state();
  };
  await expect.poll(stateAfterTime, { intervals: [100], timeout: 90_000 }).toBe('ready');
}

/** What `submit` is answered; its outcome is another message, with the same number. */
async function submit({ page, loot }: Attack, submitId: number): Promise<unknown> {
  // Many at once: between two of them nothing is emptied.
  await sendAsPage(page, ...Array.from({ length: 20 }, () => ({ type: 'submit', submitId })));
  const answer = async () =>
    (await loot('received')).find(
      (message) => message['submitId'] === submitId && message['type'] !== 'outcome',
    );
  await expect.poll(answer).toBeTruthy();
  return (await answer())?.['type'];
}

export function pageSends(): void {
  attack(
    attacker,
    'sends every kind of message with odd values, `__proto__` keys, cycles, a text of 10 MB, and 1,000 of them',
    'dropped, or taken as the form takes what a page sets; the form goes on, and pays once',
    1,
    async ({ page, card, open, reaches, tried, base, secret }) => {
      await open('', { before: stay });
      await card.fill();
      await page.evaluate((types) => {
        const port = (window as never as Loot).ports.at(-1);
        const cycle: Record<string, unknown> = { type: 'appearance' };
        Object.assign(cycle, { messages: cycle, values: {}, lang: 'en', dir: '', colorScheme: '', rem: 16 });
        const odd: unknown[] = [
          undefined,
          null,
          NaN,
          -1,
          1e999,
          10n,
          '',
          '<b>',
          [],
          {},
          new Date(),
          new Map([['type', 'submit']]),
          new Error('x'),
          new ArrayBuffer(8),
          { toString: 1, valueOf: 1 },
          JSON.parse('{"__proto__":{"type":"submit"},"constructor":{"prototype":{"complete":true}}}'),
        ];
        port?.postMessage(cycle);
        for (const value of odd) {
          port?.postMessage(value);
          port?.postMessage({ type: value });
          for (const type of types) {
            if (type === 'submit') continue;
            const fields =
              'requestId submitId settings disabled documentBaseUrl documentUrl handle entry sent lang dir colorScheme rem values messages value error';
            port?.postMessage({
              type,
              ...Object.fromEntries(fields.split(' ').map((name) => [name, value])),
            });
          }
        }
      }, types);
      expect(kinds).toHaveLength(32);
      for (const type of types) tried(type);
      await page.evaluate(() => {
        const port = (window as never as Loot).ports.at(-1);
        const huge = 'x'.repeat(10_000_000);
        port?.postMessage({ type: 'value', requestId: 1, value: huge });
        port?.postMessage({ type: huge });
        for (let index = 0; index < 1000; index++) port?.postMessage({ type: 'granted', requestId: index });
      });
      tried('10 MB');
      tried('1000 messages');
      // The same channel does take what is right.
      await sendAsPage(page, configure({ page, base }, { clientSecret: secret, amount: 10_000 }, '1'), {
        type: 'appearance',
        lang: 'en',
        dir: '',
        colorScheme: 'light',
        rem: 16,
        values: { '--pay-accent': 'rgb(1, 2, 3)' },
        messages: null,
      });
      await expect(card.button).toHaveCSS('background-color', 'rgb(1, 2, 3)');
      // `reset` was among them.
      await expect(card.number).toHaveValue('');
      await card.fill();
      await card.button.click();
      await reaches('paid');
      const polluted = await card.inside.evaluate(() => 'complete' in {} || 'type' in {});
      expect(polluted).toBe(false);
    },
  );

  attack(
    attacker,
    'greets the frame itself: without a port, with two, in another version, out of a nested frame, and once more',
    'the first right greeting of the page around the frame counts, and no other',
    0,
    async ({ page, frame, open, tried }) => {
      await open();
      const answers = await page.evaluate(
        async ({ src, version: current }) => {
          const made = document.createElement('iframe');
          made.src = src;
          document.body.append(made);
          await new Promise((resolve) => (made.onload = resolve));
          const received: string[] = [];
          const greet = (from: Window, version: unknown, ports: number, name: string) => {
            const channels = Array.from({ length: ports }, () => new MessageChannel());
            channels.forEach(
              ({ port1 }, index) =>
                (port1.onmessage = ({ data }) =>
                  received.push(`${name} ${index} ${data.type} ${data.reason ?? ''}`)),
            );
            const message = { type: 'pay-checkout:greeting', version };
            const run = (from as never as { Function: typeof Function }).Function;
            // Through the other window's own function, so that it is the one who speaks.
            run(
              'to',
              'message',
              'ports',
              'to.postMessage(message, "*", ports)',
            )(
              made.contentWindow,
              message,
              channels.map(({ port2 }) => port2),
            );
            // Answers come in order, so those to an earlier one are here by then.
            return new Promise((resolve) => setTimeout(resolve));
          };
          const nested = document.createElement('iframe');
          document.body.append(nested);
          const inner = nested.contentWindow as Window;
          await greet(inner, current, 1, 'nested');
          await greet(window, current, 0, 'no port');
          await greet(window, current + 1, 1, 'another version');
          await greet(window, String(current), 1, 'version text');
          await greet(window, current, 2, 'two ports');
          await greet(window, current, 1, 'second');
          await greet(inner, current, 1, 'nested later');
          const first = () => received.some((line) => line.startsWith('two ports 0 hello'));
          while (!first()) await new Promise((resolve) => setTimeout(resolve, 5));
          // One round trip more: whoever was to be answered is answered.
          const { port1, port2 } = new MessageChannel();
          await new Promise((resolve) => {
            made.onload = resolve;
            port1.onmessage = resolve;
            made.contentWindow?.postMessage({ type: 'pay-checkout:greeting', version: current }, '*', [
              port2,
            ]);
            made.src = `${src}?again`;
          });
          return received;
        },
        { src: frame, version: protocolVersion },
      );
      for (const name of ['nested', 'no port', 'another version', 'version text', 'two ports', 'second'])
        tried(name);
      expect(answers).toEqual([
        'another version 0 refused names a frame of another release than the script in this page.',
        'two ports 0 hello ',
      ]);
    },
  );

  attack(
    attacker,
    'while paying: `submit` 50 times, `granted`, `value` and `store-changed` again, and another intent, its secret in a `configure`',
    'one payment, on the intent that it was begun with',
    1,
    async ({ page, card, open, reaches, tried, hold, shop, newSecret, base, loot }) => {
      const release = await hold();
      await open('', { before: stay });
      await card.fill();
      await card.button.click();
      await expect.poll(() => shop.payments()).toBe(1);
      const clientSecret = await newSecret();
      const submits = Array.from({ length: 50 }, (_, index) => ({ type: 'submit', submitId: 100 + index }));
      const granted = [1, 1, 2, 3].map((requestId) => ({ type: 'granted', requestId }));
      const values = granted.map(({ requestId }) => ({ type: 'value', requestId, value: { id: 'another' } }));
      await sendAsPage(
        page,
        ...submits,
        ...granted,
        ...values,
        { type: 'store-changed' },
        { type: 'reset' },
        configure({ page, base }, { clientSecret, amount: 10_000 }, '7'),
        ...submits,
      );
      for (const name of ['submits', 'granted', 'value', 'store-changed', 'reset', 'configure']) tried(name);
      release();
      await expect
        .poll(async () => (await loot('received')).filter(({ type }) => type === 'settled').length)
        .toBeGreaterThanOrEqual(100);
      // Every submit is told of the same payment. The form is there for the next intent, and is empty.
      const settled = (await loot('received')).flatMap(({ type, outcome }) =>
        type === 'settled' ? [(outcome as { paymentId: string }).paymentId] : [],
      );
      expect(new Set(settled).size).toBe(1);
      await reaches('ready');
      await expect(card.number).toHaveValue('');
      await sendAsPage(page, { type: 'submit', submitId: 999 });
      await expect
        .poll(async () => (await loot('received')).filter(({ type }) => type === 'rejected').length)
        .toBe(1);
      expect(await shop.fulfilments()).toBe(1);
    },
  );

  attack(
    attacker,
    'denies a payment that arrived, so that the form returns; then sets another intent, or claims an earlier payment',
    'the frame sends no other payment until the result of this one is known',
    1,
    async (it) => {
      const { page, reaches, tried, shop, newSecret } = it;
      await denyPayment(it);
      const settings = { statusUrl: '/status' };
      await sendAsPage(page, configure(it, settings, '9'));
      await sendAsPage(page, configure(it, { ...settings, clientSecret: await newSecret() }, '9'));
      await reaches('ready');
      tried('settings taken away, and another intent');
      // The other intent waits until this payment has its end.
      expect(await submit(it, 50)).toBe('settled');
      await reaches('unknown');
      tried('no such payment');
      // The price that was shown is gone with the settings, so nothing is sent at another one.
      expect(await shop.fulfilments()).toBe(1);
    },
  );

  attack(attacker, 'says the same, and claims another payment from before', undefined, 1, async (it) => {
    const { page, reaches, tried, shop, newSecret } = it;
    await denyPayment(it);
    const paymentId = '2f3a8c1e-5b7d-4e9f-8a1b-3c5d7e9f1a2b';
    await sendAsPage(page, {
      ...configure(it, { statusUrl: '/status', clientSecret: await newSecret() }, '9'),
      entry: { paymentId, stage: 'sent', at: Date.now(), returned: false },
    });
    expect(await submit(it, 60)).toBe('settled');
    await reaches('unknown');
    tried('a payment from before');
    // The price that was shown is gone with the settings, so nothing is sent at another one.
    expect(await shop.fulfilments()).toBe(1);
  });
}
