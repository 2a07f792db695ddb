import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { PayCheckout } from '../../src/entries/index.js';
import { createPayClient } from '../../src/server/index.js';
import { driveElement, testCards } from '../../src/testing/dom.js';
import { startSandbox, type TestSandbox } from '../../src/testing/index.js';

/** What a page has and Node has too, of another kind. `fetch` and what belongs to it stay Node's, as in test runners. */
const replaced = ['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'navigator', 'dispatchEvent'];

/** Makes the names of a page global, as the environment of a test runner does. Returns what takes them away. */
function openPage(window: object): () => void {
  const names = new Set(replaced);
  for (let at = window; at && at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const name of Object.getOwnPropertyNames(at)) if (!(name in globalThis)) names.add(name);
  const before = Object.getOwnPropertyDescriptors(globalThis) as Record<string, PropertyDescriptor>;
  for (const name of names) {
    const value: unknown = Reflect.get(window, name);
    // A function of the window, and no class, must be called as one.
    const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
    Object.defineProperty(globalThis, name, {
      value: isMethod ? (value.bind(window) as unknown) : value,
      configurable: true,
      writable: true,
    });
  }
  return () => {
    for (const name of names)
      if (before[name]) Object.defineProperty(globalThis, name, before[name]);
      else Reflect.deleteProperty(globalThis, name);
  };
}

/** The element in a page without a browser. One page for each process: the element is loaded with the page's names. */
export function testElementIn(name: string, window: object, close: () => void): void {
  describe(`the element in ${name}`, () => {
    let sandbox: TestSandbox;
    let removeNames: () => void;
    let orders = 0;
    const errors: unknown[] = [];
    process.on('uncaughtException', (error) => errors.push(error));
    before(async () => {
      removeNames = openPage(window);
      await import('../../src/entries/index.js');
      sandbox = await startSandbox();
    });
    beforeEach(() => sandbox.reset());
    afterEach(() => assert.deepEqual(errors.splice(0), []));
    after(() => sandbox.stop());

    /** A page with the tag in it, and the events that it has received. */
    function place(settings: Partial<PayCheckout> = {}) {
      const element = document.createElement('pay-checkout');
      const { baseUrl, publishableKey, secretKey } = sandbox;
      const client = createPayClient({ baseUrl, secretKey });
      const events: string[] = [];
      for (const type of ['ready', 'invalid', 'attempt', 'redirect', 'outcome', 'error'])
        element.addEventListener(`pay-${type}`, () => events.push(type));
      Object.assign(element, {
        baseUrl,
        publishableKey,
        amount: 10_000,
        // The page's storage outlives a test.
        reference: `order-${++orders}`,
        fetchIntent: () =>
          client.createPaymentIntent({ amount: 10_000, callback_url: 'http://shop.example/back' }),
        ...settings,
      });
      document.body.replaceChildren(element);
      return { element, events, checkout: driveElement(element) };
    }

    it('pays with a card that needs no bank', async () => {
      const { events, checkout } = place();
      await checkout.pay(testCards.visa.withoutChallenge);
      assert.equal((await checkout.outcome()).status, 'paid');
      assert.equal(await checkout.state(), 'paid');
      assert.deepEqual(events, ['ready', 'attempt', 'outcome']);
      assert.deepEqual(
        (await sandbox.payments()).map(({ status, amount }) => [status, amount]),
        [['paid', 10_000]],
      );
    });

    const saved = { token: 'token_a', company: 'visa', number: '4111-11XX-XXXX-1111' };
    for (const [what, settings] of [
      ['a saved card', { savedCards: [saved] }],
      ['STC Pay', { methods: 'stcpay creditcard' }],
    ] as const)
      it(`pays with the card also where ${what} is chosen`, async () => {
        const { checkout } = place(settings);
        await checkout.pay(testCards.visa.withoutChallenge);
        assert.equal((await checkout.outcome()).status, 'paid');
        const [payment] = await sandbox.payments();
        assert.equal(payment?.source?.type, 'creditcard');
      });

    it('leads to the bank, whose answer ends the payment', async () => {
      const { events, checkout } = place();
      await checkout.pay(testCards.mada.approved);
      await checkout.answerBank('authenticated');
      assert.equal((await checkout.outcome()).status, 'paid');
      assert.equal(await checkout.state(), 'redirecting');
      assert.deepEqual(events, ['ready', 'attempt', 'redirect']);
    });

    it('refuses a wrong number as in a browser', async () => {
      const { checkout } = place();
      await checkout.pay('4111111111111112');
      await assert.rejects(checkout.outcome(), /pay-invalid: number is /);
      await assert.rejects(checkout.answerBank('authenticated'), /pay-invalid: number is /);
      assert.equal((await sandbox.payments()).length, 0);
    });

    it('is invalid until its fields are complete', async () => {
      const { element } = place();
      await element.updateComplete;
      assert.equal(element.checkValidity(), false);
    });

    for (const publishableKey of ['pk_live_a', ' pk_live_a', '\npk_live_a'])
      it(`is not driven with the live key ${JSON.stringify(publishableKey)}`, async () => {
        const { checkout } = place({ publishableKey });
        await assert.rejects(checkout.pay(testCards.mada.approved), /refuses live keys.* with pk_live_\./);
      });

    it('makes no error when its page is closed during a payment', async () => {
      const { checkout } = place();
      await checkout.pay(testCards.mada.approved);
      await checkout.answerBank('authenticated');
      close();
      removeNames();
      // What the element does then, it does in a microtask.
      await new Promise((resolve) => setImmediate(resolve));
    });
  });
}
