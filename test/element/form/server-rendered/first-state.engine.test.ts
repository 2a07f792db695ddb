import { expect } from 'chai';
import { sendKeys } from '@web/test-runner-commands';
import { PayCheckout } from '../../../../src/entries/element.js';
import { waitUntil } from '../../../wait-until.js';
import { complete, DeclaredPage } from './page.js';

/** As from a keyboard that composes: the browser's own input, without a message to its driver for each key. */
function enter(input: HTMLInputElement, text: string): void {
  input.focus();
  document.execCommand('insertText', false, text);
  expect(input.value).to.equal(text);
}

/** The payer has begun, and is at the security code. */
function begun(page: DeclaredPage): DeclaredPage {
  enter(page.input('cc-number'), '4201320111111010');
  enter(page.input('cc-csc'), '12');
  return page;
}

const texts = ({ inputs }: DeclaredPage) => inputs.map(({ value }) => value);
const label = ({ root }: DeclaredPage) => root.querySelector('label')?.textContent;
const pay = ({ button }: DeclaredPage) => button.textContent.trim();

/** What the page says, where it is not what its server thought. */
const others: Readonly<Record<string, readonly [string, (page: DeclaredPage) => unknown]>> = {
  'another language': [
    `${complete} lang="ar"`,
    (page) =>
      expect([label(page), page.root.querySelector('.root')?.getAttribute('dir')]).to.deep.equal([
        'رقم البطاقة',
        'rtl',
      ]),
  ],
  'a language that is fetched': [
    `${complete} lang="de"`,
    (page) => waitUntil(() => label(page) === 'Kartennummer'),
  ],
  'another amount': [complete.replace('10000', '20050'), (page) => expect(pay(page)).to.contain('200.50')],
  'another currency': [complete.replace('SAR', 'KWD'), (page) => expect(pay(page)).to.contain('10.000')],
  'no amount': [complete.replace('amount="10000"', ''), (page) => expect(pay(page)).to.equal('Pay')],
  'fewer networks': [
    `${complete} networks="mada visa"`,
    ({ root }) => expect(root.querySelectorAll('.marks li')).to.have.length(2),
  ],
  'no key for tests': [
    complete.replace('pk_test_', 'pk_live_'),
    ({ root }) => expect(root.querySelectorAll('.test')).to.have.length(0),
  ],
};

describe('a form in the page’s HTML whose page says something else', () => {
  for (const [what, [attributes, check]] of Object.entries(others)) {
    it(`shows ${what} and keeps what was typed, with the focus`, async () => {
      const page = begun(new DeclaredPage({}, attributes));
      const { inputs } = page;
      await page.arrive();
      await new Promise<void>((resolve) => {
        if (page.element.state === 'ready' && page.input('cc-csc').name) resolve();
        else page.element.addEventListener('pay-ready', () => resolve());
      });
      await check(page);
      expect(page.inputs).to.deep.equal(inputs);
      expect(texts(page)).to.deep.equal(['4201 3201 1111 1010', '', '12', '']);
      expect(page.root.activeElement).to.equal(page.input('cc-csc'));
    });
  }

  it('says at once that it is set up wrongly, with the focus on what it says', async () => {
    const page = begun(new DeclaredPage({}, complete.replace('pk_test_', 'sk_test_')));
    await page.arrive();
    expect(page.element.state).to.equal('misconfigured');
    expect(page.root.querySelector('form')?.hidden).to.equal(true);
    expect(page.root.activeElement?.className).to.contain('notice');
  });

  it('takes nothing while it is disabled', async () => {
    const page = begun(new DeclaredPage({}, `${complete} disabled`));
    await page.arrive();
    expect([...page.inputs, page.button].map(({ disabled }) => disabled)).to.deep.equal(Array(5).fill(true));
    page.element.disabled = false;
    await page.element.updateComplete;
    expect(page.button.disabled).to.equal(false);
    expect(texts(page)).to.deep.equal(['4201 3201 1111 1010', '', '12', '']);
  });

  it('stays in sight while values are waited for, and pays when they are there', async () => {
    const page = begun(new DeclaredPage({}, complete.replace(/client-secret="\w+"/, '')));
    await page.arrive();
    expect(page.element.state).to.equal('waiting');
    const input = page.input('cc-csc');
    expect(input.checkVisibility({ visibilityProperty: true })).to.equal(true);
    expect(page.root.activeElement).to.equal(input);
    expect(page.button.disabled).to.equal(true);
    await sendKeys({ type: '3' });
    page.element.clientSecret = 'pi_secret_1';
    await page.element.updateComplete;
    expect([page.element.state, page.button.disabled, input.value]).to.deep.equal(['ready', false, '123']);
    expect(page.root.activeElement).to.equal(input);
  });
});

