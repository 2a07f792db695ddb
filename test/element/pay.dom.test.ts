import { expect } from 'chai';
import type { PayOutcomeEvent, PayRedirectEvent } from '../../src/entries/element.js';
import type { PayError } from '../../src/error.js';
import { checkout, next } from './page.js';
import { cards, createIntent, readIntent, readPayment, resetSandbox, watchEachTest } from './sandbox.js';

describe('submit()', () => {
  const network = watchEachTest();

  it('ends paid without a challenge, under the id of pay-attempt', async () => {
    const intent = await createIntent();
    const form = await checkout({ clientSecret: intent.client_secret });
    await form.fill(cards.paid);
    const announced = next(form.element, 'pay-attempt');
    const outcomeEvent = next(form.element, 'pay-outcome');
    form.button.click();
    const { paymentId } = (await announced).detail;
    const { outcome } = (await outcomeEvent).detail;
    expect(outcome.status).to.equal('paid');
    expect(outcome.paymentId).to.equal(paymentId);
    expect(network.sent[0]?.given_id).to.equal(paymentId);
    expect((await readPayment(paymentId)) as object).to.include({
      id: paymentId,
      status: 'paid',
      amount: 10_000,
    });
    expect((await readIntent(intent.id)).status).to.equal('fulfilled');
    await form.element.updateComplete;
    expect(form.element.state).to.equal('paid');
    expect(form.element.matches(':state(paid)')).to.equal(true);
    expect(form.notice).to.equal('Payment received. Thank you.');
    expect(form.visible('number')).to.equal(false);
  });

  it('goes to the address of the intent when its id is known', async () => {
    const intent = await createIntent();
    const form = await checkout({ clientSecret: intent.client_secret, intentId: intent.id });
    const paths: string[] = [];
    const { fetch } = window;
    window.fetch = (input, init) => (paths.push(new URL(String(input)).pathname), fetch(input, init));
    await form.fill(cards.paid);
    const { status } = await form.element.submit();
    window.fetch = fetch;
    expect(status).to.equal('paid');
    expect(paths).to.deep.equal([`/v1/payment_intents/${intent.id}/fulfill`]);
  });

  it('resolves as initiated with the challenge URL when the bank asks for one', async () => {
    const intent = await createIntent();
    const form = await checkout({ clientSecret: intent.client_secret });
    await form.fill(cards.challenged);
    const redirect = next(form.element, 'pay-redirect') as Promise<PayRedirectEvent>;
    const outcome = await form.element.submit();
    const { url, payment } = (await redirect).detail;
    expect(outcome.status).to.equal('initiated');
    expect(payment.status).to.equal('initiated');
    expect(url).to.equal(payment.source?.transaction_url);
    expect(form.element.state).to.equal('redirecting');
    expect([form.input('number').value, form.input('cvc').value]).to.deep.equal(['', '']);
  });

  it('is sent once, however often the payer clicks', async () => {
    const { client_secret: clientSecret } = await createIntent();
    const form = await checkout({ clientSecret });
    await form.fill(cards.paid);
    const first = form.element.submit();
    form.button.click();
    form.button.click();
    expect(form.element.submit()).to.equal(first);
    await first;
    form.button.click();
    expect(network.sent).to.have.length(1);
  });

  it('shows a decline in place and becomes ready again with a new secret', async () => {
    const declined = await createIntent();
    const form = await checkout({ clientSecret: declined.client_secret });
    await form.fill('4242424242424242');
    const outcomeEvent = next(form.element, 'pay-outcome') as Promise<PayOutcomeEvent>;
    // The card is unlisted, so the bank declines it without a challenge.
    const outcome = await form.element.submit();
    expect(outcome.status).to.equal('failed');
    expect((await outcomeEvent).detail.outcome.status).to.equal('failed');
    await form.element.updateComplete;
    expect(form.element.state).to.equal('failed');
    expect(form.notice).to.contain('The payment was declined.');
    const fresh = await createIntent();
    form.element.clientSecret = fresh.client_secret;
    await form.element.updateComplete;
    expect(form.element.state).to.equal('ready');
    expect(form.input('name').value).to.equal('Sara Ali');
    await form.type('number', cards.paid);
    await form.type('cvc', '123');
    expect((await form.element.submit()).status).to.equal('paid');
  });

  for (const [what, listener] of [
    ['preventDefault', (event: Event) => event.preventDefault()],
    [
      'a promise that rejects',
      (event: CustomEvent<{ waitUntil(promise: Promise<unknown>): void }>) =>
        event.detail.waitUntil(Promise.reject(new Error('out of stock'))),
    ],
  ] as const) {
    it(`is stopped by ${what} in pay-attempt before anything is sent`, async () => {
      const intent = await createIntent();
      const form = await checkout({ clientSecret: intent.client_secret });
      await form.fill(cards.paid);
      form.element.addEventListener('pay-attempt', listener as EventListener, { once: true });
      const error = (await form.element.submit().catch((reason: unknown) => reason)) as PayError;
      expect(error.code).to.equal('canceled');
      expect(network.sent).to.have.length(0);
      expect((await readIntent(intent.id)).status).to.equal('created');
      expect((await form.element.submit()).status).to.equal('paid');
    });
  }
});

describe('a lazy intent', () => {
  beforeEach(resetSandbox);

  it('is asked for at the moment of paying, and again after a decline; the code is asked anew', async () => {
    let calls = 0;
    const fetchIntent = () => (calls++, createIntent());
    const form = await checkout({ fetchIntent });
    expect(calls).to.equal(0);
    await form.fill('4242424242424242');
    expect((await form.element.submit()).status).to.equal('failed');
    expect(calls).to.equal(1);
    await form.element.updateComplete;
    expect(form.element.state).to.equal('failed');
    expect(form.input('cvc').value).to.equal('');
    expect(form.input('expiry').value).to.equal('12 / 30');
    await form.type('number', cards.paid);
    await form.type('cvc', '123');
    expect((await form.element.submit()).status).to.equal('paid');
    expect(calls).to.equal(2);
  });
});
