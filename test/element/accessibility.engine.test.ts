import { fixture, html } from '@open-wc/testing-helpers';
import { expect } from 'chai';
import { fieldNames } from '../../src/element/card/card.js';
import type { PayCheckout } from '../../src/element/pay-checkout.js';
import { checkout, next, type Form } from './page.js';
import { waitUntil } from '../wait-until.js';
import { cards, createIntent, fault, readPayment, resetSandbox } from './sandbox.js';

const secret = 'pi_secret_1';
const root = (form: Form) => form.element.shadowRoot as ShadowRoot;
const active = (form: Form) => root(form).activeElement;
const notice = (form: Form) => root(form).querySelector('[part~="notice"]');
/** What only a screen reader announces: the brand, or what the form is doing. */
const announcement = (form: Form, within: string) =>
  root(form).querySelector(`${within} > .unseen[role="status"]`)?.textContent.trim();

describe('a screen reader', () => {
  beforeEach(resetSandbox);

  it('finds every live region from the first render on, empty', async () => {
    const element = await fixture<PayCheckout>(html`<pay-checkout></pay-checkout>`);
    const regions = [...(element.shadowRoot?.querySelectorAll('[aria-live], [role="status"]') ?? [])];
    // Notice, progress, brand, and a message for each field.
    expect(regions).to.have.length(7);
    expect(regions.map((region) => region.textContent.trim()).join('')).to.equal('');
    Object.assign(element, {
      clientSecret: secret,
      baseUrl: 'https://a.example/v1',
      publishableKey: 'pk_test_1',
    });
    await element.updateComplete;
    element.reportValidity();
    await element.updateComplete;
    const now = [...(element.shadowRoot?.querySelectorAll('[aria-live], [role="status"]') ?? [])];
    expect(now).to.deep.equal(regions);
    // The messages, and the one sentence that is announced.
    expect(regions.filter((region) => region.textContent.trim() !== '')).to.have.length(5);
  });

  it('hears a label, how many digits a code has, that the field is required, and its one message', async () => {
    const form = await checkout({ clientSecret: secret });
    for (const field of fieldNames) {
      const input = form.input(field);
      expect(input.labels?.[0]?.textContent.trim()).to.match(
        /^(Card number|Expiration date|Security code|Name on card)/,
      );
      expect(input.getAttribute('aria-required')).to.equal('true');
      expect(input.getAttribute('aria-describedby')).to.equal(`${field}-error`);
      expect(input.hasAttribute('aria-errormessage')).to.equal(false);
      expect(input.getAttribute('aria-invalid')).to.equal('false');
    }
    expect(form.input('cvc').placeholder).to.contain('3 digits');
    await form.type('number', '34');
    expect(form.input('cvc').placeholder).to.contain('4 digits');
  });

  it('hears the brand once, when no further digit can change it', async () => {
    const form = await checkout({ clientSecret: secret });
    const announced: (string | undefined)[] = [];
    for (let digits = 1; digits <= 16; digits++) {
      await form.type('number', cards.challenged.slice(0, digits));
      announced.push(announcement(form, '.control'));
    }
    expect(announced.filter((words, index) => words !== announced[index - 1])).to.deep.equal([
      '',
      'mada card',
    ]);
  });

  it('hears the amount in the button’s name with the currency’s name, in Western digits', async () => {
    for (const [lang, name] of [
      ['en', /100\.00\s+Saudi riyals/],
      ['ar', /100\.00\s+ريال سعودي/],
      ['ar-SA', /100\.00\s+ريال سعودي/],
    ] as const) {
      const form = await checkout({ clientSecret: secret, lang });
      expect(form.button.textContent).to.match(name);
      const sign = form.button.querySelector('svg');
      expect(sign?.getAttribute('aria-hidden')).to.equal('true');
    }
  });

  it('hears that the form is paying, and the button says so without leaving the tab order', async () => {
    const { client_secret: clientSecret } = await createIntent();
    const form = await checkout({ clientSecret });
    await form.fill(cards.paid);
    let go = () => {};
    form.element.addEventListener('pay-attempt', (event) =>
      event.detail.waitUntil(new Promise<void>((resolve) => void (go = resolve))),
    );
    const attempt = next(form.element, 'pay-attempt');
    form.button.focus();
    form.button.click();
    await attempt;
    await form.element.updateComplete;
    expect(form.button.textContent.trim()).to.equal('Processing…');
    expect(announcement(form, '[part~="form"]')).to.equal('Processing…');
    expect(form.button.getAttribute('aria-disabled')).to.equal('true');
    expect(form.button.disabled).to.equal(false);
    expect(root(form).querySelector('form')?.getAttribute('aria-busy')).to.equal('true');
    expect(active(form)).to.equal(form.button);
    expect(fieldNames.map((field) => form.input(field).readOnly)).to.deep.equal([true, true, true, true]);
    go();
    await next(form.element, 'pay-outcome');
    expect(announcement(form, '[part~="form"]')).to.equal('');
  });
});

