import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<main></main>');
const { document, customElements, HTMLElement, navigator } = window;
const page = { window, document, customElements, HTMLElement, navigator, IS_REACT_ACT_ENVIRONMENT: true };
for (const [name, value] of Object.entries(page))
  Object.defineProperty(globalThis, name, { value, configurable: true });

const { act, createElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { PayCheckout } = await import('pay-checkout/react');
const { defineStandIn } = await import('pay-checkout/testing/dom');

test('where Node has a page, the component of React sets properties and listens', async () => {
  const warned = [];
  console.warn = (text) => warned.push(text);
  let ready = 0;
  const metadata = { order: '7' };
  const props = { publishableKey: 'pk_test_a', baseUrl: 'http://127.0.0.1/v1', clientSecret: 'pi_secret_1' };
  const place = document.querySelector('main');
  const onPayReady = () => ready++;
  await act(async () =>
    createRoot(place).render(createElement(PayCheckout, { ...props, metadata, onPayReady })),
  );
  assert.match(warned.join(), /^<pay-checkout> is not registered: in a test, call defineStandIn\(\)/);
  defineStandIn();
  await Promise.resolve();
  assert.equal(place.querySelector('pay-checkout').metadata, metadata);
  assert.equal(ready, 1);
});
