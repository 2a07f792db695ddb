import { expect } from 'chai';
import type { PayError } from '../../src/error.js';
import type { Phase } from '../../src/element/checkout/outcome.js';
import '../../src/entries/return.js';
import { Form, next } from './page.js';
import { baseUrl, publishableKey } from './sandbox.js';
import type { PayCheckout } from '../../src/element/pay-checkout.js';

const warnings = { error: console.error, warn: console.warn };
let logged: string[] = [];
beforeEach(() => {
  logged = [];
  console.error = (...words: unknown[]) => logged.push(words.map(String).join(' '));
  console.warn = console.error;
});
afterEach(() => void Object.assign(console, warnings));

/** What every page sets; a row puts its mistake beside it, or in its place. */
const right = {
  'base-url': baseUrl,
  'publishable-key': publishableKey,
  'client-secret': 'pi_secret_1',
  amount: '10000',
  currency: 'SAR',
};
type Attributes = Readonly<Record<string, string | undefined>>;

interface Mistake {
  readonly attributes?: Attributes;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly state?: Phase;
  /** Patterns of what is logged to the console, in order. */
  readonly logs: readonly RegExp[];
}

const noSecret = { 'client-secret': undefined };
const event = new Event('change');

/** Each value that `parseConfig` refuses, and what is said of it, is a row of `checkout/config.test.ts`. */
const mistakes: Readonly<Record<string, Mistake>> = {
  // The keys.
  'a secret key': {
    attributes: { 'publishable-key': 'sk_test_hush' },
    state: 'misconfigured',
    logs: [/`publishable-key` holds a secret key.*Replace that key/],
  },
  'a key of another service': {
    attributes: { 'publishable-key': 'whsec_hush' },
    state: 'misconfigured',
    logs: [/`publishable-key` must be a key that starts with pk_test_ or pk_live_.* Its value is “whs…”/],
  },
  'a frame for the build that has a form': {
    attributes: { 'frame-src': 'https://cards.example/pay-frame.html' },
    state: 'misconfigured',
    logs: [/`frame-src` needs the build without a form: load pay-framed\.js/],
  },
  // What is bought.
  'an amount that a script could not work out, beside an attribute': {
    properties: { amount: NaN },
    state: 'misconfigured',
    logs: [/`amount` must be a positive integer.* Its value is NaN/],
  },
  // How it is paid.
  'manual="false"': {
    attributes: { manual: 'false' },
    logs: [/`manual` is set, and “false” does not unset it/],
  },
  'disabled="false"': {
    attributes: { disabled: 'false' },
    logs: [/`disabled` is set, and “false” does not unset it/],
  },
  'a wish for save-card that is none': {
    attributes: { 'save-card': 'maybe' },
    state: 'misconfigured',
    logs: [/`save-card` must be offer or always\./],
  },
  'an event for the messages': {
    properties: { messages: event },
    logs: [/`messages\.isTrusted` is not known: the nearest is `\w+`/],
  },
  'a string for the messages': {
    properties: { messages: 'Buy' },
    logs: [/`messages` must be an object, not “Buy”/],
  },
  'a message under a wrong key': {
    properties: { messages: { payNwo: 'Buy', labels: { Number: 'Card' } } },
    logs: [
      /`messages\.payNwo` is not known: the nearest is `payNow`/,
      /`messages\.labels\.Number` is not known: the nearest is `labels\.number`/,
    ],
  },
  'a string for a message with a placeholder': {
    properties: { messages: { pay: 'Buy {amount}' } },
    logs: [/`messages\.pay` must be a function that returns the text, not “Buy {amount}”/],
  },
  'messages of other types': {
    properties: { messages: { payNow: 5, labels: 'Card', saved: [], payFirst: undefined } },
    logs: [/`messages\.payNow` must be a string, not 5/, /`messages\.labels` must be an object, not “Card”/],
  },
  // Names.
  ...Object.fromEntries(
    [
      ['publishablekey', 'publishable-key'],
      ['client_secret', 'client-secret'],
      ['checkoutUrl', 'checkout-url'],
      ['baseurl', 'base-url'],
      ['expires_at', 'expires-at'],
      ['frame_src', 'frame-src'],
      ['savecard', 'save-card'],
      ['Time-Out', 'timeout'],
    ].map(([wrong = '', name = '']) => [
      `${wrong} for ${name}`,
      {
        attributes: { [wrong]: '1' },
        logs: [new RegExp(`\`${wrong.toLowerCase()}\` sets nothing: write \`${name}\``)],
      },
    ]),
  ),
  ...Object.fromEntries(
    [
      ['metadata', 'metadata'],
      ['splits', 'splits'],
      ['invoice-id', 'invoiceId'],
      ['invoice_id', 'invoiceId'],
      ['saved-cards', 'savedCards'],
      ['mada-prefixes', 'madaPrefixes'],
      ['fetch-intent', 'fetchIntent'],
      ['fetchstatus', 'fetchStatus'],
      ['messages', 'messages'],
    ].map(([name = '', property = '']) => [
      `${name} as an attribute`,
      {
        attributes: { [name]: '[]' },
        logs: [new RegExp(`\`${name}\` sets nothing: a script must set the property \`${property}\``)],
      },
    ]),
  ),
  // Languages.
  'a language by its name': {
    attributes: { lang: 'english' },
    logs: [/`lang` is “english”.*the form is in English/],
  },
  'a country for a language': {
    attributes: { lang: 'sa' },
    logs: [/`lang` is “sa”.*the form is in English/],
  },
  // No mistakes.
  'spaces around the values': {
    attributes: {
      'publishable-key': ` ${publishableKey}\n`,
      'client-secret': ' pi_secret_1\t',
      'base-url': ` ${baseUrl} `,
      currency: ' SAR ',
    },
    logs: [],
  },
  'what frameworks and authors add': {
    attributes: {
      class: 'a',
      id: 'b',
      'data-order': '7',
      'aria-label': 'c',
      'v-cloak': '',
      title: 'd',
      'on-x': '',
    },
    logs: [],
  },
  'English of a country, with an underscore': { attributes: { lang: 'en_GB' }, logs: [] },
};

