import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Window as HappyWindow } from 'happy-dom';
import { JSDOM } from 'jsdom';
import { createManifest, declarationOf } from '../../.ci/manifest/manifest.js';
import { PayAttemptEvent } from '../../src/element/browser/events/attempt.js';
import { PayChangeEvent } from '../../src/element/browser/events/change.js';
import { PayErrorEvent } from '../../src/element/browser/events/error.js';
import { PayInvalidEvent } from '../../src/element/browser/events/invalid.js';
import { PayOutcomeEvent } from '../../src/element/browser/events/outcome.js';
import { PayReadyEvent } from '../../src/element/browser/events/ready.js';
import { PayRedirectEvent } from '../../src/element/browser/events/redirect.js';
import { PayError } from '../../src/error.js';
import { isCancelable } from '../../src/testing/dom/stand-in-events.js';
import { defineStandIn } from '../../src/testing/dom/stand-in.js';
import type { PayCheckoutStandIn, StandInWindow } from '../../src/testing/dom/stand-in-types.js';

const windows: Readonly<Record<string, () => StandInWindow & { readonly document: Document }>> = {
  jsdom: () => new JSDOM('<!doctype html>').window as never,
  'happy-dom': () => new HappyWindow() as never,
};

const settings = {
  'publishable-key': 'pk_test_sandbox',
  'base-url': 'http://127.0.0.1:4010/v1',
  'client-secret': 'pi_secret_1',
  amount: '10000',
};

const declaration = declarationOf(createManifest(), 'pay-checkout');

