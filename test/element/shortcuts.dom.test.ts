import { expect } from 'chai';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { install, uninstall } from '@github/hotkey';
import hotkeys from 'hotkeys-js';
import { tinykeys } from 'tinykeys';
import { waitUntil } from '../wait-until.js';
import { checkout, type Form } from './page.js';
import { visa } from './saved-cards.js';

const isInput = ({ target }: Event) => /^(INPUT|TEXTAREA|SELECT)$/.test((target as Element).tagName);

/** The page's own handlers, which take keys as shortcuts unless an input is the target, as libraries of shortcuts do. */
function listenAsLibrary(): { readonly heard: string[]; readonly stop: () => void } {
  const heard: string[] = [];
  const hear = (event: KeyboardEvent) => {
    const { type, key } = event;
    if (isInput(event)) return;
    heard.push(`${type} ${key}`);
    // What a page does that takes the key: its search box gets the focus.
    if (key.length === 1 && !event.ctrlKey) event.preventDefault();
  };
  const types = ['keydown', 'keypress', 'keyup'] as const;
  for (const type of types) document.addEventListener(type, hear);
  return { heard, stop: () => types.forEach((type) => document.removeEventListener(type, hear)) };
}

/** Published libraries of shortcuts, as their documents set them up. Each returns what ends it. */
const libraries: Readonly<Record<string, (keys: readonly string[], hear: () => void) => () => void>> = {
  'hotkeys-js': (keys, hear) => {
    hotkeys(keys.join(), hear);
    return () => hotkeys.unbind();
  },
  '@github/hotkey': (keys, hear) => {
    const button = document.createElement('button');
    button.addEventListener('click', hear);
    install(button, keys.join());
    return () => uninstall(button);
  },
  tinykeys: (keys, hear) => tinykeys(window, Object.fromEntries(keys.map((key) => [key, hear]))),
};

describe('a page that takes events outside inputs', () => {
  const prevent = (event: Event) => {
    if (!isInput(event)) event.preventDefault();
  };
  const types = [
    'pointerdown',
    'mousedown',
    'selectstart',
    'contextmenu',
    'beforeinput',
    'copy',
    'cut',
    'paste',
    'dragover',
    'drop',
  ] as const;
  const stopped = (type: string) => new Event(type, { bubbles: true, composed: true, cancelable: true });
  let form: Form;
  beforeEach(async () => {
    form = await checkout({ clientSecret: 'pi_secret_1' });
    for (const type of types) document.addEventListener(type, prevent);
  });
  afterEach(() => {
    for (const type of types) document.removeEventListener(type, prevent);
  });

  it('leaves a field its focus by a click, and what is typed', async () => {
    const { x, y, width, height } = form.input('cvc').getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
    await waitUntil(() => form.element.shadowRoot?.activeElement === form.input('cvc'));
    await sendKeys({ type: '12' });
    expect(form.input('cvc').value).to.equal('12');
  });

  for (const type of types.slice(2))
    it(`does not take ${type} of a field, and takes it of the button and of what the page has put into a slot`, () => {
      const event = stopped(type);
      form.input('number').dispatchEvent(event);
      expect(event.defaultPrevented).to.equal(false);
      const slotted = document.createElement('div');
      slotted.slot = 'summary';
      form.element.append(slotted);
      for (const target of [form.button, slotted]) {
        const other = stopped(type);
        target.dispatchEvent(other);
        expect(other.defaultPrevented).to.equal(true);
      }
    });
});

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

  for (const [library, listen] of Object.entries(libraries))
    it(`starts no shortcut of ${library}, which the key starts outside the form`, async () => {
      page.stop();
      let started = 0;
      const end = listen(['s', '4', '/'], () => void started++);
      await press('s', '4', '/');
      expect(started).to.equal(3);
      for (const field of ['number', 'name'] as const) {
        form.input(field).focus();
        await press('s', '4', '/');
      }
      expect([form.input('number').value, form.input('name').value]).to.deep.equal(['4', 's4/']);
      expect(started).to.equal(3);
      end();
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

  it('reaches the page from an input that the page has put into a slot', async () => {
    const slotted = document.createElement('textarea');
    slotted.slot = 'summary';
    form.element.append(slotted);
    let heard = 0;
    slotted.parentElement?.addEventListener('keydown', () => heard++);
    slotted.focus();
    await press('s');
    expect([heard, slotted.value]).to.deep.equal([1, 's']);
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
