import { expect } from 'chai';
import { keepFormatted } from '../../../../src/element/form/typing/formatted-input.js';

import { formats } from './formats.js';
import { Page } from './page.js';

type Kind = keyof typeof formats;

/** The events of keyboards and fillers that say nothing but that the text is another one now. */
describe('a text that is simply another one', () => {
  const change = (page: Page, shown: string, event: Event = new Event('input', { bubbles: true })) => {
    page.input.value = shown.replace('|', '');
    page.input.setSelectionRange(shown.indexOf('|'), shown.indexOf('|'));
    page.input.dispatchEvent(event);
  };

  const cases: [what: string, kind: Kind, start: string, now: string, shown: string][] = [
    ['a digit more at the end', 'number', '4111|', '41111|', '4111 1|'],
    ['a digit more in the middle', 'number', '4111 1|111', '4111 12|111', '4111 12|11 1'],
    ['a digit less', 'number', '4111 1|', '4111 |', '4111|'],
    ['a gap less', 'number', '4111 |1111', '4111|1111', '411|1 111'],
    ['a digit for a selection', 'number', '4111 |1111| 2222', '4111 9| 2222', '4111 9|222 2'],
    ['an Arabic digit', 'number', '4111|', '4111١|', '4111 1|'],
    ['a number filled in with spaces', 'number', '|', '4111 1111 1111 1111|', '4111 1111 1111 1111|'],
    ['a number filled in without', 'number', '5105|', '340000000900000|', '3400 000009 00000|'],
    ['a date filled in long', 'expiry', '|', '12/2030|', '12 / 2030|'],
    ['a date filled in short, over a longer one', 'expiry', '12 / 2030|', '1/30|', '01 / 30|'],
    ['a date as HTML spells it', 'expiry', '|', '2030-12|', '12 / 2030|'],
    ['a date a digit less', 'expiry', '12 / 3|', '12 / |', '12|'],
    ['an Arabic security code', 'cvc', '|', '١٢٣|', '123|'],
  ];
  for (const [what, kind, start, now, shown] of cases) {
    it(`formats ${what}`, async () => {
      const page = await Page.open(formats[kind]);
      page.start(start);
      change(page, now);
      expect(page.shown).to.equal(shown);
    });
  }

  it('formats a value that only fires change', async () => {
    const page = await Page.open();
    change(page, '4111111111111111|', new Event('change', { bubbles: true }));
    expect(page.input.value).to.equal('4111 1111 1111 1111');
  });

  it('takes no focus when it is filled in from outside', async () => {
    const page = await Page.open();
    page.source.focus();
    page.input.value = '12/2030';
    page.input.dispatchEvent(new Event('input', { bubbles: true }));
    expect((page.input.getRootNode() as ShadowRoot).activeElement).to.equal(page.source);
  });

  it('is left alone during a composition, and shaped when it ends', async () => {
    const page = await Page.open();
    page.start('4111|');
    const composing = (inputType: string) => new InputEvent(inputType, { isComposing: true, bubbles: true });
    page.input.dispatchEvent(composing('beforeinput'));
    change(page, '4111１|', composing('input'));
    expect(page.shown).to.equal('4111１|');
    page.input.dispatchEvent(composing('beforeinput'));
    change(page, '4111１２|', composing('input'));
    page.input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    expect(page.shown).to.equal('4111 12|');
    await page.press('Control+z');
    expect(page.shown).to.equal('4111|');
  });
});

describe('a bound input', () => {
  it('shapes the text that it finds', async () => {
    const input = document.createElement('input');
    input.value = '41111';
    keepFormatted(input, formats.number);
    expect(input.value).to.equal('4111 1');
  });

  it('fires nothing when a text is set', async () => {
    const page = await Page.open();
    page.entry.set('١٢٣٤٥');
    expect(page.shown).to.equal('1234 5|');
    expect(page.inputValues).to.deep.equal([]);
  });
});
