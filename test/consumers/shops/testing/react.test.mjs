import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { PayCheckout } from 'pay-checkout/react';

globalThis.IS_REACT_ACT_ENVIRONMENT = true;

test('where Node has a page, the component of React has its element, sets properties and listens', async () => {
  const heard = [];
  const metadata = { order: '7' };
  const props = { publishableKey: 'pk_test_a', baseUrl: 'http://127.0.0.1/v1', clientSecret: 'pi_secret_1' };
  const place = document.querySelector('main');
  const root = createRoot(place);
  const render = (more) =>
    act(async () => root.render(createElement(PayCheckout, { ...props, className: 'wide', ...more })));
  await render({
    name: 'payment',
    metadata,
    onPayReady: () => heard.push('ready'),
    onPayInvalid: () => heard.push('first'),
  });
  const element = place.querySelector('pay-checkout');
  assert.equal(element.metadata, metadata);
  await element.updateComplete;
  assert.equal(element.className, 'wide');
  assert.equal(element.name, 'payment');
  const refused = { code: 'card' };
  await assert.rejects(element.submit(), refused);
  await render({ name: undefined, onPayInvalid: () => heard.push('second') });
  assert.equal(element.metadata, undefined);
  assert.equal(element.hasAttribute('name'), false, 'the form around it gets no field called undefined');
  await assert.rejects(element.submit(), refused);
  assert.deepEqual(heard, ['ready', 'first', 'second']);
});
