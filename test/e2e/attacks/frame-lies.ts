import { expect, type Frame } from '@playwright/test';
import { attack, type Attack } from './attack.js';
import type { PayCheckout } from '../../../src/entries/index.js';
import type { Loot } from './spy.js';
import { script } from './world.js';

/** What `frame-src` names is a document of the attacker, which speaks the protocol and lies. */
const attacker = 'A false frame';

const markup = '<img src=x onerror="window.ran=true"><script>window.ran=true</script>';
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const problem = { kind: 'none', message: '' };
const ready = { phase: 'ready', problem };
const complete = {
  method: 'card',
  complete: true,
  empty: false,
  networks: ['visa'],
  fields: { number: 'valid', expiry: 'valid', cvc: 'valid', name: 'valid' },
};

/** A payment ended so, and the payer is to be taken back. */
const ended = (payment: object, { paymentId = id, formStatus = ready } = {}) => [
  { type: 'outcome', formStatus, outcome: { status: 'paid', paymentId, payment } },
  { type: 'return' },
];

const paid = { id, status: 'paid', callback_url: null, source: null };
const refusal = { code: 'api', message: 'x', retryable: false };

/** One message of each kind, as it should be. */
const right: readonly object[] = [
  { type: 'form-status', formStatus: ready },
  { type: 'change', formStatus: ready, detail: complete },
  { type: 'invalid', formStatus: ready, fields: [{ field: 'cvc', code: 'x' }] },
  { type: 'error', formStatus: ready, error: refusal },
  { type: 'outcome', formStatus: ready, outcome: { status: 'failed', paymentId: id, payment: paid } },
  { type: 'redirect', formStatus: ready, requestId: 1, url: 'x:', payment: paid },
  { type: 'open-challenge', requestId: 1, url: 'x:', paymentId: id },
  { type: 'attempt', formStatus: ready, requestId: 1, paymentId: id, handle: '1' },
  { type: 'intent', requestId: 1, handle: '1' },
  { type: 'status', requestId: 1, handle: '1', paymentId: id },
  { type: 'lock', requestId: 1, handle: '1' },
  { type: 'peek', requestId: 1, handle: '1' },
  { type: 'release' },
  { type: 'save', handle: '1', paymentId: id, stage: 'free' },
  { type: 'forget', handle: '1' },
  { type: 'settled', formStatus: ready, submitId: 1, outcome: { status: 'failed', paymentId: id } },
  { type: 'rejected', formStatus: ready, submitId: 1, error: refusal },
  { type: 'refused', field: 'x', reason: 'x' },
];

const liar = script(() => {
  const loot: string[] = [];
  Object.assign(window, { loot, received: [] });
  addEventListener('message', ({ ports: [port] }) => {
    if (!port) return;
    Object.assign(window, { port });
    port.onmessage = ({ data }) => {
      loot.push(JSON.stringify(data));
      (window as never as { received: unknown[] }).received.push(data);
    };
    port.postMessage({ type: 'hello', version: 1 });
    port.postMessage({ type: 'height', height: 300 });
  });
  parent.postMessage({ type: 'pay-checkout:here', document: 1, loaded: false }, '*');
}, undefined);

/** What a frame asks for on the way to the bank: the page's leave, and then to be taken there. */
const toBank = (url: string) => [
  { type: 'redirect', formStatus: ready, requestId: 70, url, payment: { id, status: 'initiated' } },
  { type: 'open-challenge', requestId: 71, url, paymentId: id },
];

interface Liar {
  readonly frame: Frame;
  lie(...messages: unknown[]): Promise<void>;
  /** Returns when the page has handled all messages that were sent before. */
  waitUntilHandled(): Promise<void>;
}

async function openLiar(it: Attack, attributes = ''): Promise<Liar> {
  const src = it.evil + it.put(liar);
  await it.open(`frame-src="${src}" intent-url="/intent" status-url="/status?shop=1" ${attributes}`);
  const find = () => it.page.frames().find((frame) => frame.url() === src);
  await expect
    .poll(() => find()?.evaluate(() => (window as never as Partial<Loot>).loot?.length ?? 0))
    .toBeGreaterThan(0);
  const frame = find() as Frame;
  const lie = (...messages: unknown[]) =>
    frame.evaluate((messages) => {
      const { port } = window as never as { port: MessagePort };
      for (const message of messages) port.postMessage(message);
    }, messages);
  let count = 0;
  return {
    frame,
    lie,
    // A valid message comes last: its event shows that the page has handled those before it.
    async waitUntilHandled() {
      const code = `after ${++count}`;
      await lie({ type: 'invalid', formStatus: ready, fields: [{ field: 'cvc', code }] });
      await expect.poll(async () => JSON.stringify(await it.loot('events'))).toContain(code);
    },
  };
}

