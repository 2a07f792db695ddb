import { expect } from 'chai';
import type { PayCheckout } from '../../src/element/pay-checkout.js';
import { checkout } from './page.js';

const brandOf = (element: PayCheckout) =>
  new Promise((resolve) => {
    element.addEventListener('pay-change', (event) => resolve(event.detail.brand), { once: true });
  });

describe('madaPrefixes', () => {
  const { error: log } = console;
  beforeEach(() => void (console.error = () => {}));
  afterEach(() => void (console.error = log));

  it('replaces what this version knows: another card is mada, and the ones it knows are not', async () => {
    const form = await checkout({ clientSecret: 'pi_secret_1', madaPrefixes: ['411111'] });
    const first = brandOf(form.element);
    await form.type('number', '4111 1111 1111 1111');
    expect(await first).to.equal('mada');
    const second = brandOf(form.element);
    await form.type('number', '4201 3201 1111 1010');
    expect(await second).to.equal('visa');
  });

  it('applies a list set while a number is typed to the next number, so that no script can read digits by changing the list', async () => {
    const form = await checkout({ clientSecret: 'pi_secret_1', networks: 'mada' });
    await form.fill('4111111111111111');
    expect(form.element.checkValidity()).to.equal(false);
    form.element.madaPrefixes = new Set(['41111111']);
    await form.element.updateComplete;
    expect(form.element.checkValidity()).to.equal(false);
    await form.type('number', '');
    await form.type('number', '4111111111111111');
    expect(form.element.checkValidity()).to.equal(true);
    form.element.madaPrefixes = undefined;
    await form.element.updateComplete;
    expect(form.element.checkValidity()).to.equal(true);
  });

  it('accepts an iterator that can be read only once', async () => {
    function* list() {
      yield '411111';
    }
    const form = await checkout({ clientSecret: 'pi_secret_1', networks: 'mada', madaPrefixes: list() });
    form.element.amount = 20_000;
    await form.element.updateComplete;
    await form.fill('4111111111111111');
    expect(form.element.checkValidity()).to.equal(true);
  });

  it('refuses a list with a wrong prefix and recovers with a valid list', async () => {
    const form = await checkout({ clientSecret: 'pi_secret_1', madaPrefixes: ['1234567'] });
    expect(form.element.state).to.equal('misconfigured');
    expect(form.notice).to.contain('"1234567" is not a mada prefix');
    const error = await form.element.submit().catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'configuration', field: 'madaPrefixes' });
    form.element.madaPrefixes = ['411111'];
    await form.element.updateComplete;
    expect(form.element.state).to.equal('ready');
  });
});
