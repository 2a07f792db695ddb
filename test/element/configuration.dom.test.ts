import { expect } from 'chai';
import { PayError } from '../../src/error.js';
import type { PayCheckout } from '../../src/element/pay-checkout.js';
import { checkout, Form, next } from './page.js';
import { baseUrl, publishableKey } from './sandbox.js';

const secret = 'pi_secret_1';

describe('configuration', () => {
  const { error: log } = console;
  let logged: string[] = [];
  beforeEach(() => {
    logged = [];
    console.error = (...words: unknown[]) => logged.push(words.join(' '));
  });
  afterEach(() => void (console.error = log));

  it('shows later values after a value whose getter throws', async () => {
    const { element } = await checkout({ clientSecret: secret });
    const { proxy, revoke } = Proxy.revocable<Record<string, string>>({}, {});
    revoke();
    // Lit tells of an error in an update once more, for whoever does not wait for it.
    const again = new Promise<unknown>((resolve) => {
      const onRejection = (event: PromiseRejectionEvent) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        removeEventListener('unhandledrejection', onRejection, true);
        resolve(event.reason);
      };
      addEventListener('unhandledrejection', onRejection, true);
    });
    element.metadata = proxy;
    expect(await element.updateComplete.catch((error: unknown) => error)).to.be.instanceOf(TypeError);
    element.metadata = undefined;
    element.amount = 20_000;
    await element.updateComplete;
    expect(new Form(element).button.textContent).to.match(/200\.00\s+Saudi riyals/);
    expect(await again).to.be.instanceOf(TypeError);
  });

  it('waits for values that are set late and then becomes ready', async () => {
    const form = await checkout();
    expect(form.element.state).to.equal('waiting');
    expect(form.element.shadowRoot?.querySelector('[aria-busy="true"]')).not.to.equal(null);
    expect(form.visible('number')).to.equal(false);
    const refused = await form.element.submit().catch((error: unknown) => error);
    expect(refused)
      .to.be.instanceOf(PayError)
      .and.to.include({ code: 'configuration', field: 'client-secret' });
    const ready = next(form.element, 'pay-ready');
    form.element.setAttribute('client-secret', secret);
    await ready;
    expect(form.visible('number')).to.equal(true);
    expect(logged).to.deep.equal([]);
  });

  it('reports missing values after three seconds and recovers when they are set', async () => {
    const form = await checkout();
    const { error } = (await next(form.element, 'pay-error')).detail;
    await form.element.updateComplete;
    expect(error).to.include({ code: 'configuration', field: 'client-secret' });
    expect(form.element.state).to.equal('misconfigured');
    expect(form.notice).to.contain('client-secret');
    form.element.clientSecret = secret;
    await form.element.updateComplete;
    expect(form.element.state).to.equal('ready');
    expect(form.notice).to.equal('');
  });

  it('refuses a secret key, reports it, and recovers with a publishable key', async () => {
    const element = document.createElement('pay-checkout');
    const failed = next(element, 'pay-error');
    Object.assign(element, { baseUrl, publishableKey: 'sk_test_hush', clientSecret: secret });
    document.body.append(element);
    const { error } = (await failed).detail;
    const form = new Form(element);
    expect(element.state).to.equal('misconfigured');
    expect(element.matches(':state(misconfigured)')).to.equal(true);
    expect(error.code).to.equal('configuration');
    expect(form.notice).to.contain('isn’t working');
    expect(form.visible('number')).to.equal(false);
    expect(logged.join()).to.contain('publishable-key');
    expect(logged.join() + form.notice + String(error.stack)).not.to.contain('hush');
    const refused = await element.submit().catch((reason: unknown) => reason);
    expect(refused).to.equal(error);
    element.publishableKey = publishableKey;
    await element.updateComplete;
    expect(element.state).to.equal('ready');
    element.remove();
  });

  it('uses properties that were set before the element was defined', async () => {
    const tag = 'late-checkout';
    const element = document.createElement(tag) as PayCheckout;
    Object.assign(element, { baseUrl, publishableKey, clientSecret: secret, amount: 500 });
    document.body.append(element);
    (customElements.get('pay-checkout') as typeof PayCheckout).define(tag);
    customElements.upgrade(element);
    await element.updateComplete;
    expect(element.state).to.equal('ready');
    element.remove();
  });

  it('keeps what was typed when a value changes and when the element is moved', async () => {
    const form = await checkout({ clientSecret: secret });
    await form.type('number', '4111111111111111');
    form.element.amount = 20_000;
    await form.element.updateComplete;
    const elsewhere = document.createElement('div');
    document.body.append(elsewhere);
    elsewhere.append(form.element);
    await form.element.updateComplete;
    expect(form.input('number').value).to.equal('4111 1111 1111 1111');
    expect(form.button.textContent).to.contain('200.00');
    elsewhere.remove();
  });

  it('accepts null as unset and digits as a number, as frameworks set them', async () => {
    const form = await checkout({ clientSecret: secret });
    const set = async (values: object) => {
      Object.assign(form.element, values);
      await form.element.updateComplete;
      return form.element.state;
    };
    expect(await set({ clientSecret: null })).to.equal('waiting');
    expect(await set({ clientSecret: secret, amount: '10000', currency: null, timeout: '60000' })).to.equal(
      'ready',
    );
    expect(form.button.textContent).to.match(/100\.00/);
    expect(await set({ networks: ['mada'] })).to.equal('misconfigured');
    expect(form.notice).to.contain('`networks` must be a string.');
    expect(await set({ networks: null })).to.equal('ready');
    form.element.setAttribute('publishable-key', 'pk_test_1');
    form.element.removeAttribute('publishable-key');
    await form.element.updateComplete;
    expect(form.element.state).to.equal('waiting');
  });

  it('submits with values that were set just before submit()', async () => {
    const form = await checkout({ clientSecret: secret });
    form.element.publishableKey = 'sk_test_hush';
    const refused = await form.element.submit().catch((error: unknown) => error);
    expect(refused)
      .to.be.instanceOf(PayError)
      .and.to.include({ code: 'configuration', field: 'publishable-key' });
  });

  it('does not reflect the client secret to an attribute', async () => {
    const form = await checkout({ clientSecret: secret });
    expect(form.element.outerHTML + (form.element.shadowRoot?.innerHTML ?? '')).not.to.contain(secret);
  });
});