describe('a form in the page’s HTML that waits for values', () => {
  it('judges anew what was typed when they are there', async () => {
    const without = complete.replace(/client-secret="\w+"/, '');
    const page = begun(new DeclaredPage({}, `${without} networks="visa"`));
    await page.arrive();
    const brands = () =>
      [...page.root.querySelectorAll('.number .control [part~="brand"] svg')].map((mark) => mark.ariaLabel);
    expect(brands()).to.deep.equal(['mada', 'Visa']);
    page.element.clientSecret = 'pi_secret_1';
    await page.element.updateComplete;
    expect(brands()).to.deep.equal(['Visa']);
  });
});

/** Markup that this release has not drawn, or not all of it. */
const strange: Readonly<Record<string, (markup: string) => string>> = {
  'of another release': (markup) =>
    markup.replace(/data-of="[^"]*"/, 'data-of="0.0.1"').replace(/class="field number"/, 'class="old"'),
  'with another order of fields': (markup) =>
    markup
      .replace(/data-of="[^"]*"/, 'data-of="9.0.0"')
      .replace(
        /(<div class="field expiry".*?)(<div class="field cvc".*?)(<div class="field name")/,
        '$2$1$3',
      ),
  'without its end': (markup) => markup.replace(/<noscript>.*<\/p><\/div>/, ''),
};

describe('a form in the page’s HTML that is not this release’s', () => {
  for (const [what, change] of Object.entries(strange)) {
    it(`hands its texts, focus and caret to a new form: markup ${what}`, async () => {
      const page = begun(new DeclaredPage({}, complete, '', change));
      page.input('cc-csc').setSelectionRange(1, 2);
      const { inputs } = page;
      await page.arrive();
      const now = page.inputs;
      expect(now.some((input) => inputs.includes(input))).to.equal(false);
      expect(page.root.querySelectorAll('input')).to.have.length(4);
      expect(page.root.querySelectorAll('[data-of], style, .late')).to.have.length(0);
      expect(texts(page)).to.deep.equal(['4201 3201 1111 1010', '', '12', '']);
      const focused = page.input('cc-csc');
      expect(page.root.activeElement).to.equal(focused);
      expect([focused.selectionStart, focused.selectionEnd]).to.deep.equal([1, 2]);
      expect(page.element.state).to.equal('ready');
    });
  }

  it('removes foreign content of the shadow root', async () => {
    const page = new DeclaredPage(
      {},
      complete,
      '',
      () => '<template shadowrootmode="open"><b>Hello</b></template>',
    );
    await page.arrive();
    expect(page.root.querySelectorAll('b')).to.have.length(0);
    expect(page.inputs.every(Boolean)).to.equal(true);
  });
});

describe('an element with a form in the page’s HTML', () => {
  it('may be moved before and after its script is there', async () => {
    const page = begun(new DeclaredPage());
    const { element, inputs } = page;
    const elsewhere = document.createElement('section');
    page.place.before(elsewhere);
    elsewhere.append(element);
    PayCheckout.define(page.tag);
    page.place.append(element);
    elsewhere.remove();
    await element.updateComplete;
    expect(page.inputs).to.deep.equal(inputs);
    expect(texts(page)).to.deep.equal(['4201 3201 1111 1010', '', '12', '']);
  });

  it('forgets what was typed when it is removed for good before it has drawn', async () => {
    const page = begun(new DeclaredPage());
    const { element } = page;
    PayCheckout.define(page.tag);
    element.remove();
    const inputs = [...page.rootOf(element).querySelectorAll('input')];
    await waitUntil(() => inputs.every(({ value }) => value === ''));
    page.place.append(element);
    await element.updateComplete;
    expect(texts(page)).to.deep.equal(['', '', '', '']);
    expect(element.state).to.equal('ready');
  });

  it('makes a clone that is an element like any other', async () => {
    const page = begun(new DeclaredPage());
    const clone = page.element.cloneNode(true) as PayCheckout;
    page.place.append(clone);
    await page.arrive();
    await clone.updateComplete;
    expect([...page.rootOf(clone).querySelectorAll('input')].map(({ value }) => value).join('')).to.equal('');
    expect(clone.state).to.equal('ready');
  });

  it('hides the server-rendered form when frame-src is set, which needs another build', async () => {
    const page = begun(
      new DeclaredPage(
        {},
        `${complete} frame-src="https://frame.example/pay-frame.html"`,
        '<p slot="summary">Order 7</p>',
      ),
    );
    const { inputs } = page;
    await page.arrive();
    expect(page.element.state).to.equal('misconfigured');
    expect(inputs.some((input) => input.checkVisibility())).to.equal(false);
    expect(page.element.querySelector('p')?.textContent).to.equal('Order 7');
  });
});
