import { fixture, html } from '@open-wc/testing-helpers';
import { expect } from 'chai';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { PayCheckout } from '../../src/element/pay-checkout.js';
import { checkout, Form, next } from './page.js';
import { baseUrl, cards, createIntent, publishableKey, resetSandbox } from './sandbox.js';

interface Order {
  readonly form: Form;
  readonly element: PayCheckout;
  readonly order: HTMLFormElement;
  readonly fieldset: HTMLFieldSetElement;
  /** How often the merchant's form was submitted; it goes nowhere. */
  submitted(): number;
}

/** The element inside a merchant's own form. */
async function within(clientSecret = 'pi_secret_1', lang = 'en'): Promise<Order> {
  let submitted = 0;
  const order = await fixture<HTMLFormElement>(
    html`<form
      lang=${lang}
      @submit=${(event: Event) => {
        event.preventDefault();
        submitted++;
      }}
    >
      <fieldset>
        <pay-checkout
          name="payment"
          base-url=${baseUrl}
          publishable-key=${publishableKey}
          client-secret=${clientSecret}
          amount="10000"
        ></pay-checkout>
      </fieldset>
      <input id="email" />
      <button>Order</button>
    </form>`,
  );
  const element = order.querySelector('pay-checkout') as PayCheckout;
  element.addEventListener('pay-outcome', (event) => event.preventDefault());
  await element.updateComplete;
  const fieldset = order.querySelector('fieldset') as HTMLFieldSetElement;
  return { form: new Form(element), element, order, fieldset, submitted: () => submitted };
}

