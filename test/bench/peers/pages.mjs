import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bareForm, bundle } from '../bundle.mjs';

const root = new URL('../../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root));
const versionOf = (name) => JSON.parse(read(`node_modules/${name}/package.json`)).version;

const tagOf = (inside = '', more = '') => `<pay-checkout base-url="https://api.example.com/v1"
  publishable-key="pk_test_1" client-secret="pi_secret_1" amount="10000" currency="SAR" ${more}>${inside}</pay-checkout>`;
const tag = tagOf();
const pay = '[part~="button"]';

/** What a merchant's server puts into the tag. */
const { renderForm } = await import(new URL('dist/server.js', root).href);
const declared = renderForm({ lang: 'en', amount: 10_000, currency: 'SAR', test: true });
const stylesOf = (html) =>
  [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(
    ([, styles]) => `'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  );

const field = (name, hint, label) =>
  `<p><label>${label} <input name="${name}" autocomplete="${hint}" inputmode="numeric" required></label></p>`;

/** Its hook with plain inputs, which is the lightest form that it makes, and the name that it has no input for. */
const reactForm = `
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  import { usePaymentInputs } from 'react-payment-inputs';
  function Form() {
    const { meta, getCardNumberProps, getExpiryDateProps, getCVCProps } = usePaymentInputs();
    return h('form', null,
      h('p', null, h('input', getCardNumberProps())),
      h('p', null, h('input', getExpiryDateProps())),
      h('p', null, h('input', getCVCProps())),
      h('p', null, h('input', { name: 'name', autoComplete: 'cc-name', 'aria-label': 'Name on card' })),
      meta.isTouched && meta.error && h('p', { role: 'alert' }, meta.error),
      h('button', null, 'Pay'));
  }
  createRoot(document.getElementById('form')).render(h(Form));
`;

/**
 * The pages to compare, in the order of the table. `number` finds the card number's input, `pay` the button that pays,
 * where the form takes the card before it can be paid. `start` is the code that a page's documentation has inline;
 * `service`, `frames` and `styles` are what its policy allows. Where the form is in a frame, `frame` is in its address.
 */
export const pagesWith = (frameOrigin) => ({
  ours: {
    title: 'pay-checkout, one script',
    body: `<script type="module" src="/pay-checkout.js"></script>${tag}`,
    number: '[autocomplete="cc-number"]',
    pay,
    service: 'https://api.example.com',
  },
  'ours-declared': {
    title: 'pay-checkout, the form in the HTML',
    body: `<script type="module" src="/pay-checkout.js"></script>${tagOf(declared)}`,
    number: '[autocomplete="cc-number"]',
    pay,
    service: 'https://api.example.com',
    styles: stylesOf(declared).join(' '),
  },
  'ours-frame-declared': {
    title: 'pay-checkout, a frame in the HTML',
    head: `<link rel="preconnect" href="${frameOrigin}">`,
    body: `<script type="module" src="/pay-framed.js"></script>${tagOf(
      `<iframe slot="frame" src="${frameOrigin}/pay-frame.html" title="Card payment"></iframe>`,
      `frame-src="${frameOrigin}/pay-frame.html"`,
    )}`,
    number: '[autocomplete="cc-number"]',
    pay,
    frame: '/pay-frame.html',
    frames: frameOrigin,
  },
  moyasar: {
    title: `moyasar-payment-form ${versionOf('moyasar-payment-form')}`,
    head: '<link rel="stylesheet" href="/moyasar.css"><script src="/moyasar.umd.js"></script>',
    body: '<div class="mysr-form"></div>',
    start: `Moyasar.init({
      element: '.mysr-form',
      amount: 10000,
      currency: 'SAR',
      description: 'Order 7',
      publishable_api_key: 'pk_test_1',
      callback_url: 'https://shop.example/back',
      supported_networks: ['visa', 'mastercard', 'mada'],
      methods: ['creditcard'],
    });`,
    number: '[autocomplete="cc-number"]',
    service: 'https://api.moyasar.com',
  },
  'card-js': {
    title: `card-js ${versionOf('card-js')}, jQuery ${versionOf('jquery')}`,
    head: `<script src="/jquery.min.js"></script>
      <link rel="stylesheet" href="/card-js.min.css"><script src="/card-js.min.js"></script>`,
    body: '<div class="card-js" data-capture-name="true"></div>',
    number: '.card-number',
  },
  react: {
    title: `react-payment-inputs ${versionOf('react-payment-inputs')}, React ${versionOf('react')}`,
    body: '<div id="form"></div><script type="module" src="/react-form.js"></script>',
    number: '[name="cardNumber"]',
  },
  bare: {
    title: `bare Lit form, Lit ${versionOf('lit')}`,
    body: '<script type="module" src="/bare-form.js"></script><bare-form></bare-form>',
    number: '#number',
  },
  plain: {
    title: 'plain HTML form',
    body: `<form action="/pay" method="post">
      ${field('number', 'cc-number', 'Card number')}${field('expiry', 'cc-exp', 'Expiry date')}
      ${field('cvc', 'cc-csc', 'Security code')}${field('name', 'cc-name', 'Name on card')}<button>Pay</button></form>`,
    number: '[name="number"]',
  },
});

/** A page without any form: what a page's heap has in it anyway. */
export const empty = { title: 'empty page', body: '', number: 'main' };

/** What the pages load, by path. */
export const files = async () => ({
  '/pay-checkout.js': read('dist/pay-checkout.js'),
  '/pay-framed.js': read('dist/pay-framed.js'),
  '/moyasar.umd.js': read('node_modules/moyasar-payment-form/dist/moyasar.umd.js'),
  '/moyasar.css': read('node_modules/moyasar-payment-form/dist/moyasar.css'),
  '/jquery.min.js': read('node_modules/jquery/dist/jquery.min.js'),
  '/card-js.min.js': read('node_modules/card-js/card-js.min.js'),
  '/card-js.min.css': read('node_modules/card-js/card-js.min.css'),
  ...(await bundle('react-form', reactForm)),
  ...(await bundle('bare-form', bareForm)),
});

/** What the other origin serves: the page of the frame, for shops at any port. */
export const frameFiles = {
  '/pay-frame.html': String(read('dist/pay-frame.html')).replace(
    'https://shop.example.com',
    'http://127.0.0.1:*',
  ),
  '/pay-frame.js': read('dist/pay-frame.js'),
};
