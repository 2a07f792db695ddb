import { fixture, html, nextFrame } from '@open-wc/testing-helpers';
import { expect } from 'chai';
import { Language } from '../../src/element/i18n/language.js';
import { LocaleRegistry, type LocaleLoader } from '../../src/element/i18n/locale-registry.js';
import * as ar from '../../src/element/i18n/locales/ar.js';
import * as en from '../../src/element/i18n/locales/en.js';
import * as tr from '../../src/element/i18n/locales/tr.js';
import * as ur from '../../src/element/i18n/locales/ur.js';
import type { MessageOverrides, LocaleMessages } from '../../src/element/i18n/messages.js';
import { PayCheckout } from '../../src/entries/element.js';
import { PayResult } from '../../src/entries/return.js';
import { checkout, shown } from './page.js';

PayResult.define();

const clientSecret = 'pi_secret_1';
const first = (element: Element) => element.shadowRoot?.querySelector('label')?.textContent.trim();
const root = (element: Element) => element.shadowRoot?.querySelector<HTMLElement>('[lang]');

/** Loads locales when a test says so, and in the order in which they were requested. */
class ControlledLoader implements LocaleLoader {
  readonly loadable = ['tr', 'ur'];
  readonly requested: string[] = [];
  #pending: { resolve: (messages: unknown) => void; reject: (error: Error) => void }[] = [];

