import { expect } from '@open-wc/testing';
import { draw, h, type Child } from '../../src/form/draw.js';

const place = () => document.createElement('div');

describe('what is drawn', () => {
  it('is elements, attributes and texts; undefined and an empty text are nothing', () => {
    const parent = place();
    draw(parent, [
      h('p', { class: 'a', hidden: true, lang: '' }, 'one ', undefined, ['', h('b', {}, 'two')]),
    ]);
    expect(parent.innerHTML).to.equal('<p class="a" hidden="" lang="">one <b>two</b></p>');
  });

  it('is text where markup is written', () => {
    const parent = place();
    draw(parent, h('p', { title: '"><i>' }, '<img src=x onerror=alert(1)>'));
    expect(parent.textContent).to.equal('<img src=x onerror=alert(1)>');
    expect(parent.querySelectorAll('img, i')).to.have.length(0);
  });

  it('keeps an input with what was typed, the focus and the caret, whatever comes and goes around it', () => {
    const parent = place();
    document.body.append(parent);
    const form = (error: Child) => h('div', {}, h('input', { class: 'x' }), h('p', {}, error));
    draw(parent, form(undefined));
    const input = parent.querySelector('input') as HTMLInputElement;
    input.value = '4111';
    input.focus();
    input.setSelectionRange(2, 2);
    draw(parent, form(['wrong ', h('b', {}, 'number')]));
    expect(parent.querySelector('input')).to.equal(input);
    expect([input.value, input.selectionStart, document.activeElement]).to.deep.equal(['4111', 2, input]);
    expect(parent.querySelector('p')?.innerHTML).to.equal('wrong <b>number</b>');
    draw(parent, form(undefined));
    expect(parent.querySelector('p')?.innerHTML).to.equal('');
    parent.remove();
  });

  it('takes away an attribute and a listener that are no longer wanted, and puts new ones in their place', () => {
    const parent = place();
    const heard: string[] = [];
    const button = (more: Parameters<typeof h>[1]) => {
      draw(parent, h('button', more));
      const it = parent.querySelector('button') as HTMLButtonElement;
      it.click();
      return it;
    };
    const first = button({ title: 'a', onclick: () => heard.push('first') });
    button({ disabled: false, onclick: () => heard.push('second') });
    expect(button({})).to.equal(first);
    expect(heard).to.deep.equal(['first', 'second']);
    expect(first.getAttributeNames()).to.deep.equal([]);
  });

  it('ticks and unticks a box as it is wanted, also after clicks that nobody has drawn', () => {
    const parent = place();
    const box = (checked: boolean) => {
      draw(parent, h('input', { type: 'checkbox', checked }));
      return parent.querySelector('input') as HTMLInputElement;
    };
    expect(box(false).checked).to.equal(false);
    box(false).click();
    expect(box(false).checked).to.equal(false);
    expect(box(true).checked).to.equal(true);
    expect(box(true).getAttributeNames()).to.deep.equal(['type']);
  });

  it('changes nothing in the page where nothing has changed', () => {
    const parent = place();
    const picture = () =>
      h('p', { class: 'a' }, 'text', h('svg', { viewBox: '0 0 1 1' }, h('path', { d: 'M0 0' })));
    draw(parent, picture());
    const observer = new MutationObserver(() => undefined);
    observer.observe(parent, { subtree: true, childList: true, attributes: true, characterData: true });
    draw(parent, picture());
    expect(observer.takeRecords()).to.have.length(0);
  });

  it('is a picture inside svg', () => {
    const parent = place();
    draw(parent, h('svg', { viewBox: '0 0 1 1' }, h('path', { d: 'M0 0' })));
    expect(parent.querySelector('path')).to.be.instanceOf(SVGPathElement);
    expect(parent.querySelector('svg')?.getAttribute('viewBox')).to.equal('0 0 1 1');
  });
});
