import { expect } from 'chai';
import { aTimeout } from '@open-wc/testing-helpers';
import type { PayChangeEvent } from '../../src/entries/element.js';
import { PayError } from '../../src/error.js';
import { checkout, next, type Form } from './page.js';
import { cards, watchFulfilments } from './sandbox.js';
import { waitUntil } from '../wait-until.js';

const ready = () => checkout({ clientSecret: 'pi_secret_1' });

async function invalid(form: Form, field: 'number' | 'expiry' | 'cvc' | 'name'): Promise<string> {
  await form.element.updateComplete;
  return form.input(field).getAttribute('aria-invalid') === 'true' ? form.message(field) : '';
}

describe('validation', () => {
  it('says nothing of an empty field that is left', async () => {
    const form = await ready();
    for (const field of ['number', 'expiry', 'cvc', 'name'] as const) {
      await form.leave(field);
      expect(await invalid(form, field)).to.equal('');
    }
  });

  it('says what is wrong with a filled field when it is left, and takes it back when it is right', async () => {
    const form = await ready();
    await form.type('number', '4111 1111 1111 1112');
    expect(await invalid(form, 'number')).to.equal('');
    await form.leave('number');
    // The field complains in a task of its own.
    await waitUntil(() => form.message('number').includes('Check your card number'));
    expect(await invalid(form, 'number')).to.contain('Check your card number');
    await form.type('number', '4111 1111 1111 1111');
    expect(await invalid(form, 'number')).to.equal('');
  });

  it('says nothing of a field while the payer looks something up in another window', async () => {
    const form = await ready();
    await form.type('number', '4111');
    // The window loses the focus, and the field is where it comes back.
    form.input('number').dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
    await aTimeout(0);
    expect(await invalid(form, 'number')).to.equal('');
    await form.leave('number');
    expect(await invalid(form, 'number')).to.equal('Your card number is incomplete.');
  });

  it('takes back what it said of a field that a tool fills in without an event, once the field is left', async () => {
    const form = await checkout({ clientSecret: 'pi_secret_1' });
    await form.element.submit().catch(() => undefined);
    await form.element.updateComplete;
    expect(form.message('number')).not.to.equal('');
    form.input('number').value = '4111111111111111';
    await form.leave('number');
    expect(form.message('number')).to.equal('');
  });

  it('names all that is missing at submit, sends nothing, and goes to the first', async () => {
    const form = await ready();
    const { sent, restore } = watchFulfilments();
    const refused = next(form.element, 'pay-invalid');
    form.button.click();
    expect((await refused).detail.fields).to.deep.equal([
      { field: 'number', code: 'empty' },
      { field: 'expiry', code: 'empty' },
      { field: 'cvc', code: 'empty' },
      { field: 'name', code: 'empty' },
    ]);
    expect(form.element.shadowRoot?.activeElement).to.equal(form.input('number'));
    for (const field of ['number', 'expiry', 'cvc', 'name'] as const) {
      expect(await invalid(form, field)).not.to.equal('');
    }
    const error = await form.element.submit().catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(PayError).and.to.include({ code: 'card', field: 'number' });
    expect(sent).to.have.length(0);
    expect(form.element.state).to.equal('ready');
    restore();
  });

  it('renders nothing for a digit that changes no judgement, and renders for one that does', async () => {
    const form = await ready();
    let drawn = false;
    // Asked for each time that the form is drawn.
    const cvcHint = () => ((drawn = true), 'on the card');
    form.element.messages = { cvcHint };
    await form.element.updateComplete;
    const renders = async (text: string) => {
      drawn = false;
      await form.type('number', text);
      return drawn;
    };
    expect(await renders('4')).to.equal(true);
    expect(await renders('41')).to.equal(false);
    expect(await renders('4111 1111 1111 111')).to.equal(true);
    expect(await renders('4111 1111 1111 1111')).to.equal(true);
    const marked = form.element.shadowRoot?.querySelectorAll('[data-brand] [role=img]') ?? [];
    expect([...marked].map((mark) => mark.ariaLabel)).to.deep.equal(['Visa']);
  });

  for (const [field, typed, kept] of [
    ['number', '一二三', ''],
    ['number', '4111a', '4111'],
    ['expiry', '④', ''],
    ['cvc', '12x', '12'],
  ] as const)
    it(`shows that the ${field} takes digits only if ${typed} is typed, until a digit follows`, async () => {
      const form = await ready();
      for (let length = 1; length <= typed.length; length++) {
        const { value } = form.input(field);
        await form.type(field, value + typed[length - 1]);
      }
      expect(form.input(field).value).to.equal(kept);
      expect(await invalid(form, field)).to.equal('Use digits only.');
      await form.type(field, `${kept}1`);
      expect(await invalid(form, field)).to.equal('');
    });

  describe('of a date by a clock that may be wrong', () => {
    const { now } = Date;
    afterEach(() => void (Date.now = now));
    const newYear = new Date(2031, 0, 1).getTime();
    const hour = 60 * 60_000;
    const day = 24 * hour;

    for (const [what, at, presses, expiresAt, date, accepted] of [
      ['five minutes into the next month', newYear + hour / 12, 1, undefined, '12/30', true],
      ['a day and an hour into the next month', newYear + day + hour, 1, undefined, '12/30', false],
      ['months later, once', newYear + 90 * day, 1, undefined, '12/30', false],
      ['months later, with the same date again', newYear + 90 * day, 2, undefined, '12/30', true],
      [
        'before the card can exist, with the same date again',
        newYear - 9000 * day,
        2,
        undefined,
        '12/30',
        true,
      ],
      [
        'months later, again, by a clock that the intent confirms',
        newYear + 90 * day,
        2,
        hour,
        '12/30',
        false,
      ],
      ['years before the intent expires', newYear - 9000 * day, 1, 9001 * day, '12/30', true],
      ['a month that does not exist, again', newYear, 2, undefined, '13/30', false],
    ] as const)
      it(`${accepted ? 'accepts' : 'refuses'} ${date} ${what}`, async () => {
        Date.now = () => at;
        const form = await checkout({
          fetchIntent: () => Promise.reject(new Error('not asked')),
          ...(expiresAt && { expiresAt: new Date(at + expiresAt).toISOString() }),
        });
        await form.fill(cards.paid, { expiry: date });
        let isValid = false;
        for (let press = 0; press < presses; press++) {
          isValid = form.element.reportValidity();
          // A second call by the same press insists on nothing.
          expect(form.element.reportValidity()).to.equal(isValid);
          await form.element.updateComplete;
        }
        expect(isValid).to.equal(accepted);
        expect(form.element.checkValidity()).to.equal(accepted);
        if (!accepted) return;
        const sent = await form.element.submit().catch((error: unknown) => error);
        expect(sent).not.to.include({ code: 'card' });
      });
  });

  it('ties each message to its input', async () => {
    const form = await ready();
    form.element.reportValidity();
    await form.element.updateComplete;
    for (const field of ['number', 'expiry', 'cvc', 'name'] as const) {
      const id = form.input(field).getAttribute('aria-describedby') ?? '';
      expect(form.element.shadowRoot?.getElementById(id)?.textContent.trim()).to.equal(form.message(field));
    }
  });

  it('refuses a card of a network that is not accepted', async () => {
    const form = await checkout({ clientSecret: 'pi_secret_1', networks: 'mada' });
    await form.fill('4111111111111111');
    expect(form.element.reportValidity()).to.equal(false);
    expect(await invalid(form, 'number')).to.contain('isn’t accepted');
  });

  it('tells how far the payer is, and never what was typed', async () => {
    const form = await ready();
    const changes: PayChangeEvent['detail'][] = [];
    form.element.addEventListener('pay-change', (event) => changes.push(event.detail));
    await form.fill(cards.challenged);
    expect(changes[0]).to.deep.equal({
      method: 'card',
      complete: false,
      empty: false,
      brand: 'mada',
      networks: ['mada', 'visa'],
      fields: { number: 'valid', expiry: 'empty', cvc: 'empty', name: 'empty' },
    });
    expect(changes.at(-1)).to.deep.include({ complete: true, empty: false });
    expect(JSON.stringify(changes)).not.to.contain(cards.challenged).and.not.to.contain('1010');
    form.element.reset();
    expect(changes.at(-1)).to.deep.include({ complete: false, empty: true, brand: undefined });
  });

  it('asks for four digits behind an American Express number', async () => {
    const form = await ready();
    await form.fill('340000000900000', { cvc: '123' });
    expect(form.input('number').value).to.equal('3400 000009 00000');
    expect(form.element.checkValidity()).to.equal(false);
    await form.type('cvc', '1234');
    expect(form.element.checkValidity()).to.equal(true);
  });

  it('understands Arabic and Persian digits', async () => {
    const form = await ready();
    await form.fill('٤٢٠١٣٢٠١١١١١١٠١٠', { expiry: '۱۲/۳۰', cvc: '١٢٣' });
    expect(form.element.checkValidity()).to.equal(true);
    expect(form.input('number').value).to.equal('4201 3201 1111 1010');
  });

  it('focus() goes to the first field that is not valid, then to the button', async () => {
    const form = await ready();
    await form.type('number', cards.paid);
    form.element.focus();
    expect(form.element.shadowRoot?.activeElement).to.equal(form.input('expiry'));
    await form.fill(cards.paid);
    form.element.focus();
    expect(form.element.shadowRoot?.activeElement).to.equal(form.button);
  });
});
