import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSDOM } from 'jsdom';
import { PayError as ErrorOfPage } from 'pay-checkout/element';
import { defineStandIn, PayError } from 'pay-checkout/testing/dom';

test('a page of jsdom is paid in, by a stand-in of the element', async () => {
  const { window } = new JSDOM(
    '<pay-checkout publishable-key="pk_test_a" base-url="http://127.0.0.1/v1"></pay-checkout>',
  );
  defineStandIn(window);
  const element = window.document.querySelector('pay-checkout');
  element.clientSecret = 'pi_secret_1';
  element.answerWith('failed', 'paid');
  element.fillIn();
  assert.equal((await element.submit()).status, 'failed');
  element.fillIn();
  assert.equal((await element.submit()).status, 'paid');
});

test('its errors are those of the page', () => {
  assert.equal(PayError, ErrorOfPage);
});
