import { expect } from 'chai';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { PayCheckout } from '../../src/entries/element.js';
import type { PayError } from '../../src/error.js';
import type { Payment } from '../../src/wire/index.js';
import { waitUntil } from '../wait-until.js';
import { press } from './methods/press.js';
import { checkout, type Form } from './page.js';
import { mada, SavedCards } from './saved-cards.js';
import { createIntent, fault, readPayment, watchEachTest } from './sandbox.js';

const mobile = '0512345678';
const code = '123456';

/** The fields of STC Pay as a payer uses them. */
class StcPay {
  readonly events: string[] = [];
  /** What was posted to the service's addresses for codes, and what was asked there with GET. */
  readonly codes: string[] = [];
  readonly #fetch = window.fetch;

  constructor(readonly form: Form) {
    for (const type of [
      'pay-change',
      'pay-attempt',
      'pay-invalid',
      'pay-outcome',
      'pay-error',
      'pay-redirect',
    ])
      form.element.addEventListener(type, (event) => {
        const { detail } = event as CustomEvent<object & { readonly error?: PayError }>;
        this.events.push(`${type} ${JSON.stringify(detail.error ? detail.error.message : detail)}`);
      });
    window.fetch = (input, init) => {
      if (String(input).includes('proceed')) this.codes.push(`${init?.method} ${String(init?.body)}`);
      return this.#fetch.call(window, input, init);
    };
  }

  restore(): void {
    window.fetch = this.#fetch;
  }

  get root(): ShadowRoot {
    return this.form.element.shadowRoot as ShadowRoot;
  }

  get state(): PayCheckout['state'] {
    return this.form.element.state;
  }

  input(id: 'mobile' | 'code'): HTMLInputElement | null {
    return this.root.querySelector(`#${id}`);
  }

  message(id: 'mobile' | 'code'): string {
    return this.root.querySelector(`#${id}-error`)?.textContent.trim() ?? '';
  }

  button(text: string): HTMLButtonElement | undefined {
    return [...this.root.querySelectorAll('button')].find(
      (button) => button.checkVisibility() && button.textContent.trim() === text,
    );
  }

  async type(id: 'mobile' | 'code', text: string): Promise<void> {
    const input = this.input(id) as HTMLInputElement;
    input.focus();
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await this.form.element.updateComplete;
  }

  async choose(text: string): Promise<void> {
    const row = [...this.root.querySelectorAll('label.choice')].find((it) => it.textContent.trim() === text);
    (row as HTMLElement).click();
    await this.form.element.updateComplete;
  }

  /** Pays up to the field for the code. */
  async pay(number = mobile): Promise<void> {
    await this.type('mobile', number);
    this.form.button.click();
    await waitUntil(() => this.state !== 'ready' && this.state !== 'paying');
    await this.form.element.updateComplete;
  }

  async confirm(text = code): Promise<void> {
    await this.type('code', text);
    this.button('Confirm')?.click();
    await waitUntil(() => this.state !== 'confirming');
    await this.form.element.updateComplete;
  }
}

const open = async (properties: Partial<PayCheckout> = {}) => {
  const form = await checkout({ fetchIntent: createIntent, methods: 'stcpay creditcard', ...properties });
  await form.element.updateComplete;
  return new StcPay(form);
};
/** With the merchant's server, which reads the service. */
const askable = { fetchStatus: readPayment as (id: string) => Promise<unknown> };
/** With the merchant's server, which answers no more than `…/status` does. */
const askableInShort: Partial<PayCheckout> = {
  async fetchStatus(paymentId) {
    const { id, status, source } = (await readPayment(paymentId)) as Payment;
    return { id, status, source: { type: source?.type, message: source?.message } };
  },
};