/** The page is where it was, ran nothing, threw nothing, and shows no markup. */
async function unharmed({ page, loot }: Attack, url: string): Promise<void> {
  expect(page.url()).toBe(url);
  expect(await loot('failures')).toEqual([]);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await page.locator('pay-checkout :is(img, script)').count()).toBe(0);
}

export function frameLies(): void {
  const addresses = (evil: string) => [
    'javascript:window.ran=true',
    'JavaScript:window.ran=true//http://127.0.0.1',
    ' \tjava\nscript:window.ran=true',
    'data:text/html,<script>window.ran=true</script>',
    'http://shop.example/back',
    `${evil.replace('://', '://user:pass@')}/back`,
    'blob:http://127.0.0.1/1',
    'file:///etc/passwd',
    'about:blank',
    '/relative',
    '',
  ];

  attack(
    attacker,
    'reports a paid payment, with markup in every string and a `callback_url` that is a script, data, http, a file, or has credentials',
    'none is followed, and no markup is shown. An https address is followed: a frame is trusted with that',
    0,
    async (it) => {
      const { lie, waitUntilHandled } = await openLiar(it);
      const url = it.page.url();
      for (const callback_url of addresses(it.evil)) {
        const payment = { id, status: 'paid', callback_url, source: { message: markup, name: markup } };
        const formStatus = { phase: 'paid', problem: { kind: 'none', message: markup } };
        await lie(...ended(payment, { paymentId: markup, formStatus }));
        await waitUntilHandled();
        await unharmed(it, url);
        it.tried(callback_url);
      }
      await lie(
        {
          type: 'error',
          formStatus: ready,
          error: { code: 'configuration', message: markup, retryable: true },
        },
        { type: 'refused', field: markup, reason: markup },
      );
      await expect(it.page.locator('pay-checkout [part="notice"]')).toContainText('<img src=x');
      await unharmed(it, url);
      it.tried('refused, with markup');
      // One that may be followed is: what has kept the others out is their address.
      await lie(...ended({ id, status: 'paid', callback_url: `${it.site}/back` }));
      await it.page.waitForURL('**/back?*');
    },
  );

  attack(
    attacker,
    'sends the payer to the bank at addresses of the same kinds, with the full page and with a dialog',
    'none is followed: the payment is looked up instead',
    0,
    async (it) => {
      for (const challenge of ['redirect', 'frame']) {
        const { lie, waitUntilHandled, frame } = await openLiar(it, `challenge="${challenge}"`);
        const url = it.page.url();
        for (const to of addresses(it.evil)) {
          await lie(...toBank(to));
          await waitUntilHandled();
          await unharmed(it, url);
          expect(await it.page.locator('dialog').count()).toBe(0);
          it.tried(`${challenge} ${to}`);
        }
        expect(JSON.stringify(await it.loot('events'))).not.toContain('"redirect"');
        // Each is told that the payer is here, and so is one that asks for no leave.
        await expect
          .poll(() =>
            frame.evaluate(() => (window as never as Loot).loot.join().split('"value":"back"').length - 1),
          )
          .toBe(addresses('').length);
        await lie(toBank(`${it.site}/unasked`)[1]);
        await waitUntilHandled();
        await unharmed(it, url);
        it.tried(`${challenge} to the bank, without a redirect before it`);
        const [redirect, leave] = toBank(`${it.site}/back`);
        await lie(redirect);
        await expect
          .poll(() => frame.evaluate(() => (window as never as Loot).loot.join()))
          .toContain('"value":true');
        await lie(leave);
        if (challenge === 'redirect') await it.page.waitForURL('**/back');
        else await expect(it.page.locator('dialog iframe')).toHaveAttribute('src', `${it.site}/back`);
      }
    },
  );

  attack(
    attacker,
    'sends heights of −1, NaN, infinity and 10⁹, phases and kinds that there are not, wrong types in every place, and 3,000 messages',
    'dropped; the frame is at most 10,000 pixels high, and every error is caught',
    0,
    async (it) => {
      const { frame, waitUntilHandled, lie } = await openLiar(it);
      const url = it.page.url();
      await lie({ type: 'height', height: 321 });
      await waitUntilHandled();
      const height = () => it.page.locator('pay-checkout iframe').evaluate((element) => element.style.height);
      await expect.poll(height).toBe('321px');
      for (const value of [-1, 0, NaN, Infinity, -Infinity, '400', null, [500]]) {
        await frame.evaluate(
          (height) => (window as never as { port: MessagePort }).port.postMessage({ type: 'height', height }),
          value,
        );
        await waitUntilHandled();
        expect(await height()).toBe('321px');
        it.tried(`height ${String(value)}`);
      }
      await lie({ type: 'height', height: 1e9 });
      await waitUntilHandled();
      await expect.poll(height).toBe('10000px');
      it.tried('height 1e9');
      const count = await frame.evaluate(
        ({ markup, right, formStatus }) => {
          const { port } = window as never as { port: MessagePort };
          const odd: unknown[] = [
            undefined,
            null,
            1e999,
            7n,
            markup,
            [],
            {},
            new Map(),
            new Error(markup),
            { toString: 1, valueOf: 1 },
            { phase: 'hacked', problem: { kind: 'none', message: '' } },
            { phase: 'ready', problem: { kind: '__proto__', message: markup } },
            { message: { toString: 1, valueOf: 1 } },
            JSON.parse('{"__proto__":{"polluted":true}}'),
          ];
          let count = 0;
          /** Each place in a message that is right, one after the other, with each odd value in it. */
          const spoil = (object: Record<string, unknown>, send: (spoilt: object) => void) => {
            for (const name of Object.keys(object)) {
              for (const value of odd) send({ ...object, [name]: value });
              const within = object[name];
              if (typeof within === 'object' && within !== null && !Array.isArray(within))
                spoil(within as Record<string, unknown>, (spoilt) => send({ ...object, [name]: spoilt }));
            }
          };
          for (const message of right) {
            spoil(message, (spoilt) => {
              // The merchant's server is not what this is about.
              if (['intent', 'status'].includes((spoilt as { type: string }).type)) return;
              count++;
              port.postMessage(spoilt);
            });
          }
          for (const value of odd) port.postMessage(value);
          for (let index = 0; index < 3000; index++)
            port.postMessage({
              type: 'form-status',
              formStatus: { ...formStatus, phase: index % 2 ? 'paying' : 'ready' },
            });
          return count;
        },
        { markup, right: right as Record<string, unknown>[], formStatus: ready },
      );
      await waitUntilHandled();
      expect(count).toBeGreaterThan(500);
      for (const kind of ['wrong types', 'unknown phases', 'no objects', '3000 messages']) it.tried(kind);
      await unharmed(it, url);
      expect(await it.page.evaluate(() => 'polluted' in {})).toBe(false);
    },
  );

  attack(
    attacker,
    'asks the page for intents and payments with odd call numbers, and ids that are paths, queries and addresses',
    'requests go only to the merchant’s endpoints, and the id is one encoded value of the query',
    0,
    async (it) => {
      const { frame, lie } = await openLiar(it);
      it.requests.length = 0;
      const received = () =>
        frame.evaluate(
          () => (window as never as { received: { requestId?: number; type: string }[] }).received,
        );
      const ids = [
        '../../intent',
        `?x=1&id=${id}`,
        `${it.evil}/steal`,
        'a#b',
        '%2e%2e/x',
        '\r\nX-Evil: 1',
        '\ud800',
        'ü',
        '',
      ];
      const calls = [1, -1, 0.5, 2 ** 53, 0, 1e300, 7, 8, 9];
      for (const [index, paymentId] of ids.entries()) {
        await lie({
          type: 'status',
          requestId: calls[index],
          handle: '1',
          paymentId,
          url: `${it.evil}/steal`,
          statusUrl: `${it.evil}/steal`,
        });
        it.tried(paymentId);
      }
      await lie({
        type: 'intent',
        requestId: 99,
        handle: '1',
        url: `${it.evil}/steal`,
        intentUrl: `${it.evil}/steal`,
      });
      it.tried('intent');
      await expect
        .poll(async () => (await received()).filter(({ requestId }) => requestId !== undefined).length)
        .toBe(ids.length + 1);
      const requestLines = it.requests.map(({ method, url }) => `${method} ${url}`);
      expect(requestLines.filter((line) => line === 'POST /intent')).toHaveLength(1);
      const queries = it.requests.filter(({ url }) => url.startsWith('/status?'));
      expect(queries).toHaveLength(ids.length);
      expect(requestLines).toHaveLength(ids.length + 1);
      for (const { url, host } of queries) {
        const { searchParams } = new URL(url, it.site);
        expect([...searchParams.keys()]).toEqual(['shop', 'id', '_']);
        expect(host).toBe(`127.0.0.1:${it.port}`);
        expect(ids.map((one) => one.replace('\ud800', '\ufffd'))).toContain(searchParams.get('id'));
      }
      await unharmed(it, it.page.url());
    },
  );

  attack(
    attacker,
    'has the page remember payments under invented keys, `__proto__` and strings of 1 MB; responds to a `submit` that was not sent',
    'the page remembers only its purchases, and drops the response',
    0,
    async (it) => {
      const { lie, waitUntilHandled, frame } = await openLiar(it);
      const stored = () => it.page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
      for (const key of ['x', '2', '__proto__', 'constructor', 'pay-checkout', '', 'k'.repeat(1_000_000)]) {
        await lie(
          { type: 'save', handle: key, paymentId: id, stage: 'sent' },
          { type: 'save', handle: `${key}x`, paymentId: id, stage: 'free' },
        );
        await waitUntilHandled();
        expect(await stored()).toBe('{}');
        it.tried(key);
      }
      await lie({ type: 'save', handle: '1', paymentId: 'p'.repeat(10_000_000), stage: 'waiting' });
      await waitUntilHandled();
      expect((await stored()).length).toBeLessThan(1_000);
      it.tried('an id of 10 MB');
      // What the page asked about is remembered.
      await lie({ type: 'save', handle: '1', paymentId: id, stage: 'sent' });
      await waitUntilHandled();
      expect(await stored()).toContain(id);

      await lie({ type: 'form-status', formStatus: ready });
      await waitUntilHandled();
      await it.card.element.evaluate((element: PayCheckout) => {
        const own = window as never as { result: unknown };
        own.result = 'open';
        element.submit().then((outcome) => (own.result = outcome));
      });
      const result = () => it.page.evaluate(() => (window as never as { result: unknown }).result);
      const outcome = { status: 'unknown', paymentId: id };
      for (const submitId of [0, 2, -1, 1.5])
        await lie({ type: 'settled', formStatus: ready, submitId, outcome });
      await waitUntilHandled();
      expect(await result()).toBe('open');
      it.tried('another call');
      await lie({ type: 'settled', formStatus: ready, submitId: 1, outcome });
      await expect.poll(result).toEqual(outcome);
      expect(await frame.evaluate(() => (window as never as Loot).loot.length)).toBeGreaterThan(1);
    },
  );

  attack(
    attacker,
    'puts more into its messages than the protocol has; reads the page around it',
    'events carry the fields that are documented; reading the page is an error. **The frame gets the client secret, and pays with the secret**',
    0,
    async (it) => {
      const { lie, waitUntilHandled, frame } = await openLiar(it);
      const more = { extra: 'extra', __html: markup };
      const fields = { ...complete.fields, ...more };
      await lie(
        {
          type: 'change',
          formStatus: ready,
          ...more,
          detail: { ...complete, brand: 'visa', fields, ...more },
        },
        { type: 'invalid', formStatus: ready, fields: [{ field: 'cvc', code: 'x', ...more }], ...more },
        {
          type: 'outcome',
          formStatus: ready,
          outcome: { status: 'failed', paymentId: id, ...more },
          ...more,
        },
        {
          type: 'error',
          formStatus: ready,
          error: { code: 'card', message: 'x', retryable: true, cause: 'x', stack: 'x', ...more },
        },
        { type: 'ready', formStatus: ready, detail: more, ...more },
      );
      await waitUntilHandled();
      const events = await it.loot('events');
      expect(events.map(({ type }) => type)).toEqual(
        expect.arrayContaining(['change', 'invalid', 'outcome', 'error', 'ready']),
      );
      expect(JSON.stringify(events)).toContain('"visa"');
      expect(JSON.stringify(events)).not.toContain('extra');
      for (const type of ['change', 'invalid', 'outcome', 'error', 'ready']) it.tried(type);
      const read = await frame.evaluate(() => {
        const tries = [
          () => parent.document.title,
          () => parent.location.href,
          () => (parent as never as Loot).ports,
          () => frameElement?.outerHTML ?? 'none',
          () => parent.sessionStorage,
        ];
        return tries.map((run) => {
          try {
            return String(run());
          } catch (error) {
            return (error as Error).name;
          }
        });
      });
      expect(read).toEqual(['SecurityError', 'SecurityError', 'SecurityError', 'none', 'SecurityError']);
      it.tried('the page around it');
    },
  );
}
