import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { PayCheckout } from '../../src/entries/react-server.js';

const required = { baseUrl: 'http://127.0.0.1:4010/v1', publishableKey: 'pk_test_1' };
const drawn = (props: object) =>
  renderToString(createElement(PayCheckout, { ...required, lang: 'en', amount: 10_000, ...props }));

describe('the component on a server', () => {
  it('has the form in its HTML', () => {
    const html = drawn({ publishableKey: 'pk_test_1' });
    assert.match(html, /<template shadowrootmode="open">/);
    assert.match(html, /Test mode/i);
  });

  for (const [what, props] of [
    ['a key that is no text, of which the element says in the page what is wrong', { publishableKey: 7 }],
    ['an amount that is none', { amount: 'ten' }],
    ['a language that is none', { lang: 7 }],
    ['a form that is to be in a frame', { frameSrc: 'https://pay.example/pay-frame.html' }],
    ['a page that takes no card', { methods: 'applepay stcpay' }],
  ] as const)
    it(`has no form for ${what}`, () => assert.doesNotMatch(drawn(props), /<template/));

  it('has the card in it when the page takes other ways to pay too', () => {
    assert.match(drawn({ methods: 'stcpay creditcard' }), /<template/);
  });
});
