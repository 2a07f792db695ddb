import { expect } from 'chai';
import { sendMouse } from '@web/test-runner-commands';
import { isChromium } from '../../../engine.js';
import { formats } from './formats.js';
import { Page } from './page.js';

type Kind = keyof typeof formats;

describe('real keys', () => {
  const cases: [what: string, kind: Kind, start: string, keys: string[], shown: string][] = [
    ['a number is grouped while it is typed', 'number', '|', [...'41111'], '4111 1|'],
    ['American Express is grouped 4-6-5', 'number', '|', [...'340000000900000'], '3400 000009 00000|'],
    ['a digit too many stays visible', 'number', '4111 1111 1111 1111|', ['2'], '4111 1111 1111 1111 2|'],
    ['letters and signs leave nothing behind', 'number', '41|11', ['a', '-', ' ', '1'], '411|1 1'],
    ['a digit goes in where the caret is', 'number', '4111 1|111', ['2'], '4111 12|11 1'],
    ['a digit in front of a gap moves the caret beyond it', 'number', '4111| 1111', ['2'], '4111 2|111 1'],
    ['a digit behind a gap', 'number', '4111 |1111', ['2'], '4111 2|111 1'],
    ['Backspace takes the last digit and its gap', 'number', '4111 1|', ['Backspace'], '4111|'],
    ['Backspace over a gap takes the digit before it', 'number', '4111 |1111', ['Backspace'], '411|1 111'],
    ['Delete over a gap takes the digit behind it', 'number', '4111| 1111', ['Delete'], '4111 |111'],
    ['Delete takes the digit behind the caret', 'number', '4|111 1111', ['Delete'], '4|111 111'],
    ['Backspace at the start does nothing', 'number', '|4111 1', ['Backspace'], '|4111 1'],
    ['Delete at the end does nothing', 'number', '4111 1|', ['Delete'], '4111 1|'],
    ['a selection is replaced', 'number', '4111 |1111| 2222', ['9'], '4111 9|222 2'],
    ['a selection across a gap is replaced', 'number', '411|1 1|111', ['9'], '4119 |111'],
    ['a selection is deleted', 'number', '4|111 1|111', ['Delete'], '4|111'],
    ['a selected gap is not worth a digit', 'number', '4111| |1111', ['Backspace'], '4111 |1111'],
    ['everything is replaced', 'number', '|4111 1111|', ['5'], '5|'],
    [
      'a new first digit regroups the rest',
      'number',
      '|4|000 0000 0900 000',
      ['3', '4'],
      '34|00 000000 900000',
    ],
    ['Control+Backspace takes a group', 'number', '4111 1111 |', ['Control+Backspace'], '4111|'],
    ['cut takes a selection', 'number', '4111 |1111| 2222', ['Control+x'], '4111 |2222'],

    ['an expiry date is typed in digits', 'expiry', '|', [...'1230'], '12 / 30|'],
    ['a typed slash is shown', 'expiry', '|', [...'12/'], '12 / |'],
    ['a typed slash is no obstacle', 'expiry', '|', [...'12/30'], '12 / 30|'],
    ['a slash completes a month of one digit', 'expiry', '|', [...'1/30'], '01 / 30|'],
    ['a digit above 1 is a month', 'expiry', '|', [...'530'], '05 / 30|'],
    ['a date typed with its year first', 'expiry', '|', [...'2030-12'], '12 / 2030|'],
    ['a date typed with its year first and a day', 'expiry', '|', [...'2030-12-31'], '12 / 2030|'],
    ['a date typed with its day first', 'expiry', '|', [...'31/12/2030'], '12 / 2030|'],
    ['a date typed with its day first and dots', 'expiry', '|', [...'21.09.2030'], '09 / 2030|'],
    ['a date typed with its day second', 'expiry', '|', [...'12/31/2030'], '12 / 2030|'],
    ['a date typed in one row, with its year first', 'expiry', '|', [...'203005'], '05 / 2030|'],
    ['a year that comes first can be deleted', 'expiry', '2030 / 1|', ['Backspace', 'Backspace'], '203|'],
    ['February is typed', 'expiry', '|', [...'230'], '02 / 30|'],
    ['a year of four digits', 'expiry', '|', [...'122030'], '12 / 2030|'],
    ['digits too many stay visible', 'expiry', '|', [...'1220305'], '12 / 20305|'],
    ['letters are no separator', 'expiry', '|', [...'1a2b30'], '12 / 30|'],
    ['Backspace takes the separator with the year', 'expiry', '12 / 3|', ['Backspace'], '12|'],
    ['Backspace takes back a typed slash', 'expiry', '|', [...'12/', 'Backspace'], '12|'],
    ['Backspace over the separator takes a digit', 'expiry', '12 / |30', ['Backspace'], '1|3 / 0'],
    ['a month digit can be replaced from behind', 'expiry', '12| / 30', ['Backspace', '1'], '11 / |30'],
    ['a selected month can be replaced', 'expiry', '|01| / 30', ['1', '2'], '12 / |30'],
    ['a selected month can be replaced by one digit', 'expiry', '|12| / 30', ['5'], '05 / |30'],
    [
      'a month can be deleted and typed again',
      'expiry',
      '05| / 30',
      ['Backspace', 'Backspace', '1', '2'],
      '12 / |30',
    ],
    ['a padded month can be deleted', 'expiry', '05|', ['Backspace', 'Backspace'], '|'],
    ['the padding can be deleted', 'expiry', '|05', ['Delete'], '|5'],

    ['a letter over a selection leaves the selection', 'cvc', '|123|', ['a'], '|123|'],
    ['a security code has no gaps', 'cvc', '|', [...'1 2a34'], '1234|'],
    ['a security code too long stays visible', 'cvc', '1234|', ['5'], '12345|'],
  ];
  for (const [what, kind, start, keys, shown] of cases) {
    it(what, async () => {
      const page = await Page.open(formats[kind]);
      page.start(start);
      await page.press(...keys);
      expect(page.shown).to.equal(shown);
    });
  }

  it('shows listeners on the input only formatted text', async () => {
    const page = await Page.open();
    await page.press(...'41111', 'Backspace');
    expect(page.inputValues).to.deep.equal(['4', '41', '411', '4111', '4111 1', '4111']);
  });
});

