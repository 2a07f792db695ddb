import { expect } from 'chai';
import { formats } from './formats.js';
import { Page } from './page.js';

describe('undo and redo', () => {
  it('take back what was typed in one go, and bring it again', async () => {
    const page = await Page.open();
    await page.press(...'41111', 'Control+z');
    expect(page.shown).to.equal('|');
    await page.press('Control+Shift+z');
    expect(page.shown).to.equal('4111 1|');
  });

  it('tell listeners, like any other edit', async () => {
    const page = await Page.open();
    await page.press(...'41111', 'Control+z', 'Control+y');
    expect(page.inputValues.slice(-2)).to.deep.equal(['', '4111 1']);
  });

  it('take typing, deleting and pasting each for a step, and put the caret back', async () => {
    const page = await Page.open();
    await page.copy('2222');
    await page.press(...'41111', 'Backspace', 'Backspace', 'Control+v');
    expect(page.shown).to.equal('4112 222|');
    const steps: [key: string, shown: string][] = [
      ['Control+z', '411|'],
      ['Control+z', '4111 1|'],
      ['Control+z', '|'],
      ['Control+z', '|'],
      ['Control+y', '4111 1|'],
      ['Control+y', '411|'],
      ['Control+y', '4112 222|'],
      ['Control+y', '4112 222|'],
    ];
    for (const [key, shown] of steps) {
      await page.press(key);
      expect(page.shown).to.equal(shown);
    }
  });

  it('typing elsewhere in the text is another step', async () => {
    const page = await Page.open();
    await page.press(...'4111', 'ArrowLeft', 'ArrowLeft', ...'99');
    expect(page.shown).to.equal('4199 |11');
    await page.press('Control+z');
    expect(page.shown).to.equal('41|11');
  });

  it('bring a replaced selection back, selected', async () => {
    const page = await Page.open();
    page.start('4111 |1111| 2222');
    await page.press('9', 'Control+z');
    expect(page.shown).to.equal('4111 |1111| 2222');
  });

  it('what was typed after an undo replaces what could be redone', async () => {
    const page = await Page.open();
    await page.press(...'4111', 'Control+z', '5', 'Control+y');
    expect(page.shown).to.equal('5|');
  });

  it('work the same on a date', async () => {
    const page = await Page.open(formats.expiry);
    await page.press(...'530', 'Backspace', 'Control+z');
    expect(page.shown).to.equal('05 / 30|');
  });

  it('cannot undo to text before a value set by script', async () => {
    const page = await Page.open();
    await page.press(...'4111');
    page.entry.set('');
    await page.press('Control+z', 'Control+y');
    expect(page.input.value).to.equal('');
  });

  it('leave a read-only input alone', async () => {
    const page = await Page.open();
    await page.press(...'4111');
    page.input.readOnly = true;
    await page.press('Control+z');
    expect(page.input.value).to.equal('4111');
  });

  it('obey the menu, and the key of another keyboard', async () => {
    const page = await Page.open();
    await page.press(...'4111');
    const fromMenu = (inputType: string) =>
      page.input.dispatchEvent(new InputEvent('beforeinput', { inputType, cancelable: true }));
    expect(fromMenu('historyUndo'), 'kept from the browser').to.be.false;
    expect(page.input.value).to.equal('');
    fromMenu('historyRedo');
    expect(page.input.value).to.equal('4111');
    page.input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ئ', code: 'KeyZ', ctrlKey: true }));
    expect(page.input.value).to.equal('');
  });
});
