import { expect } from 'chai';
import { sendKeys } from '@web/test-runner-commands';
import { checkout, type Form } from './page.js';
import { visa } from './saved-cards.js';

/** The page's own handlers, which take keys as shortcuts unless an input is the target, as libraries of shortcuts do. */
function listenAsLibrary(): { readonly heard: string[]; readonly stop: () => void } {
  const heard: string[] = [];
  const hear = (event: KeyboardEvent) => {
    const { type, key, target } = event;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test((target as Element).tagName)) return;
    heard.push(`${type} ${key}`);
    // What a page does that takes the key: its search box gets the focus.
    if (key.length === 1 && !event.ctrlKey) event.preventDefault();
  };
  const types = ['keydown', 'keypress', 'keyup'] as const;
  for (const type of types) document.addEventListener(type, hear);
  return { heard, stop: () => types.forEach((type) => document.removeEventListener(type, hear)) };
}

describe('a key that is typed into a field', () => {
  let page: ReturnType<typeof listenAsLibrary>;
  let form: Form;
  beforeEach(async () => {
    page = listenAsLibrary();
    form = await checkout({ clientSecret: 'pi_secret_1' });
  });
  afterEach(() => page.stop());
  const press = async (...keys: string[]) => {
    for (const key of keys) await sendKeys({ press: key });
  };

  for (const [field, keys, value] of [
    ['name', [...'Sami /?as'], 'Sami /?as'],
    ['number', [...'4111', 'ArrowLeft', 'Backspace', 'Home', 'End'], '411'],
    ['cvc', [...'12', 'Delete', 'PageUp'], '12'],
  ] as const)
    it(`does not reach the page's handlers: ${keys.join(' ')} in ${field}`, async () => {
      form.input(field).focus();
      await press(...keys);
      expect(form.input(field).value).to.equal(value);
      expect(page.heard.filter((it) => !it.endsWith(' Shift'))).to.deep.equal([]);
    });

  it('reaches the page if it is Escape, Tab, Enter, a function key or a combination', async () => {
    form.input('name').focus();
    await press('Escape', 'F2', 'Control+b', 'Enter', 'Tab');
    const down = page.heard.filter((it) => it.startsWith('keydown '));
    expect(down).to.deep.equal(
      ['Escape', 'F2', 'Control', 'b', 'Enter', 'Tab'].map((key) => `keydown ${key}`),
    );
  });

  it('ends for the page where it has begun in the page', async () => {
    form.input('name').blur();
    await sendKeys({ down: 's' });
    form.input('name').focus();
    await sendKeys({ up: 's' });
    expect(page.heard).to.deep.equal(['keydown s', 'keyup s']);
  });

  it('reaches the page from what is no field', async () => {
    form.button.focus();
    await press('s');
    form.element.savedCards = [visa];
    await form.element.updateComplete;
    form.element.shadowRoot?.querySelector<HTMLElement>('[type=radio]')?.focus();
    await press('s');
    expect(page.heard.filter((it) => it === 'keydown s')).to.have.length(2);
  });
});