describe('the clipboard', () => {
  const cases: [what: string, kind: Kind, text: string, shown: string][] = [
    ['spaces', 'number', '4111 1111 1111 1111', '4111 1111 1111 1111|'],
    ['dashes', 'number', '4111-1111-1111-1111', '4111 1111 1111 1111|'],
    ['spaces that do not break', 'number', '4111\u00a01111\u202f1111\u20091111', '4111 1111 1111 1111|'],
    ['line breaks', 'number', '\n4111 1111\n1111\n1111\n', '4111 1111 1111 1111|'],
    ['text around the digits', 'number', 'Visa: 4111111111111111.', '4111 1111 1111 1111|'],
    ['Arabic digits', 'number', '٤١١١١١١١١١١١١١١١', '4111 1111 1111 1111|'],
    ['Persian digits', 'number', '۴۱۱۱ ۱۱۱۱', '4111 1111|'],
    ['Bengali digits', 'number', '৪১১১ ১১১১', '4111 1111|'],
    ['mathematical digits', 'number', '𝟒𝟏𝟏𝟏 1111', '4111 1111|'],
    ['circled digits, which are none,', 'number', '④①①① 1111', '|'],
    ['fullwidth digits', 'number', '４１１１１', '4111 1|'],
    ['more digits than a card has', 'number', '4'.repeat(24), '4444 4444 4444 4444 44444444|'],
    ['nothing but letters', 'number', 'visa', '|'],
    ['a date with four digits of year', 'expiry', '12/2030', '12 / 2030|'],
    ['a date of one month digit', 'expiry', '1/30', '01 / 30|'],
    ['a date with its day', 'expiry', '31/12/2030', '12 / 2030|'],
    ['a date with the name of its month', 'expiry', 'Dec 2030', '12 / 2030|'],
    ['a Bengali date', 'expiry', '১২/৩০', '12 / 30|'],
    ['an Arabic date', 'expiry', '١٢/٣٠', '12 / 30|'],
    ['a security code in Arabic digits', 'cvc', ' ١٢٣\n', '123|'],
  ];
  for (const [what, kind, text, shown] of cases) {
    it(`pastes ${what}`, async () => {
      const page = await Page.open(formats[kind]);
      await page.copy(text);
      await page.press('Control+v');
      expect(page.shown).to.equal(shown);
    });
  }

  it('brings digits into the middle, and over a selection', async () => {
    const page = await Page.open();
    await page.copy('9-9');
    page.start('4111 1|111');
    await page.press('Control+v');
    expect(page.shown).to.equal('4111 199|1 11');
    page.start('4|111 1|111');
    await page.press('Control+v');
    expect(page.shown).to.equal('499|1 11');
  });
});

describe('a drop', () => {
  // See limitations.ts.
  before(function () {
    if (!isChromium) this.skip();
  });
  const middle = (element: HTMLElement, at = 0.5): [number, number] => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [Math.round(left + width * at), Math.round(top + height / 2)];
  };
  const drag = async (from: [number, number], to: [number, number]) => {
    await sendMouse({ type: 'move', position: from });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [from[0] + 5, from[1]] });
    await sendMouse({ type: 'move', position: to });
    await sendMouse({ type: 'up' });
  };

  it('formats text dropped from elsewhere', async () => {
    const page = await Page.open();
    page.source.style.cssText = 'width: 200px; height: 20px; font: 16px monospace';
    page.source.value = '4111-1111-1111';
    page.source.focus();
    page.source.select();
    await drag(middle(page.source, 0.2), middle(page.input));
    expect(page.input.value).to.equal('4111 1111 1111');
  });

  it('within the input moves the digits and loses none', async () => {
    const page = await Page.open();
    page.input.style.cssText = 'width: 200px; font: 16px monospace; padding: 0; border: 0';
    page.start('|1234| 5678 9');
    await drag(middle(page.input, 0.05), middle(page.input, 0.9));
    expect(page.input.value).to.equal('5678 9123 4');
    await page.press('Control+z');
    expect(page.input.value).to.equal('1234 5678 9');
  });
});
