import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PayCheckout, PayError } from 'pay-checkout';
import { PayError as ErrorOfElement } from 'pay-checkout/element';
import { createPayClient } from 'pay-checkout/server';
import { startSandbox, testCards } from 'pay-checkout/testing';
import { driveElement } from 'pay-checkout/testing/dom';

test('a page of jsdom is paid in', async (t) => {
  const { baseUrl, publishableKey, secretKey, stop } = await startSandbox();
  t.after(stop);
  const client = createPayClient({ baseUrl, secretKey });
  const fetchIntent = () =>
    client.createPaymentIntent({ amount: 100, callback_url: 'https://shop.example/back' });
  const element = new PayCheckout();
  Object.assign(element, { baseUrl, publishableKey, amount: 100, fetchIntent });
  document.body.append(element);
  // An element in a page keeps its timers, and Node with them.
  t.after(() => element.remove());
  const checkout = driveElement(element);
  await checkout.pay(testCards.mada.approved);
  await checkout.answerBank('authenticated');
  assert.equal((await checkout.outcome()).status, 'paid');
});

test('the errors of all entries are of one class', () => {
  assert.equal(PayError, ErrorOfElement);
});
