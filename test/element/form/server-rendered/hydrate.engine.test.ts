import { expect } from 'chai';
import { sendKeys } from '@web/test-runner-commands';
import { DeclaredPage } from './page.js';

const caret = ({ value, selectionStart, selectionEnd }: HTMLInputElement) => [
  value,
  selectionStart,
  selectionEnd,
];

/** A whole card, in the order of the fields, and as the form shows it. */
const typed = ['4201320111111010', '1230', '123', 'Sara Ali'];
const shown = ['4201 3201 1111 1010', '12 / 30', '123', 'Sara Ali'];

/** A page in which the payer has begun to type the number, before the script is there. */
async function begun(text: string) {
  const page = new DeclaredPage();
  const input = page.input('cc-number');
  input.focus();
  await sendKeys({ type: text });
  return { page, input };
}

describe('the form in the page’s HTML', () => {
  it('is drawn as the element draws it, and cannot be sent', () => {
    const { root, inputs, button } = new DeclaredPage();
    expect(inputs.every(Boolean)).to.equal(true);
    expect(inputs.map(({ name }) => name)).to.deep.equal(['', '', '', '']);
    expect([button.type, button.disabled, root.querySelector('form')?.method]).to.deep.equal([
      'button',
      true,
      'dialog',
    ]);
    expect(getComputedStyle(inputs[0] as Element).display).to.equal('block');
  });

  it('keeps its elements on hydration, names its inputs, and enables the button', async () => {
    const page = new DeclaredPage();
    const { root, inputs } = page;
    const all = [...root.querySelectorAll('.field, form, .notice, slot')];
    await page.arrive();
    expect(page.root).to.equal(root);
    expect(page.inputs).to.deep.equal(inputs);
    expect(all.filter((it) => !root.contains(it))).to.deep.equal([]);
    expect(inputs.map(({ name }) => name)).to.deep.equal(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
    expect([page.button.type, page.button.disabled]).to.deep.equal(['submit', false]);
    expect(page.element.state).to.equal('ready');
    expect(root.querySelectorAll('style, noscript, .late')).to.have.length(0);
  });

  it('looks afterwards as if it had been drawn by the script alone', async () => {
    const page = new DeclaredPage();
    await page.arrive();
    const plain = document.createElement(page.tag) as typeof page.element;
    for (const { name, value } of page.element.attributes) plain.setAttribute(name, value);
    page.place.append(plain);
    await plain.updateComplete;
    const drawn = plain.shadowRoot?.querySelector('.root') ?? null;
    // In any order of attributes.
    expect(page.root.querySelector('.root')?.isEqualNode(drawn)).to.equal(true);
  });

  it('keeps text, focus, caret and selection', async () => {
    const { page, input } = await begun('42013');
    input.setSelectionRange(1, 3);
    await page.arrive();
    expect(page.root.activeElement).to.equal(input);
    expect(caret(input)).to.deep.equal(['42013', 1, 3]);
  });

  it('formats a focused field at its next edit only', async () => {
    const { page, input } = await begun('42013201');
    input.setSelectionRange(2, 2);
    await page.arrive();
    expect(caret(input)).to.deep.equal(['42013201', 2, 2]);
    await sendKeys({ type: '9' });
    expect(caret(input)).to.deep.equal(['4290 1320 1', 3, 3]);
  });

  it('puts a field in shape that the payer leaves without another edit', async () => {
    const { page, input } = await begun('42013201');
    await page.arrive();
    await sendKeys({ press: 'Tab' });
    expect(input.value).to.equal('4201 3201');
  });

  it('puts the fields in shape that the payer has left before', async () => {
    const page = new DeclaredPage();
    for (const [at, input] of page.inputs.entries()) {
      input.focus();
      await sendKeys({ type: typed[at] as string });
    }
    await page.arrive();
    expect(page.inputs.map(({ value }) => value)).to.deep.equal(shown);
    expect(page.element.checkValidity()).to.equal(true);
  });

  it('undoes what was typed before', async () => {
    const { page, input } = await begun('4201');
    await page.arrive();
    await sendKeys({ type: '32' });
    expect(input.value).to.equal('4201 32');
    await sendKeys({ press: 'Control+z' });
    expect(input.value).to.equal('');
    await sendKeys({ press: 'Control+Shift+z' });
    expect(input.value).to.equal('4201 32');
  });

  /** An element around a node, as extensions and overlays put one there. */
  const wrap = (node: Element, tag: string) => {
    const wrapper = document.createElement(tag);
    node.replaceWith(wrapper);
    wrapper.append(node);
  };
  for (const [what, selector, tag] of [
    ['each input', 'input', 'div'],
    ['each input', 'input', 'span'],
    ['the control of each input', '.control', 'div'],
    ['each field', '.field', 'div'],
    ['the form', 'form', 'div'],
    ['everything', '.root', 'div'],
  ] as const)
    it(`keeps what was typed with a ${tag} of somebody else around ${what}`, async () => {
      const page = new DeclaredPage();
      for (const node of page.root.querySelectorAll(selector)) wrap(node, tag);
      for (const [at, input] of page.inputs.entries()) input.value = typed[at] as string;
      const code = page.input('cc-csc');
      code.focus();
      code.setSelectionRange(1, 2);
      await page.arrive();
      expect(page.inputs.map(({ value }) => value)).to.deep.equal(shown);
      expect((page.root.activeElement as Element).getAttribute('autocomplete')).to.equal('cc-csc');
      expect(caret(page.input('cc-csc'))).to.deep.equal(['123', 1, 2]);
      expect(page.root.querySelectorAll('input')).to.have.length(4);
      expect(page.element.checkValidity()).to.equal(true);
    });

  for (const isWrapped of [false, true])
    it(`keeps what was typed with autocomplete switched off by somebody else${isWrapped ? ', and a div around each input' : ''}`, async () => {
      const page = new DeclaredPage();
      for (const [at, input] of page.inputs.entries()) {
        input.value = typed[at] as string;
        if (isWrapped) wrap(input, 'div');
      }
      for (const input of page.root.querySelectorAll('input')) input.autocomplete = 'off';
      await page.arrive();
      expect(page.inputs.map(({ value }) => value)).to.deep.equal(shown);
    });

  it('fires pay-change for what was typed before hydration once it is ready', async () => {
    const page = new DeclaredPage();
    const events: string[] = [];
    page.element.addEventListener('pay-ready', () => events.push('ready'));
    page.element.addEventListener('pay-change', ({ detail }) => events.push(String(detail.brand)));
    page.input('cc-number').value = '4201320111111010';
    await page.arrive();
    await page.element.updateComplete;
    expect(events).to.deep.equal(['ready', 'mada']);
    expect(page.root.querySelectorAll('.inside [part="brand"]')).to.have.length(2);
  });

  it('keeps what the page has put into its slots', async () => {
    const page = new DeclaredPage({}, undefined, '<p slot="summary">Order 7</p><p slot="footer">Terms</p>');
    const [summary] = page.element.children;
    expect(summary?.assignedSlot).to.equal(page.root.querySelector('slot'));
    await page.arrive();
    expect(summary?.assignedSlot).to.equal(page.root.querySelector('slot'));
  });
});