  readonly load = (code: string) => {
    this.requested.push(code);
    return new Promise<unknown>((resolve, reject) => this.#pending.push({ resolve, reject }));
  };

  async resolveNext(messages: unknown): Promise<void> {
    this.#pending.shift()?.resolve(messages);
    await nextFrame();
  }

  async rejectNext(): Promise<void> {
    this.#pending.shift()?.reject(new TypeError('Failed to fetch dynamically imported module'));
    await nextFrame();
  }
}

let loader: ControlledLoader;
let languages: LocaleRegistry;

class LocalizedElement extends HTMLElement {
  messages: MessageOverrides | undefined;
  updateComplete: Promise<void> = Promise.resolve();
  readonly language = new Language(this, languages, () => this.#render());
  connectedCallback() {
    this.language.connect();
    this.#render();
  }
  disconnectedCallback() {
    this.language.disconnect();
  }
  rendered = '';
  #render() {
    const { tag, direction, messages } = this.language;
    this.rendered = `${tag} ${direction} ${messages.payNow}`;
  }
}
customElements.define('test-localized', LocalizedElement);

async function localizedElement(lang: string): Promise<LocalizedElement> {
  const element = await fixture<LocalizedElement>(html`<test-localized lang=${lang}></test-localized>`);
  await element.updateComplete;
  return element;
}

describe('a language', () => {
  for (const [lang, label, direction] of [
    ['de', 'Kartennummer', 'ltr'],
    ['es', 'Número de tarjeta', 'ltr'],
    ['fa', 'شمارهٔ کارت', 'rtl'],
    ['fr', 'Numéro de carte', 'ltr'],
    ['hi', 'कार्ड नंबर', 'ltr'],
    ['id', 'Nomor kartu', 'ltr'],
    ['tr', 'Kart numarası', 'ltr'],
    ['ur', 'کارڈ نمبر', 'rtl'],
    ['zh-Hans', '卡号', 'ltr'],
    ['ar', 'رقم البطاقة', 'rtl'],
  ] as const) {
    it(`is shown when the page wants ${lang}, in its direction, with digits from left to right`, async () => {
      const form = await checkout({ clientSecret, lang });
      const { element } = form;
      await shown(element, () => first(element) === label);
      expect(root(element)?.lang).to.equal(lang);
      expect(root(element)?.dir).to.equal(direction);
      expect(getComputedStyle(form.button).direction).to.equal(direction);
      expect(getComputedStyle(form.input('number')).direction).to.equal('ltr');
    });
  }

  it('changes live, one that has to be fetched included, and so does the direction', async () => {
    const form = await checkout({ clientSecret });
    const { element } = form;
    expect(first(element)).to.equal('Card number');
    element.lang = 'ur';
    await shown(element, () => first(element) === 'کارڈ نمبر');
    expect(getComputedStyle(form.button).direction).to.equal('rtl');
    expect(getComputedStyle(form.input('number')).direction).to.equal('ltr');
    element.lang = 'fr';
    await shown(element, () => first(element) === 'Numéro de carte');
    expect(getComputedStyle(form.button).direction).to.equal('ltr');
    element.lang = '';
    await shown(element, () => first(element) === 'Card number');
  });

  it('keeps what was typed when it arrives', async () => {
    const form = await checkout({ clientSecret });
    await form.type('name', 'Sara Ali');
    form.element.lang = 'es';
    await shown(form.element, () => first(form.element) === 'Número de tarjeta');
    expect(form.input('name').value).to.equal('Sara Ali');
  });
});

describe('a locale that has to be loaded', () => {
  beforeEach(() => {
    loader = new ControlledLoader();
    languages = new LocaleRegistry<LocaleMessages>([en, ar], loader);
  });

  it('shows English, left to right, until the locale has loaded', async () => {
    const element = await localizedElement('ur-PK');
    expect(element.rendered).to.equal('en ltr Pay');
    await loader.resolveNext(ur);
    await element.updateComplete;
    expect(element.rendered).to.equal(`ur-PK rtl ${ur.form.payNow}`);
  });

  it('does not override a direction that the page has set', async () => {
    const element = await localizedElement('ur');
    element.dir = 'ltr';
    await loader.resolveNext(ur);
    await element.updateComplete;
    expect(element.rendered).to.equal(`ur ltr ${ur.form.payNow}`);
  });

  it('is fetched once for all elements', async () => {
    const [a, b] = [await localizedElement('tr'), await localizedElement('tr-TR')];
    await loader.resolveNext(tr);
    await Promise.all([a.updateComplete, b.updateComplete]);
    expect([a.rendered, b.rendered]).to.deep.equal(['tr ltr Öde', 'tr-TR ltr Öde']);
    expect((await localizedElement('tr')).rendered).to.equal('tr ltr Öde');
    expect(loader.requested).to.deep.equal(['tr']);
  });

  it('stays English when loading fails, and the next element tries again', async () => {
    const element = await localizedElement('tr');
    await loader.rejectNext();
    await element.updateComplete;
    expect(element.rendered).to.equal('en ltr Pay');
    const other = await localizedElement('tr');
    await loader.resolveNext(tr);
    await Promise.all([element.updateComplete, other.updateComplete]);
    expect([element.rendered, other.rendered]).to.deep.equal(['tr ltr Öde', 'tr ltr Öde']);
    expect(loader.requested).to.deep.equal(['tr', 'tr']);
  });

  for (const [what, value] of [
    ['nothing', undefined],
    ['text', '<!doctype html>'],
  ] as const) {
    it(`stays English when the locale file is ${what}`, async () => {
      const element = await localizedElement('tr');
      await loader.resolveNext(value);
      await element.updateComplete;
      expect(element.rendered).to.equal('en ltr Pay');
    });
  }

  it('shows English for messages that an older locale file lacks', async () => {
    const { payNow: _, ...older } = tr.form;
    const element = await localizedElement('tr');
    await loader.resolveNext({ ...tr, form: older });
    await element.updateComplete;
    expect(element.rendered).to.equal('tr ltr Pay');
    expect(element.language.messages.problems).to.deep.equal(tr.form.problems);
  });

  it('does not update a disconnected element, which gets the locale when reconnected', async () => {
    const element = await localizedElement('tr');
    const home = element.parentElement;
    element.remove();
    await loader.resolveNext(tr);
    expect(element.rendered).to.equal('en ltr Pay');
    home?.append(element);
    await element.updateComplete;
    expect(element.rendered).to.equal('tr ltr Öde');
  });

  it('ignores a locale that loads after the page has changed to another', async () => {
    const element = await localizedElement('tr');
    element.lang = 'ar';
    await nextFrame();
    await loader.resolveNext(tr);
    await element.updateComplete;
    expect(element.rendered).to.equal('ar rtl ادفع');
  });
});

describe('an element without Lit', () => {
  it('updates a plain HTMLElement’s language, direction and messages until it is disconnected', async () => {
    loader = new ControlledLoader();
    languages = new LocaleRegistry<LocaleMessages>([en, ar], loader);
    const host = Object.assign(document.createElement('div'), {
      messages: { bank: { title: 'One more step' } },
    });
    const around = await fixture<HTMLElement>(html`<section lang="tr"></section>`);
    around.append(host);
    const updates: string[] = [];
    const language = new Language(host, languages, () => {
      const { tag, direction, allMessages } = language;
      updates.push(`${tag} ${direction} ${allMessages.frame?.retry}`);
    });
    language.connect();
    await loader.resolveNext(tr);
    around.lang = 'ar';
    await nextFrame();
    around.dir = 'ltr';
    await nextFrame();
    expect(language.allMessages.bank?.title).to.equal('One more step');
    expect(language.allMessages.bank?.stop).to.equal(ar.bank.stop);
    language.disconnect();
    around.lang = 'en';
    await nextFrame();
    expect(updates).to.deep.equal([
      `tr ltr ${tr.frame.retry}`,
      `ar rtl ${ar.frame.retry}`,
      `ar ltr ${ar.frame.retry}`,
    ]);
  });
});

describe('the messages property', () => {
  it('overrides the locale’s messages one by one', async () => {
    const form = await checkout({
      clientSecret,
      messages: { labels: { name: 'Cardholder' }, pay: (amount) => `Donate ${amount} now` },
    });
    expect(form.button.textContent).to.match(/^\s*Donate\s+100\.00\s+Saudi riyals now\s*$/);
    const labels = [...(form.element.shadowRoot?.querySelectorAll('label') ?? [])];
    expect(labels.map((label) => label.textContent.trim().split('\n')[0])).to.include('Cardholder');
    expect(first(form.element)).to.equal('Card number');
  });

  it('change live, are taken back, and outlive a change of the language', async () => {
    const { element } = await checkout({ clientSecret });
    element.messages = { labels: { number: 'The long number' } };
    await element.updateComplete;
    expect(first(element)).to.equal('The long number');
    element.lang = 'ar';
    await shown(element, () => root(element)?.dir === 'rtl');
    expect(first(element)).to.equal('The long number');
    element.messages = undefined;
    await element.updateComplete;
    expect(first(element)).to.equal('رقم البطاقة');
  });

  for (const [what, messages] of [
    ['null', null],
    ['text', 'Pay up'],
    ['a list', ['Pay up']],
    ['blank texts', { labels: { number: ' ' }, payNow: '', cvcHint: () => '' }],
    ['texts of other types', { labels: 7, payNow: () => 'Pay', pay: 'Pay', problems: { number: null } }],
    [
      'names that are not known',
      { paid_: 'x', constructor: 'x', __proto__: { payNow: 'x' }, labels: { x: 'x' } },
    ],
    [
      'functions that fail',
      {
        pay: () => {
          throw new Error('no');
        },
        cvcHint: () => undefined,
        cardIs: () => 1,
      },
    ],
  ] as const) {
    it(`ignores messages that are ${what}`, async () => {
      const form = await checkout({ clientSecret, messages: messages as unknown as MessageOverrides });
      expect(first(form.element)).to.equal('Card number');
      expect(form.button.textContent).to.match(/^\s*Pay\s+100\.00\s+Saudi riyals\s*$/);
      expect(form.input('cvc').placeholder).to.contain('3 digits');
      await form.leave('number');
      await form.element.submit().catch(() => undefined);
      await form.element.updateComplete;
      expect(form.message('number')).to.equal('Enter your card number.');
    });
  }

  it('applies messages to <pay-result> too', async () => {
    const element = document.createElement('pay-result');
    Object.assign(element, { paymentId: 'x', fetchStatus: () => Promise.resolve(undefined) });
    element.messages = { checking: 'One moment.', checkingTakes: 'Nearly there.' };
    document.body.append(element);
    const notice = () => element.shadowRoot?.querySelector('[part~="notice"]')?.textContent.trim();
    await element.updateComplete;
    await shown(element, () => notice() !== '');
    expect(notice()).to.equal('One moment.Nearly there.');
    element.remove();
  });
});

describe('addLanguage()', () => {
  it('is shown at once by the elements that want it', async () => {
    const { element } = await checkout({ clientSecret, lang: 'he-IL' });
    expect(first(element)).to.equal('Card number');
    PayCheckout.addLanguage('he', { ...tr.form, labels: { ...tr.form.labels, number: 'מספר כרטיס' } });
    await element.updateComplete;
    expect(first(element)).to.equal('מספר כרטיס');
    expect([root(element)?.lang, root(element)?.dir]).to.deep.equal(['he-IL', 'rtl']);
  });

  it('prefers an added locale to a loaded one, even when the loaded one arrives later', async () => {
    loader = new ControlledLoader();
    languages = new LocaleRegistry<LocaleMessages>([en, ar], loader);
    const element = await localizedElement('tr');
    languages.add('tr', { payNow: 'Öde bakalım' });
    await loader.resolveNext(tr);
    await element.updateComplete;
    expect(element.rendered).to.equal('tr ltr Öde bakalım');
  });

  it('rejects an invalid tag in addLanguage()', () => {
    expect(() => PayCheckout.addLanguage('not a tag', tr.form)).to.throw(RangeError, '"not a tag"');
  });
});