for (const [name, open] of Object.entries(windows))
  describe(`defineStandIn in ${name}`, () => {
    /** A page with the tag in it, and the events that it has received. */
    async function place(attributes: Readonly<Record<string, string>> = settings) {
      const window = open();
      defineStandIn(window);
      const { document } = window;
      const events: string[] = [];
      for (const { name } of declaration.events) document.addEventListener(name, () => events.push(name));
      const element = document.createElement('pay-checkout') as unknown as PayCheckoutStandIn;
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
      document.body.append(element);
      await Promise.resolve();
      return { document, element, events };
    }

    it('has every property and method of the element', async () => {
      const { element } = await place();
      const missing = declaration.members.filter(
        (member) => !(member.name in (member.static ? element.constructor : element)),
      );
      assert.deepEqual(
        missing.map((member) => member.name),
        // How a build of the element fetches its own files.
        ['dependencies'],
      );
    });

    it('is refused where another element has the name, and not where a stand-in has it', () => {
      const window = open();
      defineStandIn(window);
      assert.equal(defineStandIn(window).isStandIn, true);
      window.customElements.define('pay-element', class extends window.HTMLElement {});
      assert.throws(
        () => defineStandIn(window, 'pay-element'),
        /<pay-element> is registered already, and not by/,
      );
    });

    it('reads every attribute that the element reads', async () => {
      const { document, element } = await place({});
      for (const { name: attribute, fieldName = attribute, type } of declaration.attributes) {
        const text = type.text.startsWith('number') ? '42' : 'text';
        const one = document.createElement(element.localName) as unknown as PayCheckoutStandIn;
        one.setAttribute(attribute, text);
        const expected = type.text.startsWith('boolean') ? true : text === '42' ? 42 : text;
        assert.equal(one[fieldName], expected, attribute);
      }
    });

    it('waits for missing values, and is ready once they are there', async () => {
      const { element, events } = await place({});
      assert.equal(element.state, 'waiting');
      await assert.rejects(element.submit(), { code: 'configuration' });
      Object.assign(element, {
        publishableKey: 'pk_test_a',
        baseUrl: 'http://127.0.0.1/v1',
        fetchIntent: () => null,
      });
      await Promise.resolve();
      assert.deepEqual([element.state, events], ['ready', ['pay-ready']]);
    });

    it('refuses a live key', async () => {
      const { element, events } = await place({ ...settings, 'publishable-key': 'pk_live_abc' });
      assert.deepEqual([element.state, events], ['misconfigured', ['pay-error']]);
      await assert.rejects(element.submit(), /refuses live keys/);
    });

    it('refuses an empty form as the element does, and names the fields', async () => {
      const { element, events } = await place();
      await assert.rejects(element.submit(), { code: 'card', field: 'number' });
      assert.deepEqual(events, ['pay-ready', 'pay-invalid']);
      assert.equal(element.state, 'ready');
    });

    it('pays with what was typed into the inputs, when the button is pressed', async () => {
      const { element, events, document } = await place();
      for (const token of ['cc-number', 'cc-exp', 'cc-csc', 'cc-name']) {
        const input = element.shadowRoot?.querySelector<HTMLInputElement>(
          `form > input[autocomplete="${token}"]`,
        );
        assert.ok(input);
        input.value = '1';
        const { InputEvent } = document.defaultView as unknown as {
          InputEvent: typeof globalThis.InputEvent;
        };
        input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      }
      const settled = new Promise((resolve) =>
        element.addEventListener('pay-outcome', resolve, { once: true }),
      );
      element.shadowRoot?.querySelector<HTMLElement>('[part~="button"]')?.click();
      const { detail } = (await settled) as CustomEvent<{ outcome: { status: string } }>;
      assert.deepEqual([element.state, detail.outcome.status], ['paid', 'paid']);
      assert.deepEqual(events, ['pay-ready', ...Array(4).fill('pay-change'), 'pay-attempt', 'pay-outcome']);
    });

    it('answers a second call of submit with the first one’s promise', async () => {
      const { element, events } = await place();
      element.fillIn();
      const first = element.submit();
      assert.equal((await element.submit()).paymentId, (await first).paymentId);
      assert.equal(events.filter((type) => type === 'pay-attempt').length, 1);
    });

    it('stops before anything is sent when the page prevents the attempt, or rejects it', async () => {
      const { element, events } = await place();
      element.fillIn();
      element.addEventListener('pay-attempt', (event) => event.preventDefault(), { once: true });
      await assert.rejects(element.submit(), { code: 'canceled' });
      const reject = (event: Event) =>
        (event as PayAttemptEvent).detail.waitUntil(Promise.reject(new Error('sold out')));
      element.addEventListener('pay-attempt', reject, { once: true });
      await assert.rejects(element.submit(), { code: 'canceled', cause: new Error('sold out') });
      assert.equal(element.state, 'ready');
      assert.deepEqual(events.slice(-4), ['pay-attempt', 'pay-error', 'pay-attempt', 'pay-error']);
    });

    it('ends each attempt as the test says, one after the other', async () => {
      const { element, events } = await place();
      const refused = new PayError('api', 'The service refused.', { status: 400 });
      element.answerWith(refused, 'failed', 'initiated');
      element.fillIn();
      await assert.rejects(element.submit(), refused);
      assert.equal((await element.submit()).status, 'failed');
      element.fillIn();
      assert.equal((await element.submit()).status, 'initiated');
      assert.equal(element.state, 'redirecting');
      assert.deepEqual(
        events.filter((type) => !['pay-change', 'pay-attempt'].includes(type)),
        ['pay-ready', 'pay-error', 'pay-outcome', 'pay-redirect'],
      );
    });

    it('pays by a token, and never by a card that a page has read itself', async () => {
      const { element } = await place();
      await assert.rejects(element.submit({ source: { type: 'creditcard' } }), { code: 'configuration' });
      assert.equal((await element.submit({ source: { type: 'token', token: 'token_1' } })).status, 'paid');
    });
  });

describe('the events of the stand-in', () => {
  const payment = { id: '1', status: 'paid' };
  const waitUntil = () => undefined;
  const events = [
    new PayReadyEvent(),
    new PayChangeEvent({} as never),
    new PayInvalidEvent({ fields: [] }),
    new PayAttemptEvent({ paymentId: '1', method: 'card', waitUntil }),
    new PayRedirectEvent({ url: 'https://bank.example', payment, waitUntil }),
    new PayOutcomeEvent({ status: 'paid', paymentId: '1' }),
    new PayErrorEvent(new PayError('api', 'no')),
  ];
  it('can be prevented, bubble and cross shadow trees as those of the element', () => {
    assert.deepEqual(
      Object.fromEntries(events.map(({ type, cancelable }) => [type, cancelable])),
      isCancelable,
    );
    assert.ok(events.every(({ bubbles, composed }) => bubbles && composed));
  });
});
