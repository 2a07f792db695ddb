import { expect } from 'chai';
import { fieldNames } from '../../../src/element/card/card.js';
import { checkout, type Form } from '../page.js';
import { mada, visa } from '../saved-cards.js';

/** Extensions and overlays put nodes of their own into an open shadow root. */
const typed = { number: '4201 3201 1111 1010', expiry: '12 / 30', cvc: '123', name: 'Sara Ali' };

const clientSecret = 'pi_secret_1';

const texts = (form: Form) =>
  Object.fromEntries(fieldNames.map((field) => [field, form.input(field).value] as const));

/** Puts a node before each node of the form and at the end of each element, between Lit's own markers too. */
function putEverywhere({ element }: Form): number {
  const root = element.shadowRoot as ShadowRoot;
  const parents = [root, ...root.querySelectorAll(':not(input, svg, svg *)')];
  const stranger = () => Object.assign(document.createElement('i'), { className: 'stranger' });
  let count = 0;
  for (const parent of parents) {
    for (const node of [...parent.childNodes, null]) {
      parent.insertBefore(stranger(), node);
      count++;
    }
  }
  return count;
}

/** Everything that draws the form anew. */
async function drawAnew({ element }: Form): Promise<void> {
  const changes: (() => void)[] = [
    () => (element.networks = 'mada visa'),
    () => (element.amount = 20_000),
    () => (element.lang = 'ar'),
    () => (element.disabled = true),
    () => (element.disabled = false),
    () => element.reportValidity(),
    () => (element.lang = 'en'),
  ];
  for (const change of changes) {
    change();
    await element.updateComplete;
  }
}

describe('nodes of somebody else in the shadow tree', () => {
  it('loses no input with foreign nodes inserted before typing', async () => {
    const form = await checkout({ clientSecret });
    const inputs = fieldNames.map((field) => form.input(field));
    expect(putEverywhere(form)).to.be.greaterThan(100);
    for (const field of fieldNames) await form.type(field, typed[field]);
    await drawAnew(form);
    expect(texts(form)).to.deep.equal(typed);
    expect(fieldNames.map((field) => form.input(field))).to.deep.equal(inputs);
  });

  it('loses neither input nor focus with foreign nodes inserted while typing', async () => {
    const form = await checkout({ clientSecret });
    const inputs = fieldNames.map((field) => form.input(field));
    await form.type('number', typed.number.slice(0, 9));
    putEverywhere(form);
    await form.type('number', typed.number);
    await drawAnew(form);
    expect(form.element.shadowRoot?.activeElement).to.equal(inputs[1]);
    expect(texts(form)).to.deep.equal({ ...typed, expiry: '', cvc: '', name: '' });
    for (const field of fieldNames) await form.type(field, typed[field]);
    expect(texts(form)).to.deep.equal(typed);
    expect(fieldNames.map((field) => form.input(field))).to.deep.equal(inputs);
  });

  it('loses no input with foreign nodes inserted after typing', async () => {
    const form = await checkout({ clientSecret });
    for (const field of fieldNames) await form.type(field, typed[field]);
    putEverywhere(form);
    await drawAnew(form);
    expect(texts(form)).to.deep.equal(typed);
    expect(form.element.checkValidity()).to.equal(true);
  });

  it('updates each message beside foreign nodes', async () => {
    const form = await checkout({ clientSecret });
    await form.type('number', '4111');
    await form.leave('number');
    expect(form.message('number')).to.equal('Your card number is incomplete.');
    putEverywhere(form);
    await form.type('number', '4111 1111 1111 1112');
    expect(form.message('number')).to.equal('Check your card number.');
    await form.type('number', '4111 1111 1111 1111');
    expect(form.message('number')).to.equal('');
  });

  it('updates each message after a browser has translated all texts', async () => {
    const form = await checkout({ clientSecret });
    await form.type('number', '4111');
    await form.leave('number');
    translate(form);
    await form.type('number', '4111 1111 1111 1112');
    expect(form.message('number')).to.equal('Check your card number.');
  });

  it('updates the button’s amount after a browser has translated all texts', async () => {
    for (const [currency, amounts] of [
      ['SAR', ['100.00', '200.00']],
      ['USD', ['$100.00', '$200.00']],
    ] as const) {
      const form = await checkout({ clientSecret, currency });
      const { element } = form;
      expect(form.button.textContent).to.contain(amounts[0]);
      translate(form);
      element.amount = 20_000;
      await element.updateComplete;
      expect(form.button.textContent).to.contain(amounts[1]);
      translate(form);
      element.amount = undefined;
      await element.updateComplete;
      expect(form.button.textContent.trim()).to.equal('Pay');
      translate(form);
      element.messages = { payNow: 'Book now' };
      await element.updateComplete;
      expect(form.button.textContent.trim()).to.equal('Book now');
    }
  });

  it('updates the labels and the saved cards after a browser has translated all texts', async () => {
    const form = await checkout({ clientSecret, savedCards: [visa], saveCard: 'offer' });
    const { element } = form;
    const texts = () => [...(element.shadowRoot?.querySelectorAll('label, legend, .test') ?? [])].map(words);
    const set = (lang: string, card: typeof mada | typeof visa) => {
      Object.assign(element, { lang, savedCards: [card] });
      return element.updateComplete;
    };
    await set('ar', mada);
    const wanted = texts();
    await set('en', visa);
    translate(form);
    await set('ar', mada);
    expect(texts()).to.deep.equal(wanted);
  });
});

const words = (element: Element): string => element.textContent.replace(/\s+/g, ' ').trim();

/** Wraps every text as the translators of browsers do. */
function translate({ element }: Form): void {
  const walker = document.createTreeWalker(element.shadowRoot as ShadowRoot, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  for (const text of found) {
    if (!text.data.trim()) continue;
    const font = document.createElement('font');
    text.replaceWith(font);
    font.textContent = `«${text.data}»`;
  }
}