function put(tag: string, attributes: Attributes, properties: object = {}): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(name, value);
  document.body.append(Object.assign(element, properties));
  return element;
}

describe('a mistake in <pay-checkout>', () => {
  for (const [what, { attributes = {}, properties, state = 'ready', logs }] of Object.entries(mistakes)) {
    it(`is told in the console: ${what}`, async () => {
      const element = put('pay-checkout', { ...right, ...attributes }, properties) as PayCheckout;
      await element.updateComplete;
      expect(element.state).to.equal(state);
      expect(logged.length, logged.join('\n')).to.equal(logs.length);
      for (const [at, pattern] of logs.entries())
        expect(logged[at])
          .to.match(pattern)
          .and.to.match(/^<pay-checkout>: /);
      expect(logged.join()).not.to.contain('hush');
      if (state === 'misconfigured')
        expect(new Form(element).notice).to.contain('This payment form isn’t working');
      element.remove();
    });
  }

  const inside: readonly (readonly [string, string, string | undefined])[] = [
    ['a tag that closes itself, before a script', '<pay-checkout /><script></script>', 'script'],
    [
      'a tag that closes itself, before the page’s foot',
      '<pay-checkout /><p></p><footer></footer>',
      'footer',
    ],
    ['a tag that closes itself, before another', '<pay-checkout /><pay-result />', 'pay-result'],
    ['a tag that closes itself, before a paragraph', '<pay-checkout />\n<p>After</p>\n', 'p'],
    [
      'a tag that closes itself, before a button',
      '<p>To pay</p><pay-checkout /> <button></button>\n',
      'button',
    ],
    ['a tag that closes itself, before a box', '<pay-checkout /><div><p></p></div>\n', 'div'],
    ['no script', '<pay-checkout><p>To pay, write to us.</p><noscript></noscript></pay-checkout>', undefined],
    ['no script alone', '<pay-checkout>\n<noscript></noscript>\n</pay-checkout>', undefined],
    [
      'an order’s details',
      '<pay-checkout><div slot="summary"><h1>Order 7</h1></div></pay-checkout>',
      undefined,
    ],
  ];
  for (const [what, page, lost] of inside) {
    it(`is ${lost ? '' : 'not '}told in the console: ${what}`, async () => {
      const place = document.createElement('div');
      place.innerHTML = page;
      const element = place.querySelector('pay-checkout') as PayCheckout;
      for (const [name, value] of Object.entries(right)) element.setAttribute(name, value);
      document.body.append(place);
      await element.updateComplete;
      place.remove();
      const sentence = `<pay-checkout>: holds <${lost}>, which is not shown: HTML has no self-closed tags, so write </pay-checkout>.`;
      expect(logged.filter((text) => text.startsWith('<pay-checkout>'))).to.deep.equal(
        lost ? [sentence] : [],
      );
    });
  }

  describe('in the color of the page', () => {
    const idle = () => new Promise((done) => requestIdleCallback(done));
    const rows: readonly (readonly [page: string, color: string, style: string, isHard: boolean])[] = [
      ['dark', '#111', '', true],
      ['dark, and says so', '#111', 'color-scheme: dark', false],
      ['dark, and sets the color of the text', '#111', '--pay-text: #eee', false],
      ['light', '#eee', '', false],
      ['light, with light text', '#eee', '--pay-text: #ddd', true],
      ['dark behind an image', 'url("data:,"), #111', '', false],
    ];
    for (const [page, color, style, isHard] of rows) {
      it(`is ${isHard ? '' : 'not '}told in the console: labels on a page that is ${page}`, async () => {
        const place = document.createElement('div');
        place.style.cssText = `background: ${color}; ${style}`;
        const element = put('pay-checkout', right) as PayCheckout;
        place.append(element);
        document.body.append(place);
        await element.updateComplete;
        await idle();
        place.remove();
        const advice =
          '<pay-checkout>: its labels can hardly be read on the page: set `color-scheme: dark` on a dark page, or `--pay-text`.';
        expect(logged).to.deep.equal(isHard ? [advice] : []);
      });
    }
  });

  it('reports an invalid response of the merchant’s server in the console and keeps the form', async () => {
    for (const [path, sentence] of [
      [
        '/no-such-address',
        /checkout-url answered HTTP 404 at http:.*\/no-such-address\/intent\. Nothing was sent/,
      ],
      [
        '/__test-missing?a=1',
        /checkout-url answered HTTP 404 at .*\/__test-missing\/intent\. Nothing was sent/,
      ],
    ] as const) {
      logged = [];
      const element = put('pay-checkout', { ...right, ...noSecret, 'checkout-url': path }) as PayCheckout;
      await element.updateComplete;
      const form = new Form(element);
      await form.fill('4111111111111111');
      const failed = next(element, 'pay-error');
      const refused: unknown = await element.submit().catch((error: unknown) => error);
      expect((await failed).detail.error).to.equal(refused);
      expect(logged.join('\n')).to.match(sentence);
      expect(form.notice).to.contain('Something went wrong on the shop’s side').and.not.to.contain('404');
      expect(form.visible('number')).to.equal(true);
      element.remove();
    }
  });

  it('reports an error thrown by a page’s function in the console, with its cause', async () => {
    const fetchIntent = () => Promise.reject(new ReferenceError('order is not defined'));
    const element = put('pay-checkout', { ...right, ...noSecret }, { fetchIntent }) as PayCheckout;
    await element.updateComplete;
    await new Form(element).fill('4111111111111111');
    const { code } = await element.submit().then(
      () => expect.fail('it was paid'),
      (error: unknown) => error as PayError,
    );
    expect(code).to.equal('network');
    expect(logged.join('\n')).to.match(/No payment intent came.*ReferenceError: order is not defined/);
    element.remove();
  });

  it('reports an unknown publishable key in the console', async () => {
    const element = put('pay-checkout', {
      ...right,
      'publishable-key': 'pk_test_of_another_shop',
    }) as PayCheckout;
    await element.updateComplete;
    await new Form(element).fill('4111111111111111');
    await element.submit().catch(() => undefined);
    expect(logged.join('\n')).to.match(/The service refused the payment \(HTTP 401/);
    element.remove();
  });
});

describe('a mistake in <pay-result>', () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const rows: readonly (readonly [string, Attributes, object, RegExp])[] = [
    [
      'a status-url elsewhere, over http',
      { 'payment-id': id, 'status-url': 'http://shop.example/status' },
      {},
      /`status-url` must be an address of your server/,
    ],
    [
      'a function’s name for a function',
      { 'payment-id': id },
      { fetchStatus: 'status' },
      /`fetchStatus` must be a function/,
    ],
    [
      'two sources of the status',
      { 'payment-id': id, 'status-url': '/status' },
      { fetchStatus: () => Promise.resolve(undefined) },
      /`status-url` is set, and so is `fetchStatus`|`fetchStatus` is set, and so is `status-url`/,
    ],
  ];
  for (const [what, attributes, properties, sentence] of rows) {
    it(`is told in the console at once: ${what}`, async () => {
      const element = put('pay-result', attributes, properties);
      const { error } = (await next(element, 'pay-error')).detail;
      expect(error.message).to.match(sentence);
      expect(logged).to.deep.equal([`<pay-result>: ${error.message}`]);
      element.remove();
    });
  }

  it('warns in the console about status_url in place of status-url', async () => {
    const element = put('pay-result', { 'payment-id': id, status_url: '/status' });
    await (element as unknown as PayCheckout).updateComplete;
    expect(logged).to.deep.equal(['<pay-result>: `status_url` sets nothing: write `status-url`.']);
    element.remove();
  });

  it('passes on what a function that is asked for the status has rejected with, whatever that is', async () => {
    const reason = { status: 500 };
    const seen: unknown[] = [];
    console.warn = (...words: unknown[]) => seen.push(...words);
    const element = put('pay-result', { 'payment-id': id }, { fetchStatus: () => Promise.reject(reason) });
    await next(element, 'pay-outcome');
    expect(seen).to.deep.equal(['<pay-result>: The payment’s status is not known.', reason]);
    element.remove();
  });

  it('reports a missing status source in the console after three seconds', async () => {
    const element = put('pay-result', { 'payment-id': id });
    const { error } = (await next(element, 'pay-error')).detail;
    expect(error).to.include({ code: 'configuration', field: 'status-url' });
    expect(logged.join()).to.match(/^<pay-result>: Set `status-url` or `fetchStatus`/);
    element.remove();
  });
});