describe('STC Pay', () => {
  let stc: StcPay;
  afterEach(() => stc.restore());
  const network = watchEachTest();

  it('is one of the ways to pay, with a field for a mobile number in place of those of the card', async () => {
    stc = await open({ savedCards: [mada] });
    const list = new SavedCards(stc.form);
    expect(list.group?.querySelector('legend')?.textContent).to.equal('How do you want to pay?');
    expect(list.texts.slice(-2)).to.deep.equal(['STC Pay', 'Another card']);
    expect(list.chosen).to.equal(0);
    await stc.choose('STC Pay');
    expect(stc.form.visible('number')).to.equal(false);
    expect(stc.input('mobile')).to.include({ autocomplete: 'tel-national', inputMode: 'tel' });
    await stc.choose('Another card');
    expect(stc.form.visible('number')).to.equal(true);
    expect(stc.input('mobile')).to.equal(null);
  });

  for (const [methods, chosen, rows] of [
    ['creditcard stcpay', 'number', 2],
    ['stcpay creditcard', 'mobile', 2],
    ['stcpay', 'mobile', 0],
    ['creditcard', 'number', 0],
  ] as const) {
    it(`of “${methods}” shows ${rows} choices, and first the ${chosen}`, async () => {
      stc = await open({ methods });
      expect(new SavedCards(stc.form).rows).to.have.length(rows);
      expect(stc.form.visible('number')).to.equal(chosen === 'number');
      expect(stc.input('mobile') !== null).to.equal(chosen === 'mobile');
    });
  }

  it('is paid by a code, and no event names the number, the code or where it goes', async () => {
    stc = await open();
    await stc.pay('+966 51 234 5678');
    expect(stc.state).to.equal('confirming');
    expect(network.sent[0]?.source).to.deep.equal({ type: 'stcpay', mobile });
    expect(stc.root.activeElement?.id).to.equal('code');
    expect(stc.root.querySelector('.sent')?.textContent).to.contain('78').and.not.to.contain('1234');
    await stc.confirm(' 123 456 ');
    expect(stc.state).to.equal('paid');
    expect(stc.codes).to.deep.equal(['POST {"otp_value":"123456"}']);
    const told = stc.events.join('\n');
    expect(told).to.contain('"method":"stcpay"').and.contain('pay-outcome');
    for (const secret of ['512345678', code, 'otp_token', 'proceed']) expect(told).not.to.contain(secret);
    expect(told).not.to.contain('pay-redirect');
    expect(JSON.stringify([localStorage, sessionStorage]))
      .not.to.contain('proceed')
      .and.not.to.contain('512345678');
    expect(stc.root.innerHTML).not.to.contain('proceed');
  });

  it('takes Enter as Confirm, once', async () => {
    stc = await open();
    await stc.pay();
    await stc.type('code', code);
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => stc.state === 'paid');
    expect(stc.codes).to.have.length(1);
  });

  for (const [text, message] of [
    ['', 'Enter your mobile number.'],
    ['0512', 'Check your mobile number.'],
    ['0412345678', 'Check your mobile number.'],
  ] as const) {
    it(`is not begun with the number “${text}”, and says so at the field`, async () => {
      stc = await open();
      await stc.type('mobile', text);
      stc.form.button.click();
      await stc.form.element.updateComplete;
      await waitUntil(() => stc.message('mobile') !== '');
      expect(stc.message('mobile')).to.equal(message);
      expect(stc.root.activeElement?.id).to.equal('mobile');
      expect(network.sent).to.deep.equal([]);
      expect(stc.events.some((event) => event.startsWith('pay-invalid'))).to.equal(true);
    });
  }

  it('says what is wrong with a number that is left when a press has ended, so that the press lands', async () => {
    stc = await open();
    await stc.type('mobile', '0512');
    const { x, y } = stc.form.button.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(x) + 9, Math.round(y) + 9] });
    await sendMouse({ type: 'down' });
    await stc.form.element.updateComplete;
    expect(stc.message('mobile')).to.equal('');
    await sendMouse({ type: 'up' });
    await waitUntil(() => stc.message('mobile') !== '');
    expect(stc.events.some((event) => event.startsWith('pay-invalid'))).to.equal(true);
  });

  it('keeps the fields of the card when STC Pay arrives while the payer types into them', async () => {
    stc = await open({ methods: 'creditcard' });
    await stc.form.type('number', '4111');
    stc.form.element.methods = 'stcpay creditcard';
    await stc.form.element.updateComplete;
    await waitUntil(() => stc.root.querySelector('.choice') !== null);
    expect([stc.form.visible('number'), stc.input('mobile')]).to.deep.equal([true, null]);
    expect(stc.root.activeElement).to.equal(stc.form.input('number'));
  });

  it('says that a number is not registered, that nothing was charged, and takes another one', async () => {
    stc = await open();
    await stc.pay('0515555555');
    expect(stc.state).to.equal('failed');
    expect(stc.form.notice).to.contain(
      'This number isn’t registered with STC Pay. You haven’t been charged.',
    );
    await stc.pay();
    await stc.confirm();
    expect(stc.state).to.equal('paid');
    expect(network.sent).to.have.length(2);
  });

  it('sends no code for an element that was removed, and takes one once the element is there again', async () => {
    stc = await open();
    await stc.pay();
    await stc.type('code', code);
    const { element } = stc.form;
    const place = element.parentElement;
    stc.button('Confirm')?.click();
    element.remove();
    await waitUntil(() => stc.root.textContent.includes('The code wasn’t sent. Try again.'));
    expect(stc.codes).to.deep.equal([]);
    place?.append(element);
    await element.updateComplete;
    await stc.confirm();
    expect([stc.state, stc.codes.length]).to.deep.equal(['paid', 1]);
  });

  it('ends by a wrong code, says so, and begins again with a fresh intent', async () => {
    stc = await open();
    await stc.pay();
    await stc.confirm('999999');
    expect(stc.state).to.equal('failed');
    expect(stc.form.notice).to.contain('The code wasn’t accepted. You haven’t been charged.');
    await stc.pay();
    expect(stc.input('code')?.value).to.equal('');
    await stc.confirm();
    expect(stc.state).to.equal('paid');
    expect(new Set(network.sent.map(({ given_id: id }) => id)).size).to.equal(2);
  });

  for (const [text, message] of [
    ['', 'Enter the code.'],
    ['123', 'The code has 4 to 10 digits.'],
    ['12345678901', 'The code has 4 to 10 digits.'],
  ] as const) {
    it(`sends no code such as “${text}”`, async () => {
      stc = await open();
      await stc.pay();
      await stc.type('code', text);
      stc.button('Confirm')?.click();
      await stc.form.element.updateComplete;
      await waitUntil(() => stc.message('code') !== '');
      expect(stc.message('code')).to.equal(message);
      expect([stc.state, ...stc.codes]).to.deep.equal(['confirming']);
    });
  }

  it('asks the payer for another number where the service has refused it', async () => {
    stc = await open();
    const { fetch } = window;
    const refusal = { type: 'validation_error', message: null, errors: { 'source.mobile': ['is invalid'] } };
    window.fetch = (input, init) =>
      String(input).includes('fulfill')
        ? Promise.resolve(new Response(JSON.stringify(refusal), { status: 400 }))
        : fetch(input, init);
    await stc.type('mobile', mobile);
    const error: unknown = await stc.form.element.submit().catch((it: unknown) => it);
    expect(error).to.include({ code: 'card', field: 'mobile', retryable: true });
    await stc.form.element.updateComplete;
    const notice = stc.root.querySelector('.notice')?.textContent.trim();
    expect([stc.message('mobile'), notice]).to.deep.equal(Array(2).fill('Check your mobile number.'));
  });

  it('lets the payer take another number', async () => {
    stc = await open();
    await stc.pay();
    stc.button('Change the number')?.click();
    await waitUntil(() => stc.state === 'ready');
    await stc.form.element.updateComplete;
    expect(stc.input('mobile')?.value).to.equal(mobile);
    await stc.pay('0587654321');
    await stc.confirm();
    expect(stc.state).to.equal('paid');
  });

  it('lets the payer pay by a card instead', async () => {
    stc = await open();
    await stc.pay();
    stc.button('Pay another way')?.click();
    await waitUntil(() => stc.state === 'ready');
    await stc.form.element.updateComplete;
    expect(stc.form.visible('number')).to.equal(true);
    expect(stc.codes).to.deep.equal([]);
  });

  for (const text of ['Change the number', 'Pay another way'])
    it(`is not left by a second press on Pay that lands on “${text}”, however slow, but by a press afterwards`, async () => {
      stc = await open();
      await stc.pay();
      const button = stc.button(text) as HTMLElement;
      await press(button);
      await stc.form.element.updateComplete;
      expect(stc.state).to.equal('confirming');
      expect(stc.input('code')?.value).to.equal('');
      await Promise.all(button.getAnimations().map(({ finished }) => finished));
      await press(button);
      await waitUntil(() => stc.state === 'ready');
    });

  it('leaves the focus where it is while the code is awaited', async () => {
    stc = await open();
    await stc.pay();
    expect(stc.root.activeElement?.id).to.equal('code');
    for (const text of ['Confirm', 'Change the number', 'Pay another way']) {
      stc.button(text)?.focus();
      stc.form.element.requestUpdate();
      await stc.form.element.updateComplete;
      expect(stc.root.activeElement?.textContent.trim()).to.equal(text);
    }
  });

  it('tells a screen reader with the field where the code was sent, and then that it is on its way', async () => {
    stc = await open(askable);
    await stc.pay();
    const descriptions = stc.input('code')?.getAttribute('aria-describedby')?.split(' ') ?? [];
    const spoken = descriptions.map((id) => stc.root.getElementById(id)?.textContent.trim());
    expect(spoken.join(' ')).to.match(/^STC Pay has sent a code to this number:\s+•+78 $/);
    const status = stc.root.querySelector('.unseen[role="status"]');
    await stc.type('code', code);
    stc.button('Confirm')?.click();
    await stc.form.element.updateComplete;
    expect(status?.textContent).to.equal('Processing…');
    await waitUntil(() => stc.state === 'paid');
    await stc.form.element.updateComplete;
    expect(status?.textContent).to.equal('');
  });

  it('has its fields focused in turn, where it is the only way to pay', async () => {
    stc = await open({ methods: 'stcpay' });
    await stc.pay();
    expect(stc.button('Pay another way')).to.equal(undefined);
    await stc.confirm('999999');
    await waitUntil(() => stc.root.activeElement?.id === 'mobile');
    expect(stc.message('mobile')).to.equal('');
  });

  it('asks for the code again once the merchant’s server says that the payment is still open', async () => {
    stc = await open(askableInShort);
    await stc.pay();
    await fault('503', 'send-code');
    await stc.confirm();
    expect(stc.input('code')).to.equal(null);
    await waitUntil(() => stc.state === 'confirming');
    await stc.form.element.updateComplete;
    expect(stc.root.activeElement?.id).to.equal('code');
    expect(stc.root.querySelector('.sent')?.textContent).to.match(/this number:\s+•+78/);
    expect(stc.message('code')).to.equal('We got no answer to your code. Enter it again.');
    await sendKeys({ press: '1' });
    await stc.form.element.updateComplete;
    expect(stc.message('code')).to.equal('');
    await stc.confirm();
    expect(stc.state).to.equal('paid');
    expect(stc.codes).to.have.length(2);
  });

  it('leaves no number and no code in an element that is paid, or out of the page', async () => {
    stc = await open();
    await stc.pay();
    await stc.type('code', code);
    stc.form.element.remove();
    await waitUntil(() => stc.input('code')?.value === '' && stc.input('mobile')?.value === '');
    stc.restore();
    stc = await open({ reference: 'another order' });
    await stc.pay();
    await stc.confirm();
    expect(stc.input('mobile')?.value).to.equal('');
  });

  it('keeps its code while the element is moved, and the page takes STC Pay away', async () => {
    stc = await open();
    await stc.pay();
    await stc.type('code', code);
    const place = document.createElement('div');
    stc.form.element.after(place);
    place.append(stc.form.element);
    stc.form.element.methods = 'creditcard';
    await stc.form.element.updateComplete;
    expect(stc.input('code')?.value).to.equal(code);
    stc.button('Confirm')?.click();
    await waitUntil(() => stc.state === 'paid');
    expect(stc.codes).to.have.length(1);
  });

  it('is known to be paid if the element is removed while the code is sent, and put back', async () => {
    stc = await open(askable);
    await stc.pay();
    await stc.type('code', code);
    stc.button('Confirm')?.click();
    await waitUntil(() => stc.codes.length === 1);
    const { element } = stc.form;
    const { parentElement: place } = element;
    element.remove();
    // The element stops watching the payment in a microtask.
    await Promise.resolve();
    place?.append(element);
    await waitUntil(() => stc.state === 'paid');
    expect(stc.codes).to.have.length(1);
  });

  it('that the page hands over itself is confirmed in the form, also where no methods are set', async () => {
    stc = await open({ methods: undefined });
    const outcome = await stc.form.element.submit({ source: { type: 'stcpay', mobile } });
    expect(outcome).to.include({ status: 'initiated' });
    await stc.form.element.updateComplete;
    await stc.confirm();
    expect(stc.state).to.equal('paid');
  });

  for (const [set, message] of [
    [{ methods: 'stcpay paypal' }, /creditcard, applepay, samsungpay, stcpay.*paypal/],
    [{ methods: 'stcpay', currency: 'USD' }, /SAR/],
    [{ methods: 'stcpay', manual: true }, /manual/],
  ] as const) {
    it(`is misconfigured by ${JSON.stringify(set)}`, async () => {
      stc = await open(set);
      await waitUntil(() => stc.state === 'misconfigured');
      expect(stc.form.notice).to.match(message);
    });
  }

  for (const [what, set, problem] of [
    ['another currency', { currency: 'USD' }, 'takes only SAR.'],
    ['manual', { manual: true }, 'cannot authorize without capturing: remove `manual`.'],
    ['splits', { splits: [{ amount: 1 }] }, 'carries no `splits`.'],
  ] as const)
    it(`is left out with ${what}, which is reported, and the card stays`, async () => {
      stc = await open();
      const { element } = stc.form;
      expect(await element.canPayBy('stcpay')).to.equal(true);
      Object.assign(element, set);
      await element.updateComplete;
      element.requestUpdate();
      await element.updateComplete;
      expect(stc.events.filter((event) => event.startsWith('pay-error'))).to.deep.equal([
        `pay-error ${JSON.stringify(`\`methods\` has stcpay, which ${problem} It is left out.`)}`,
      ]);
      expect(await element.canPayBy('stcpay')).to.equal(false);
      expect(new SavedCards(stc.form).rows).to.have.length(0);
      expect([stc.form.visible('number'), stc.state]).to.deep.equal([true, 'ready']);
    });
});