describe('the focus', () => {
  beforeEach(resetSandbox);

  for (const [state, number, ordered] of [
    ['paid', cards.paid, undefined],
    ['failed', '4242424242424242', undefined],
    ['unknown', cards.paid, 'truncated'],
  ] as const) {
    it(`goes to the notice when the form is gone: ${state}`, async () => {
      const { client_secret: clientSecret } = await createIntent();
      const form = await checkout({ clientSecret });
      await form.fill(number);
      if (ordered) await fault(ordered);
      form.button.focus();
      form.button.click();
      await next(form.element, 'pay-outcome');
      expect(form.element.state).to.equal(state);
      expect(form.visible('number')).to.equal(false);
      expect(active(form)).to.equal(notice(form));
      expect(document.activeElement).to.equal(form.element);
    });
  }

  it('comes back to the first field when the form comes back', async () => {
    const declined = await createIntent();
    const form = await checkout({ clientSecret: declined.client_secret });
    await form.fill('4242424242424242');
    form.button.focus();
    form.button.click();
    await next(form.element, 'pay-outcome');
    form.element.clientSecret = (await createIntent()).client_secret;
    await form.element.updateComplete;
    expect(active(form)).to.equal(form.input('number'));
  });

  it('stays where it is in the page when the payer was elsewhere', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>Elsewhere</button>`);
    const { client_secret: clientSecret } = await createIntent();
    const form = await checkout({ clientSecret });
    await form.fill('4242424242424242');
    button.focus();
    await form.element.submit();
    await form.element.updateComplete;
    expect(document.activeElement).to.equal(button);
    form.element.clientSecret = (await createIntent()).client_secret;
    await form.element.updateComplete;
    expect(document.activeElement).to.equal(button);
  });

  it('stays in the form when a declined card can be tried again', async () => {
    const form = await checkout({ fetchIntent: () => createIntent() });
    await form.fill('4242424242424242');
    form.button.focus();
    form.button.click();
    await next(form.element, 'pay-outcome');
    expect(form.notice).to.contain('Payment not completed');
    expect(active(form)).to.equal(form.button);
  });

  it('goes to the notice when the button that had it is gone, because the payment has got its end', async () => {
    let settled = false;
    const form = await checkout({
      fetchIntent: () => createIntent(),
      fetchStatus: async (id: string) => {
        const payment = await readPayment(id);
        return settled ? { ...(payment as object), status: 'paid' } : payment;
      },
    });
    form.element.addEventListener('pay-redirect', (event) => event.preventDefault());
    await form.fill(cards.challenged);
    await fault('truncated');
    form.button.click();
    const toBank = () => root(form).querySelector<HTMLElement>('.notice button');
    await waitUntil(() => toBank() !== null);
    toBank()?.focus();
    settled = true;
    await next(form.element, 'pay-outcome');
    await form.element.updateComplete;
    expect(form.notice).to.equal('Payment received. Thank you.');
    expect(active(form)?.part.value).to.equal('notice');
  });

  it('goes to the skeleton when a value is taken away while the payer types', async () => {
    const form = await checkout({ clientSecret: secret });
    form.input('expiry').focus();
    form.element.clientSecret = undefined;
    await form.element.updateComplete;
    expect(active(form)?.getAttribute('aria-label')).to.equal('Loading the payment form…');
    form.element.clientSecret = secret;
    await form.element.updateComplete;
    expect(active(form)).to.equal(form.input('number'));
  });

  it('focus() goes to the notice while the form is hidden', async () => {
    const form = await checkout({ clientSecret: secret, expiresAt: '2020-01-01T00:00:00.000Z' });
    form.element.focus();
    expect(active(form)).to.equal(notice(form));
  });
});