describe('in a merchant’s form', () => {
  beforeEach(resetSandbox);

  it('is listed in form.elements like a native control', async () => {
    const { element, order } = await within();
    expect([...order.elements]).to.include(element);
    expect(element.form).to.equal(order);
    expect(element.name).to.equal('payment');
    element.name = 'card';
    expect(element.getAttribute('name')).to.equal('card');
    expect(element.willValidate).to.equal(true);
  });

  for (const [lang, empty, wrong, complete] of [
    ['en', 'Enter your card number.', 'This card has expired.', 'Pay here first, then continue.'],
    ['ar', 'أدخل رقم البطاقة.', 'انتهت صلاحية البطاقة.', 'ادفع هنا أولًا، ثم تابع.'],
  ] as const) {
    it(`has the first field’s message as its own, and then the one that asks to pay, in ${lang}`, async () => {
      const { form, element, order } = await within(undefined, lang);
      expect(element.validationMessage).to.equal(empty);
      expect(element.validity?.valueMissing).to.equal(true);
      expect(order.checkValidity()).to.equal(false);
      await form.fill(cards.paid, { expiry: '01/20' });
      expect(element.validationMessage).to.equal(wrong);
      expect(element.validity?.badInput).to.equal(true);
      await form.type('expiry', '12/30');
      expect(element.validationMessage).to.equal(complete);
      expect(element.validity?.customError).to.equal(true);
      expect(order.checkValidity()).to.equal(false);
      expect(element.checkValidity()).to.equal(true);
      expect(element.reportValidity()).to.equal(true);
    });
  }

  it('belongs to the form whose id the page sets as `form`, by the attribute or, as React does, by the property', async () => {
    const other = await fixture<HTMLFormElement>(html`<form id="other"></form>`);
    const { element, order } = await within();
    Reflect.set(element, 'form', 'other');
    expect([element.form, element.getAttribute('form')]).to.deep.equal([other, 'other']);
    Reflect.set(element, 'form', undefined);
    expect(element.form).to.equal(order);
  });

  it('knows at once what was typed: validity does not wait for a render', async () => {
    const { form, element } = await within();
    await form.fill(cards.paid, { cvc: '1' });
    form.input('cvc').value = '123';
    form.input('cvc').dispatchEvent(new InputEvent('input', { bubbles: true }));
    expect(element.validity?.badInput).to.equal(false);
  });

  it('checkValidity() says nothing to the payer and fires invalid; reportValidity() shows and focuses', async () => {
    const { form, element } = await within();
    let invalid = 0;
    element.addEventListener('invalid', () => invalid++);
    expect(element.checkValidity()).to.equal(false);
    await element.updateComplete;
    expect(invalid).to.equal(1);
    expect(form.input('number').getAttribute('aria-invalid')).to.equal('false');
    expect(element.reportValidity()).to.equal(false);
    await element.updateComplete;
    expect(form.message('number')).to.equal('Enter your card number.');
    expect(element.shadowRoot?.activeElement).to.equal(form.input('number'));
  });

  it('has the name that was set before its script came', async () => {
    const element = Object.assign(document.createElement('named-early'), { name: 'payment' });
    const order = await fixture<HTMLFormElement>(html`<form>${element}</form>`);
    PayCheckout.define('named-early');
    expect(order.querySelector('[name="payment"]')).to.equal(element);
    element.name = 'card';
    expect(element.getAttribute('name')).to.equal('card');
    // As frameworks set what a page leaves out.
    Object.assign(element, { name: undefined });
    expect(Reflect.get(element, 'name')).to.equal('');
  });

  it('lets the form around it go out only once it is paid: by its button, by Enter in it, and by script', async () => {
    const { client_secret: clientSecret } = await createIntent();
    const { form, element, order, submitted } = await within(clientSecret);
    const email = order.querySelector<HTMLInputElement>('#email');
    const sendEachWay = async () => {
      order.querySelector('button')?.click();
      order.requestSubmit();
      email?.focus();
      await sendKeys({ press: 'Enter' });
    };
    await sendEachWay();
    expect(element.shadowRoot?.activeElement).to.equal(form.input('number'));
    await form.fill(cards.paid);
    await sendEachWay();
    expect(element.shadowRoot?.activeElement).to.equal(form.button);
    expect(submitted()).to.equal(0);
    await element.submit();
    await sendEachWay();
    expect(submitted()).to.equal(3);
  });

  it('keeps the form around it from the first moment, before it is drawn', async () => {
    const order = document.createElement('form');
    order.append(document.createElement('pay-checkout'));
    document.body.append(order);
    expect(order.checkValidity()).to.equal(false);
    order.remove();
  });

  it('submits the payment’s id under its name after success, and no value before', async () => {
    const { client_secret: clientSecret } = await createIntent();
    const { form, element, order } = await within(clientSecret);
    expect([...new FormData(order).keys()]).to.deep.equal([]);
    await form.fill(cards.paid);
    expect([...new FormData(order).keys()]).to.deep.equal([]);
    const outcomeEvent = next(element, 'pay-outcome').then(() => [...new FormData(order)]);
    const { paymentId } = await element.submit();
    expect(await outcomeEvent, 'at the event').to.deep.equal([['payment', paymentId]]);
    expect([...new FormData(order)]).to.deep.equal([['payment', paymentId]]);
    expect(element.validity?.valid).to.equal(true);
    expect(element.checkValidity()).to.equal(true);
    expect(element.reportValidity()).to.equal(true);
    expect(order.checkValidity()).to.equal(true);
  });

  it('is not valid while nobody knows whether it was paid, and says why', async () => {
    const { element, order } = await within('');
    expect(element.state).to.equal('waiting');
    expect(order.checkValidity()).to.equal(false);
    expect(element.validity?.customError).to.equal(true);
    expect(element.validationMessage).to.equal('Loading the payment form…');
  });

  it('is not submitted by Enter: that says what is missing, and then pays', async () => {
    const { client_secret: clientSecret } = await createIntent();
    const { form, element, submitted } = await within(clientSecret);
    form.input('name').focus();
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(form.message('number')).to.equal('Enter your card number.');
    await form.fill(cards.paid);
    const outcomeEvent = next(element, 'pay-outcome');
    await sendKeys({ press: 'Enter' });
    expect((await outcomeEvent).detail.outcome.status).to.equal('paid');
    expect(submitted()).to.equal(0);
  });

  it('is disabled by its attribute, which its property sets and takes away', async () => {
    const { element, form } = await within();
    element.disabled = true;
    await element.updateComplete;
    expect(element.hasAttribute('disabled')).to.equal(true);
    expect(form.input('number').disabled).to.equal(true);
    element.disabled = false;
    await element.updateComplete;
    expect(element.hasAttribute('disabled')).to.equal(false);
    expect(form.input('number').disabled).to.equal(false);
    expect(element.willValidate).to.equal(true);
  });

  it('is disabled by its fieldset, and then has no part in its validity', async () => {
    const { form, element, order, fieldset } = await within();
    fieldset.disabled = true;
    await element.updateComplete;
    expect(form.input('number').disabled).to.equal(true);
    expect(form.button.disabled).to.equal(true);
    expect(element.willValidate).to.equal(false);
    expect(element.validationMessage).to.equal('');
    expect(order.checkValidity()).to.equal(true);
    const refused = await element.submit().catch((error: unknown) => error);
    expect(refused).to.include({ code: 'configuration', field: 'disabled' });
    fieldset.disabled = false;
    await element.updateComplete;
    expect(form.input('number').disabled).to.equal(false);
    expect(order.checkValidity()).to.equal(false);
  });

  it('clears inputs and messages when the form is reset', async () => {
    const { form, element, order } = await within();
    await form.fill('4111111111111112');
    element.reportValidity();
    order.reset();
    await element.updateComplete;
    for (const field of ['number', 'expiry', 'cvc', 'name'] as const) {
      expect(form.input(field).value).to.equal('');
      expect(form.message(field)).to.equal('');
    }
    expect(element.validationMessage).to.equal('Enter your card number.');
  });
});

describe('a label of the page', () => {
  const write = (children: readonly Node[]) => {
    const label = document.createElement('label');
    label.append(...children);
    return label;
  };
  const click = async (target: HTMLElement) => {
    const { left, top, width, height } = target.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'up' });
  };

  for (const [what, label] of [
    ['that points at the element', (text, { id }) => Object.assign(write([text]), { htmlFor: id })],
    ['around the element', (text, element) => write([text, element])],
  ] as [string, (text: HTMLElement, element: PayCheckout) => HTMLElement][])
    it(`${what} focuses the first field that needs something`, async () => {
      const form = await checkout({ clientSecret: 'pi_secret_1', id: 'card-form' });
      const text = Object.assign(document.createElement('b'), { textContent: 'Your card' });
      form.element.parentElement?.prepend(label(text, form.element));
      await form.element.updateComplete;
      const focused = () => form.element.shadowRoot?.activeElement?.getAttribute('autocomplete');
      await click(text);
      expect(focused()).to.equal('cc-number');
      await form.type('number', cards.paid);
      await click(text);
      expect(focused()).to.equal('cc-exp');
      await click(form.input('name'));
      expect(focused()).to.equal('cc-name');
      await form.fill(cards.paid);
      await click(text);
      expect(form.element.shadowRoot?.activeElement?.localName).to.equal('button');
    });
});
